"""Exercises that know why an answer is wrong.

``engine.py`` holds what a learner calls. The questions of a chapter stand in files named ``chapter_NN….py`` and
are found by that name; each is declared by a decorator of :mod:`normviz.exercises.kinds` above its solution.
A solution uses nothing of its file but ``np`` and ``nv``: a learner reads it, copies it and runs it alone.
"""

from normviz._later import fetched_later
from normviz.exercises.engine import check, hint, progress, questions, solution
from normviz.exercises.mixed import mixed_test

__all__ = ["check", "class_votes", "hint", "mixed_test", "predict", "progress", "questions", "solution"]
# Only a prediction and votes need widgets; checking an answer must not wait for them.
__getattr__, __dir__ = fetched_later(
    globals(),
    {"normviz.exercises.prediction": ("predict",), "normviz.exercises.tally": ("class_votes",)},
)
