"""The lessons, from one source: ``python -m docs.lessons`` writes all that a teacher takes into the room.

``minutes_*.py`` say what happens in each minute. From them come a plan to print, a notebook, a deck of slides and the
sheets of each lesson.
"""
