"""What an explorer shows, for paper: result in, ``matplotlib.figure.Figure`` out.

Each file draws the result of the model that it is called as, at the width of a page's text, in the colours and marks
of :mod:`normviz.drawing.theme`, and readable in grey. matplotlib is imported when the first figure is asked for.
"""
