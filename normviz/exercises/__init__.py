"""Exercises that know why an answer is wrong.

``engine.py`` holds what a learner calls. The questions of a chapter stand in a folder ``questions/chapter_NN``
and are found there; each is declared by a decorator of :mod:`normviz.exercises.kinds` above its solution.
A solution uses nothing of its file but ``np`` and ``nv``: a learner reads it, copies it and runs it alone.
"""
