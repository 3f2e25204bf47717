"""What JupyterLab's presentation mode does to a widget: it grows with the text and the code around it.

JupyterLab leaves widgets in their small print there, which is what a class came to read.
"""

CSS = """
.jp-mod-presentationMode .nv-live{--jp-widgets-font-size:var(--jp-content-font-size1);
font-size:var(--jp-widgets-font-size)}
"""
