"""Chapter 10, your own network: functions to mend and to write, and a norm of the learner's own."""

import numpy as np

import normviz as nv
from normviz.diagnosis import diagnose
from normviz.exercises.kinds import function, mistake, own_table


def norm_of_words(x, mask, eps=1e-5):
    n = mask.sum()
    mean = x.sum(axis=(0, 1)) / n
    var = ((x - mean) ** 2).sum(axis=(0, 1)) / n
    return (x - mean) / np.sqrt(var + eps)


def _pads_at_0(norm):
    return lambda x, mask: norm(x, mask) * mask[..., None]


def _padded():
    rng = np.random.default_rng(110)
    found = [(nv.examples.hi_nitish().batch.values, nv.examples.hi_nitish().batch.mask)]
    for lengths in ((2, 5, 3), (4, 1)):
        mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
        found.append((rng.normal(2, 1, size=(*mask.shape, 3)) * mask[..., None], mask))
    small, mask = found[1]
    return [*found, (0.002 * small, mask)]  # a spread near √ε tells where ε stands


@function(
    "10.10",
    title="Spot the bugs: a norm that knows the mask",
    ask="norm_of_words(x, mask, eps=1e-5) is meant to leave the pads out: x has shape (B, L, D) and holds zeros at "
    "the pads, mask (B, L) is True at real words. Pads shall enter neither the mean nor the variance, and come out "
    "as 0. The author tested the mean, and it is right. Two bugs are left. Mend them, and set answer to your mended "
    "function.",
    given=norm_of_words,
    inputs=_padded,
    arguments=("x", "mask"),
    nudge="A pad adds 0 to the sum of the values. What does it add to the sum of the squares of x − mean?",
    method="Multiply (x − mean) by mask[..., None] before you square it, and once more at the end.",
    why="A pad is silent in Σx, and loud in Σ(x − μ)²: it adds μ². And after the subtraction it is −μ/σ, no longer "
    "0. A mask must be used wherever a sum is taken, and where the result leaves.",
    wrong={
        "This is layer norm: each word has its own mean over its features. Here each feature has one.": _pads_at_0(
            lambda x, mask: nv.layer_norm(x).y
        ),
        "This is instance norm: each sentence has its own mean. Here all real words share one.": _pads_at_0(
            lambda x, mask: nv.instance_norm(x).y
        ),
        "The mean is that of the real words. The variance is that of all rows, pads included.": _pads_at_0(
            lambda x, mask: (x - x[mask].mean(axis=0)) / np.sqrt(x.var(axis=(0, 1)) + 1e-5)
        ),
        "Nothing has changed yet: pads still add μ² to the variance, and come out as −μ/σ.": norm_of_words,
        "The pads come out as 0 now. They still add μ² to the variance.": (
            lambda x, mask: norm_of_words(x, mask) * mask[..., None]
        ),
        "Mean and variance are right. The pads still come out as −μ/σ.": {"return away": "return (x - mean)"},
        "Now the pads are counted everywhere, in n too: that is batch norm without a mask.": (
            lambda x, mask: nv.batch_norm(x).y
        ),
        "The pads come out as 0, but the variance counts them: in the sum, and in the number it is divided by.": {
            "(away**2).sum(axis=(0, 1)) / n": "((x - mean) ** 2).mean(axis=(0, 1))"
        },
        "Mean and variance are right, but ε is missing: √(σ² + ε).": {" + eps)": ")"},
        "Mean and variance are right. ε stands outside the root: √(σ² + ε).": mistake(
            {"np.sqrt(var + eps)": "(np.sqrt(var) + eps)"}, 5
        ),
        "You divided the sum of squares by n − 1. Batch norm divides by n, here the number of real words.": mistake(
            {"(0, 1)) / n\n    return": "(0, 1)) / (n - 1)\n    return"}, 3
        ),
        "The pads come out as 0, but mean and variance count them.": (
            lambda x, mask: nv.batch_norm(x).y * mask[..., None]
        ),
        "The sum of squares is right. You divided it by all rows, pads included.": {
            "**2).sum(axis=(0, 1)) / n": "**2).mean(axis=(0, 1))"
        },
        "You divided the sum of squares by all rows, and the pads do not come out as 0.": {
            "**2).sum(axis=(0, 1)) / n": "**2).mean(axis=(0, 1))",
            "return away": "return (x - mean)",
        },
    },
)
def mended(x, mask, eps=1e-5):
    real, n = mask[..., None], mask.sum()
    mean = x.sum(axis=(0, 1)) / n
    away = (x - mean) * real
    var = (away**2).sum(axis=(0, 1)) / n
    return away / np.sqrt(var + eps)


