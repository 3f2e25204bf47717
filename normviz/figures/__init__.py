"""What an explorer shows, for paper: a ``matplotlib.figure.Figure`` that reads the picture on the screen.

Charts are drawn again from what they were drawn from (:mod:`normviz.drawing.part`), tables as they are written. To
have another kind of chart on paper, decorate its function with ``@part`` and add an entry to
``normviz.figures.charts.KINDS``.
All is as wide as a page's text, in the colours and marks of :mod:`normviz.drawing.theme`, and readable in grey.
matplotlib is imported when the first figure is asked for.
"""
