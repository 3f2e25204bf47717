"""A convention that reproduces a result, and how to get from it to torch's answer."""

from dataclasses import dataclass

import numpy as np

from normviz.diagnosis import conventions
from normviz.diagnosis.conventions import NO_EPS, POOLS, TORCH_EPS, USUAL_SIZES, Recipe
from normviz.drawing.numbers import fixed, significant

# A variance of equal numbers, which rounding can keep from 0.
ALMOST_0 = 1e-18
PLACES = {
    "inside": "inside the root",
    "outside": "outside the root",
    "added": "added to {}",
    "quotient": "added to the quotient",
}


@dataclass(frozen=True)
class Match:
    """What was done, as far as the numbers tell.

    Attributes
    ----------
    pool : "columns", "rows", "all", "rows on columns" and so on: which numbers share a mean
    centred : whether the mean was subtracted
    divisor : a key of ``conventions.DIVISORS``, such as "n", "n - 1", "sum", "variance", "rms", "range" or "none"
    pads : "in" or "out" of the pool, or "out of the mean alone" or "out of the variance alone", where the mask hides
        a part of a pool, else None
    eps : (place, value) pairs that all agree; place is "inside", "outside", "added" (to what is divided by),
        "quotient" (added to what was divided) or "absent"
    gamma, beta : fitted, one a feature; or None where neither is needed
    told : whether the numbers tell the pool; not where a free γ and β can take the place of its μ and σ
    words : all this as a sentence
    change : what to change to get torch's answer
    line : the line of NumPy that gives torch's answer
    predicted : array of x's shape, what the convention gives
    """

    pool: str
    centred: bool
    divisor: str
    pads: str | None
    eps: tuple[tuple[str, float], ...]
    gamma: np.ndarray | None
    beta: np.ndarray | None
    told: bool
    words: str
    change: str
    line: str
    predicted: np.ndarray


def describe(recipe: Recipe, eps, predicted: np.ndarray, gamma=None, beta=None) -> Match:
    """Put a recipe whose ``eps`` variants agree with the result into words; ``predicted`` is what it gives."""
    return Match(
        recipe.pool.key,
        recipe.centred,
        recipe.divisor,
        recipe.pads,
        tuple(eps),
        gamma,
        beta,
        gamma is None or not recipe.pool.absorbed,
        _words(recipe, eps, gamma, beta),
        _change(recipe, eps, gamma, alone=all(predicted.shape[axis] == 1 for axis in recipe.pool.axes)),
        _line(recipe, predicted.ndim),
        predicted,
    )


def _words(recipe: Recipe, eps, gamma, beta) -> str:
    if recipe.is_new:
        new = "new batch norm in evaluation mode{}: its running mean is 0 and its running variance 1"
        if NO_EPS not in eps:
            return f"A {new.format('')}; {_eps_words(eps)}."
        nothing = "Nothing was done: the result is x itself."
        return f"{nothing} Or a {new.format(' did it')}." if _may_be_new(recipe, eps) else nothing
    if gamma is not None and recipe.pool.absorbed:
        kind = "column" if recipe.pool.feature_axis == -1 else "index of axis 1"
        return (
            f"Each {kind} is x times one number plus one number. Batch norm in training gives this with "
            f"γ = {listed(gamma)} and β = {listed(beta)}, taking n and ε = 1e-5"
            f"{_in_evaluation(recipe, gamma, beta)}. Which it was, over which pool, with n or n − 1 and which ε, "
            f"cannot be told: any fixed scaling of each {kind} does the same."
        )
    parts = [f"Pool: {recipe.pool.words}"]
    if recipe.pads is not None:
        left = recipe.pads if "alone" in recipe.pads else "out of the pool"
        parts.append("pads in the pool" if recipe.pads == "in" else f"pads left {left}")
    if recipe.divisor not in ("range", "-1 to 1", "quartiles"):
        parts.append("mean subtracted" if recipe.centred else "mean not subtracted")
    either = gamma is not None and recipe.divisor == "n"
    parts.append("divided by σ (n or n − 1 cannot be told: γ takes it up)" if either else recipe.words)
    text = "; ".join(parts)
    scaling = recipe.divisor in conventions.SCALINGS
    if recipe.divisor not in ("range", "none") and not (scaling and NO_EPS in eps):
        added_to = "it" if scaling else "σ" if recipe.divisor.startswith("√σ") else "σ²"
        text += f"; {_eps_words(eps)}".replace("{}", added_to)
        if ("inside", USUAL_SIZES[-1]) in eps and NO_EPS not in eps and np.any(recipe.spread < ALMOST_0):
            text += "; or no ε, and 1 in place of a σ of 0, as scikit-learn's StandardScaler does"
    if gamma is not None:
        text += f"; then γ = {listed(gamma)} and β = {listed(beta)}, fitted one a feature"
    return f"{text}."


def _in_evaluation(recipe: Recipe, gamma, beta) -> str:
    """The running mean and variance with which a batch norm gives the same in evaluation mode, with γ = 1 and β = 0."""
    slope = gamma / recipe.denominators([TORCH_EPS])[0].ravel()
    mean, variance = recipe.shift.ravel() - beta / slope, slope**-2.0 - TORCH_EPS[1]
    if not (np.all(slope > 0) and np.all(variance > 0)):
        return ""
    both = f"running mean {listed(mean)} and running variance {listed(variance)}"
    return f"; in evaluation mode, where γ = 1 and β = 0, with {both}"


def _may_be_new(recipe: Recipe, eps) -> bool:
    """Whether a new batch norm in evaluation mode, with torch's ε, gives this result as well as doing nothing."""
    return recipe.is_new and (TORCH_EPS in eps or NO_EPS not in eps)