def _stores():
    rng = np.random.default_rng(111)
    return [
        (rng.normal(4, 2, size=(6, 3)), np.array([4.0, 0, 1]), np.array([4.0, 1, 9])),
        (rng.normal(0, 1, size=(8, 2)), np.zeros(2), np.ones(2)),
        (rng.normal(-3, 0.5, size=(5, 4)), np.array([-3.0, -2, 0, 1]), np.array([0.3, 0.2, 1, 4])),
    ]


def _away(x, mean, var, std=None):
    """Both distances with their signs."""
    std = x.std(axis=0) if std is None else std
    return np.array([(mean - x.mean(axis=0)) / std, np.sqrt(var) / std - 1])


def _gap(x, mean, var, std=None):
    return np.abs(_away(x, mean, var, std))


@function(
    "10.11",
    title="The gap of a layer",
    ask="Write gaps(x, running_mean, running_var) for a batch x of shape (N, D) and what a batch norm layer has "
    "stored, two arrays of shape (D,). It returns an array of shape (2, D): first |running mean − μ|/σ of each "
    "feature, then |running σ/σ − 1|, where μ and σ are the batch's (divided by n).",
    inputs=_stores,
    arguments=("x", "running_mean", "running_var"),
    nudge="Which of the three is a variance, and what is asked for?",
    method="mean, std = x.mean(axis=0), x.std(axis=0); then np.sqrt(running_var)/std.",
    why="Two numbers a feature: how far the stored mean lies from the batch's, and by which share the stored σ is "
    "off, both in the batch's σ. Both near 0: the two modes agree.",
    wrong={
        "You compared the running variance with σ. Take its root first.": lambda x, m, v: _gap(x, m, v**2),
        "The first row is right. In the second you compared the variances: take both roots first.": (
            lambda x, m, v: np.array([_gap(x, m, v)[0], np.abs(v / x.var(axis=0) - 1)])
        ),
        "The first row is right. The second holds the quotients: how far is each from 1?": (
            lambda x, m, v: np.array([_gap(x, m, v)[0], np.sqrt(v) / x.std(axis=0)])
        ),
        "You divided by the running σ. The batch's σ is the unit here.": (
            lambda x, m, v: np.array(
                [np.abs(m - x.mean(axis=0)) / np.sqrt(v), np.abs(x.std(axis=0) / np.sqrt(v) - 1)]
            )
        ),
        "The second row is right. In the first you divided by the running σ: the batch's σ is the unit.": (
            lambda x, m, v: np.array([_gap(x, m, v, np.sqrt(v))[0], _gap(x, m, v)[1]])
        ),
        "The two rows have changed places.": lambda x, m, v: _gap(x, m, v)[::-1],
        "The second row is right. In the first, take the distance without its sign.": (
            lambda x, m, v: np.array([_away(x, m, v)[0], _gap(x, m, v)[1]])
        ),
        "The first row is right. In the second, take the distance from 1 without its sign.": (
            lambda x, m, v: np.array([_gap(x, m, v)[0], _away(x, m, v)[1]])
        ),
        "You took the batch's σ with n − 1.": mistake(
            lambda x, m, v: _gap(x, m, v, x.std(axis=0, ddof=1)), 3
        ),
        "The sizes are right, but these are distances: take them without a sign.": _away,
    },
)
def gaps(x, running_mean, running_var):
    mean, std = x.mean(axis=0), x.std(axis=0)
    of_mean = np.abs(running_mean - mean) / std
    of_std = np.abs(np.sqrt(running_var) / std - 1)
    return np.array([of_mean, of_std])


def _recipes():
    rng = np.random.default_rng(112)
    # The last spread is near √ε: it tells where ε stands.
    sizes = {(4, 5, 3): [9, 1, 0.1], (6, 3, 3): [1, 30, 5], (2, 4, 6): 2, (3, 4, 2): 0.004}
    return [(rng.normal(size=shape) * size + 2,) for shape, size in sizes.items()]


