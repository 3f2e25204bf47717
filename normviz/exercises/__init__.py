"""Exercises that know why an answer is wrong.

``engine.py`` holds what a learner calls. The questions of a chapter stand in files named ``chapter_NN….py`` and
are found by that name; each is declared by a decorator of :mod:`normviz.exercises.kinds` above its solution.
A solution uses nothing of its file but ``np`` and ``nv``: a learner reads it, copies it and runs it alone.
"""

from normviz.exercises.engine import check, hint, progress, questions, solution
from normviz.exercises.mixed import mixed_test

__all__ = ["check", "hint", "mixed_test", "predict", "progress", "questions", "solution"]


def __getattr__(name: str):
    # Only a prediction needs widgets; checking an answer must not wait for them.
    if name != "predict":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from normviz.exercises.prediction import predict

    return predict
