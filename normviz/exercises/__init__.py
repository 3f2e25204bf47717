"""Exercises that know why an answer is wrong.

``engine.py`` holds what a learner calls; a chapter's questions stand in ``chapter_NN_….py`` and are found
by that name.
"""

from normviz.exercises.engine import check, hint, progress, questions, solution

__all__ = ["check", "hint", "predict", "progress", "questions", "solution"]


def __getattr__(name: str):
    # Only a prediction needs widgets; checking an answer must not wait for them.
    if name != "predict":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from normviz.exercises.prediction import predict

    return predict
