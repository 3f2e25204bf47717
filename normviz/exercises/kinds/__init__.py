"""The kinds of questions; a chapter's file declares its questions with these decorators."""

from normviz.exercises.kinds.base import Question, Verdict, Wrong, mistake, written
from normviz.exercises.kinds.choice import AsksFor, Choice, Option, choice, option
from normviz.exercises.kinds.curve import Axes, Beam, Curve, Place, curve, place
from normviz.exercises.kinds.function import Function, function
from normviz.exercises.kinds.numeric import Array, Number, Numeric, array, number
from normviz.exercises.kinds.own_table import SAME_SHAPE, OwnTable, own_table

__all__ = [
    "SAME_SHAPE",
    "Array",
    "AsksFor",
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
    "array",
    "choice",
    "curve",
    "function",
    "mistake",
    "number",
    "option",
    "own_table",
    "place",
    "written",
]
