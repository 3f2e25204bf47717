"""axe-core, which looks for what a page keeps from those who cannot see colours or use a screen reader."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
