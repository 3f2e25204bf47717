"""Random tables, blocks and masks for the property tests, the same ones on every run."""

import os

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

# Derandomized: a run in continuous integration fails for a change of the code, never for bad luck.
properties = settings(
    derandomize=True,
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A mutant need only be found out; to look for the smallest example takes a minute each time.
    phases=[Phase.generate] if "MUTANT_UNDER_TEST" in os.environ else tuple(Phase),
)

# From a spread of 1e-2 around 1e6 to values of a million around 0.
SCALES = ((1.0, 0.0), (1e-2, 1e6), (1e6, 0.0), (1e-3, -5.0), (30.0, 1e3))


def _numbers(shape):
    """Numbers on a grid, so that every spread is either 0 or far above rounding, then scaled and moved."""
    cells = hnp.arrays(np.int64, shape, elements=st.integers(-100, 100))
    return st.builds(lambda x, change: x / 100 * change[0] + change[1], cells, st.sampled_from(SCALES))


def _sizes(*bounds):
    return st.tuples(*(st.integers(low, high) for low, high in bounds))


def rows():
    """One row, (D,)."""
    return _sizes((1, 8)).flatmap(_numbers)


def tables(fewest_rows=2):
    """Tables, (N, D)."""
    return _sizes((fewest_rows, 7), (1, 5)).flatmap(_numbers)


def blocks():
    """Blocks of sentences, (B, L, D) with an even number of features; at least two tokens a sentence."""
    return _sizes((1, 4), (2, 5), (1, 3)).map(lambda s: (*s[:2], 2 * s[2])).flatmap(_numbers)


def tables_or_blocks():
    return st.one_of(tables(), blocks())


@st.composite
def masked(draw, arrays, *, real_rows=1):
    """An array and a mask over its rows with at least ``real_rows`` real ones in every sentence."""
    x = draw(arrays)
    sentences = np.zeros(x.shape[:-1], dtype=bool).reshape(-1, x.shape[-2])
    for sentence in sentences:
        order = draw(st.permutations(range(len(sentence))))
        sentence[list(order[: draw(st.integers(min(real_rows, len(sentence)), len(sentence)))])] = True
    return x, sentences.reshape(x.shape[:-1])


@st.composite
def parameters(draw, features):
    """γ and β, one number or one a feature."""
    shapes = st.sampled_from([(), (features,)])
    numbers = st.integers(-30, 30).map(lambda n: n / 10)
    arrays = shapes.flatmap(lambda s: hnp.arrays(np.float64, s, elements=numbers))
    return draw(arrays), draw(arrays)
