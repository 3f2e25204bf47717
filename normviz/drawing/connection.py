"""What a widget looks like whose kernel is gone: it says so once, and no longer looks current.

JupyterLab marks every part of such a widget with an icon that pushes the controls apart, and leaves the picture as if
a slider could still move it.
"""

from normviz.drawing.theme import COLOURS

WORDS = "Not connected: the kernel was restarted or stopped. Choose Run → Run All Cells to start again."
CSS = f"""
.nv-live .jupyter-widgets-disconnected::before{{content:none}}
.nv-live.jupyter-widgets-disconnected::before{{content:"{WORDS}";display:block;align-self:stretch;font:inherit;
font-size:var(--jp-ui-font-size1,13px);line-height:1.45;color:var(--jp-ui-font-color1,CanvasText);
border:2px dashed {COLOURS["pad"]};padding:.4em .8em;margin:0 0 .5em}}
.nv-live.jupyter-widgets-disconnected>*{{opacity:.42;filter:grayscale(1);pointer-events:none}}
"""
