"""What the tests of bad input share: small good inputs, and what a refusal in words looks like."""

import numpy as np
import pytest

import normviz as nv

TABLE = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, -1.0]])
BLOCK = np.arange(12.0).reshape(2, 3, 2) ** 1.5
RESULT = nv.batch_norm(TABLE)
PADS = nv.PaddedBatch.from_sentences(["a", "a b"], {"a": [1.0, 2.0], "b": [3.0, 4.0]})


def refused(call, error, *words):
    """Assert that ``call`` raises ``error`` itself, not a relative, with all ``words`` in its message."""
    with pytest.raises(error) as refusal:
        call()
    message = str(refusal.value)
    assert type(refusal.value) is error, message
    for word in (*words, "expected", "got"):
        assert word in message, f"{word!r} is missing in {message!r}"
