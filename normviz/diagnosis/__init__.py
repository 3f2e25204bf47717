"""Why does my result differ? The search for the convention behind a result."""

from normviz.diagnosis.match import Match
from normviz.diagnosis.search import Diagnosis, diagnose
from normviz.diagnosis.tries import Tried

__all__ = ["Diagnosis", "Match", "Tried", "diagnose"]
