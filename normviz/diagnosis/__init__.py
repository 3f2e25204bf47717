"""Why does my result differ? The search for the convention behind a result."""

from normviz.diagnosis.match import Match
from normviz.diagnosis.search import Diagnosis, Tried, diagnose

__all__ = ["Diagnosis", "Match", "Tried", "diagnose"]