@function(
    "10.12",
    title="Values of foods",
    ask="Write norm_of_values(x) for recipes x of shape (N, foods, values): every value (energy, salt, …) gets "
    "mean 0 and σ 1 over all foods of all recipes (n, ε = 1e-5 inside the root), as torch's BatchNorm1d would give "
    "it if the values stood in the middle. The result has the shape of x.",
    inputs=_recipes,
    nudge="Which numbers may share a mean with the salt of one food?",
    method="Pool over the axes that are no values, (0, 1), with keepdims=True.",
    why="A pool holds what can be compared: the salt of all foods in all recipes. Naming the axis by what it means "
    "protects where the lengths agree by chance.",
    wrong={
        "You pooled over axes 0 and 2, as torch does with this block: each place in the recipe has a mean, and "
        "all values share it.": mistake({"(0, 1)": "(0, 2)"}, 14),
        "You pooled over the values of each food: that is layer norm.": lambda x: nv.layer_norm(x).y,
        "You pooled over the foods of each recipe alone: that is instance norm.": (
            lambda x: nv.instance_norm(x).y
        ),
        "One mean for everything: no value is brought to its own scale.": {"(0, 1)": "(0, 1, 2)"},
        "You divided by n − 1. Batch norm divides by n.": mistake({"x.var(": "x.var(ddof=1, "}, 3),
        "The pool is right, but ε is missing.": lambda x: nv.batch_norm(x, eps=0).y,
        "The pool is right. ε stands outside the root: √(σ² + ε) is asked.": mistake(
            {"np.sqrt(var + 1e-5)": "(np.sqrt(var) + 1e-5)"}, 5
        ),
        "The pool is right. The root is missing: divide by √(σ² + ε).": {"np.sqrt": ""},
    },
)
def norm_of_values(x):
    mean = x.mean(axis=(0, 1), keepdims=True)
    var = x.var(axis=(0, 1), keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-5)


def _is_cut(arrived, left):
    return bool(left.min() == 0 and (left == 0).mean() > 0.1)


def _only_scaled(arrived, left):
    if arrived.shape != left.shape or not arrived.any():
        return False
    return np.allclose(left, arrived * np.vdot(arrived, left) / np.vdot(arrived, arrived))


def _is_told(arrived, left):
    """Whether one norm alone leads from the first to the second; columns that were scaled lead both ways."""
    return any(match.told for match in diagnose(arrived, left).matches)


@own_table(
    "10.13",
    title="A norm of your own",
    ask="Take a model of your own, or any that you have trained, and one of its norm layers. Catch what arrives "
    "there and what leaves it, for one batch, with a forward hook, as section 1 of chapter 10 does. Bring both as "
    "tables, at least 3 rows and 2 columns, features last (reshape what has more axes). answer = (arrived, left). It "
    "is right where nv.diagnose can name what the layer did.",
    parts=("arrived", "left"),
    limits=(
        (
            lambda arrived, left: min(arrived.shape) >= 2 and len(arrived) >= 3,
            "Bring at least 3 rows and 2 columns.",
        ),
        (
            lambda arrived, left: arrived.shape == left.shape,
            "Both tables must have the same shape: same batch, same layer.",
        ),
        (
            lambda arrived, left: _is_told(arrived, left) or not _is_told(left, arrived),
            "The two have changed places: what arrived is the norm of what left. Give answer = (arrived, left).",
        ),
    ),
    holds=lambda arrived, left: not _only_scaled(arrived, left) and bool(diagnose(arrived, left).matches),
    otherwise="nv.diagnose finds no norm that leads from the first table to the second. Are both of the same batch, "
    "from the same layer, and are the features the columns? It knows norms that pool over columns, over rows, or over "
    "all: no group norm, and no instance norm.",
    nudge="A forward hook is called with the layer, its inputs as a tuple, and its output.",
    method="kept = [], then norm.register_forward_hook(lambda _, inputs, output: kept.append((inputs[0].detach(), "
    "output.detach().clone()))). After model(x), arrived and left are the two in kept[0], each with .numpy().",
    why="Two tables, and much of the convention can be read off: which numbers share a mean, γ and β. (Of columns that "
    "were only scaled and moved, nobody can tell whether it was a batch norm: a norm in evaluation mode does no more.) "
    "This is how an inspection sees a layer, and it asks for no line of the model's code.",
    wrong={
        "What leaves is what arrived, or that times one number. Is it the norm that you caught? A new batch norm "
        "in evaluation mode does no more than this, either: train it first.": mistake(
            lambda: (np.arange(8.0).reshape(4, 2), 3 * np.arange(8.0).reshape(4, 2)), when=_only_scaled
        ),
        "No number of what leaves is below 0, and many are exactly 0: a ReLU has been at work. Put the hook on the "
        "norm itself; and if the ReLU behind it has inplace=True, keep output.detach().clone().": mistake(
            lambda: (_OWN, np.maximum(nv.batch_norm(_OWN).y, 0)), when=_is_cut
        ),
    },
)
def a_norm_of_your_own():
    # From your model: arrived, left = kept[0], as NumPy arrays. These are what a layer norm has done:
    arrived = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
    left = nv.layer_norm(arrived, gamma=[1, 2, 0.5], beta=[0, 0.1, -1]).y
    return arrived, left


_OWN = np.array([[2.0, 30, 1], [4, 10, 3], [1, 25, 2], [7, 40, 6]])
