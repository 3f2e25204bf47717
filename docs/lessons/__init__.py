"""The kit of the lesson: ``python -m docs.lessons`` writes all that a teacher takes into the room.

The steps of the lesson, and what a teacher says at each, stand in ``normviz/stages/lesson.md``.
"""
