"""What is asked, a folder a chapter: what to predict, to work out by hand, and to write in code.

Every file is found by its place (:mod:`normviz.exercises.catalogue`), so nothing here is a list to be kept.
"""
