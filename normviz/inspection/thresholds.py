"""Every threshold of a finding, in one table."""

from math import log

# name → (threshold, why this one)
THRESHOLDS = {
    "tiny pool": (8, "σ of n numbers is off by about 1/√(2(n − 1)): a quarter; no |x̂| can pass √(n − 1)"),
    "pads moved": (0.01, "a hundredth of σ: below, no digit that anybody reads changes"),
    "gap in μ": (0.25, "a quarter of σ, and 2/√N more, which chance alone brings with N samples in a batch"),
    "gap in σ": (log(1.25), "a quarter of σ, and 2/√(2N) more, which chance alone brings"),
    "warm-up": (0.01, "weight of the initial 0 and 1: 44 batches with momentum 0.1, 458 with 0.01"),
    "left of the start": (0.05, "weight of the initial 0 and 1: below, other causes of a gap are larger"),
    "slow momentum": (0.005, "half of the slowest in use, 0.01; the initial 0 and 1 fade after 900 batches"),
    "dropout": (log(1.1), "what dropout adds to σ through a layer between: a tenth, and less in wide models"),
    "together": (0.1, "a tenth of the σ of what leaves the model"),
    "chance": (1.2, "times what leaves with half a batch's statistics: 0.6 to 1.3 where nothing is wrong"),
    "systematic": (4, "times what chance brings for a layer's μ, squared: 1 where nothing is wrong"),
    "constant": (1e-5, "σ, of |μ|: float32 keeps seven digits, and a mean of many numbers loses two of them"),
    "Keras' momentum": (0.5, "above it, the last batch weighs more than all that came before"),
    "damping ε": (100, "an ε from 1e-4 to 1e-3 is meant to damp: new mobile nets have pools down to ε / 20"),
    "below ε": (0.25, "a quarter of the pools; a feature that is nearly always 0 is usual in a good network"),
    "dead γ": (0.01, "of the layer's largest: such a feature leaves the layer next to constant"),
    "young branch": (0.1, "γ that began at 0, in a branch that is added to something, and has hardly grown"),
    "share dead": (0.02, "one feature in 50; a trained network may lose one or two of hundreds"),
    "gradient left": (0.3, "0 if μ and σ both carry gradient; about 0.7 if one does not, and 1 if neither"),
}


FEW = 44  # batches


def threshold(name: str) -> float:
    return THRESHOLDS[name][0]