def _eps_words(eps) -> str:
    if set(eps) >= {pair for pair in conventions.USUAL_EPS if pair[0] != "added"}:
        return "ε cannot be told (any usual one fits, and none at all)"
    by_place = {}
    for place, value in eps:
        by_place.setdefault(place, []).append(value)
    if "absent" in by_place and len(eps) > 1:
        largest = [f"{max(by_place[p]):g} {words}" for p, words in PLACES.items() if p in by_place]
        return f"no ε, or one too small to show here (up to {' or '.join(largest)})"
    parts = ["no ε"] if "absent" in by_place else []
    for place, words in PLACES.items():
        if place in by_place:
            parts.append(f"ε {' or '.join(f'{v:g}' for v in sorted(by_place[place], reverse=True))} {words}")
    return ", or ".join(parts) + (", which cannot be told apart here" if len(eps) > 1 else "")


def _change(recipe: Recipe, eps, gamma, *, alone: bool) -> str:
    layer = "torch.nn.LayerNorm" if recipe.pool.key.startswith("rows") else "torch.nn.BatchNorm1d"
    other = _other_layer(recipe, eps) if gamma is None else ""
    also = f"This is already the answer of {other}. " if other else ""
    key, divisor, is_turned = recipe.pool.key, recipe.divisor, recipe.pool is conventions.TURNED
    no_sigma = divisor in ("range", "none", "rms", "√ε", *conventions.SCALINGS) or recipe.power != 1
    other_layout = ", if your features stand last (if x is (N, C, L), this is BatchNorm1d's pool already)"
    first = other_layout * (key == "channels first")
    has_root = divisor in ("n", "n - 1", "sum", "other count")
    out = recipe.pads not in (None, "in")
    all_steps = {
        "keep the axis of the means: keepdims=True": is_turned,
        f"pool down each feature's column{first}": not is_turned and key not in ("columns", "rows"),
        "subtract the mean": not recipe.centred or divisor in ("range", "-1 to 1", "quartiles"),
        "divide by √(σ² + ε)": no_sigma,
        "take the root of the variance: divide by √(σ² + ε)": divisor.startswith("variance"),
        "divide the variance by n: ddof=0 in NumPy, correction=0 in torch": divisor.endswith("n - 1"),
        "divide the variance by the count of numbers in the pool": divisor == "other count",
        "divide the sum of squares by n before you take its root": divisor == "sum",
        _other_eps(eps): has_root and TORCH_EPS not in eps,
        "let the pads into the pool, since it knows no mask (a loss, not a gain)": out,
        "set γ to 1 and β to 0, or give the layer these γ and β as weight and bias": gamma is not None,
    }
    steps = [step for step, is_needed in all_steps.items() if is_needed]
    if (recipe.pool.absorbed and gamma is not None) or _may_be_new(recipe, eps):
        steps[0] = f"call layer.train() if the layer was in evaluation mode; else {steps[0]}"
    if not steps and alone and layer.endswith("1d"):
        return "torch.nn.BatchNorm1d refuses to train on one row alone: give it two or more, or call layer.eval()"
    if not steps:
        also = " in training" if layer.endswith("1d") else ""
        if recipe.pool.axes == (2,):
            also = ", and torch.nn.InstanceNorm1d's if x is (N, C, L)"
        elif recipe.pool in POOLS[1]:
            also += ", and torch.nn.LayerNorm's if the list is one row"
        return f"This is already {layer}'s answer{also}"
    return f"{also}For {layer}'s answer: {'; '.join(steps)}"


def _other_eps(eps) -> str:
    places = dict(reversed(eps))
    if "absent" in places or ("inside", USUAL_SIZES[-1]) in eps:
        return "add ε = 1e-5 inside the root"
    if "inside" in places:
        return "use ε = 1e-5 in place of {0:g}, or give the layer eps={0:g}".format(places["inside"])
    return f"put ε = 1e-5 inside the root, not {'outside' if 'outside' in places else 'behind it'}"


def _other_layer(recipe: Recipe, eps) -> str:
    """Another layer of torch's that does just this, or nothing."""
    if recipe.pads not in (None, "in"):
        return ""
    if recipe.divisor == "rms" and (recipe.pool.key == "rows" or recipe.pool in POOLS[1]):
        if NO_EPS in eps or ("inside", conventions.EPS_OF_FLOAT32) in eps:
            return "torch.nn.RMSNorm"
        return next((f"torch.nn.RMSNorm with eps={value:g}" for place, value in eps if place == "inside"), "")
    if not recipe.centred or recipe.divisor != "n" or TORCH_EPS not in eps:
        return ""
    return {
        "sentence features": "torch.nn.InstanceNorm1d to x.transpose(1, 2) (if x is (N, C, L), of a layer norm over C)",
        "sentences": "torch.nn.LayerNorm over (L, D)",
    }.get(recipe.pool.key, "")


def _line(recipe: Recipe, ndim: int) -> str:
    ways = {"rows": "axis=-1, keepdims=True", "channels": "axis=(0, 2), keepdims=True"}
    axis = ways.get(recipe.pool.key.split()[0], "axis=(0, 1)" if ndim == 3 else "axis=0")
    return f"(x - x.mean({axis})) / np.sqrt(x.var({axis}) + 1e-5)"


def listed(numbers: np.ndarray) -> str:
    shown = [significant(v) if 1e-9 < abs(v) < 0.01 else fixed(v) for v in numbers[:6]]
    return f"({', '.join(shown)}{', …' if len(numbers) > 6 else ''})"
