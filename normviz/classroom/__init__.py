"""What a teacher opens: the votes of a class, a summary of its records, a test with questions of all chapters.

What the engine itself needs stays with it: ``votes.py`` writes a vote, ``settings.py`` reads what a teacher has set.
"""
