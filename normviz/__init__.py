"""normviz: batch and layer normalization, rebuilt by hand and made to move.

>>> import normviz as nv
>>> nv.batch_norm(nv.examples.z_table().values, eps=0).y[0].round(4)
array([ 1.1859,  1.1667, -0.2041])
"""

from pathlib import Path

from normviz._later import fetched_later, listed_in

__version__ = "0.1.0"

_LISTED = listed_in(
    Path(__file__).with_suffix(".pyi")
)  # what is public, and where it lies, is said there alone
__all__ = [name for names in _LISTED.values() for name in names]
__getattr__, __dir__ = fetched_later(globals(), _LISTED)
