"""The kinds of questions."""

from normviz.exercises.kinds.base import Question, Verdict, Wrong, written
from normviz.exercises.kinds.choice import Choice, Option
from normviz.exercises.kinds.curve import Axes, Beam, Curve, Place
from normviz.exercises.kinds.function import Function
from normviz.exercises.kinds.numeric import Array, Number, Numeric
from normviz.exercises.kinds.own_table import OwnTable

__all__ = [
    "Array",
    "Axes",
    "Beam",
    "Choice",
    "Curve",
    "Function",
    "Number",
    "Numeric",
    "Option",
    "OwnTable",
    "Place",
    "Question",
    "Verdict",
    "Wrong",
    "written",
]
