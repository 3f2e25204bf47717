"""Exercises that know why an answer is wrong.

``engine.py`` holds what a learner calls. The questions of a chapter stand in ``questions/NN.md``, where
:mod:`normviz.exercises.chapter` reads them. A solution uses nothing of its file but ``np`` and ``nv``: a learner reads
it, copies it and runs it alone.
"""
