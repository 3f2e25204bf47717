"""The command that makes the stored runs: ``python -m normviz.experiments make [names] [--out dir]``."""

import sys

from normviz.experiments.make import main

sys.exit(main())
