"""The picture of the scaling explorer: the loss from above with the descent on it, and what decides its shape."""

import math

from markupsafe import Markup

from normviz import _inputs
from normviz.descent import SCALES, bowl
from normviz.drawing.charts import number_line
from normviz.drawing.legend import MEAN_KEY, legend
from normviz.drawing.markup import fold, join, outlined, tag
from normviz.drawing.names import LINE, short_name
from normviz.drawing.numbers import fixed, many, mean_and_std, significant
from normviz.drawing.parts import (
    arithmetic,
    lost_digits,
    named_row,
    noted,
    panel,
    panels,
    scrolled_table,
    titled,
    valued,
)
from normviz.drawing.picture import Picture
from normviz.drawing.plane import close_up, contour_ratio, leaves_at, plane
from normviz.drawing.scale import Scale
from normviz.drawing.sizes import LONGEST
from normviz.table import Table
from normviz.views.scaling import Result

MOST_STEPS = 10_000  # of a picture that stands still


def scaling_picture(result: Result) -> Markup:
    """Draw what :func:`normviz.views.scaling.compute` returns."""
    near = close_up(result.bowl, result.path)
    numbers = _comparison(result), noted(_about_contours(result)), _arithmetic(result)
    folds = (
        near and fold("The first steps close up", near),
        fold("All numbers: H, λ, κ and the steps", *numbers),
    )
    parts = _plane(result), _beside(result), [*folds, _features(result)]
    lost = lost_digits((result.table.values.mean(axis=0), result.table.values.std(axis=0)))
    return join(_lead(result), lost, panels(map(panel, parts), look="nv-from-above"))


def _lead(result: Result) -> Markup:
    bound = result.bowl.bound
    across = result.bowl.factors(result.rate)[0]
    if result.diverges:
        verdict = "diverges"
        reason = f"each step multiplies the distance across the valley by {_factor(across)}"
    elif result.rate == bound:
        verdict, reason = "never settles", "each step lands just as far away on the other side"
    else:
        verdict, steps = "converges", whole(result.steps_needed)
        reason = f"{steps} steps until 1 % of the way is left"
    share = f"η = {significant(result.rate)} is {_share(result)} the bound, 2/λ"
    share = tag("span", share, tag("sub", "max"), " = ", valued(significant(bound)), ".", class_="nv-line2")
    return tag("p", "The path ", valued(verdict), f": {reason}.", share, class_="nv-lead")


def _share(result: Result) -> str:
    """How far η is on its way to its bound, before the bound's name."""
    share = result.rate / result.bowl.bound
    if share > 10:
        return f"{significant(share, 3)} times"
    return f"{fixed(100 * share, 1) if abs(share - 1) < 0.01 else significant(100 * share, 3)} % of"


def _plane(result: Result) -> Markup:
    walked = many(len(result.path) - 1, "step")
    label = (
        f"The loss over the two weights, {result.scale}, with {walked} of gradient descent from (0, 0): "
        f"{'the path diverges' if result.diverges else 'the path converges'}"
    )
    title = f"The loss L(w1, w2) from above, {result.scale}"
    return _walk(result, result.bowl, result.path, title, label, dashed=result.diverges)


def _beside(result: Result) -> Markup | None:
    """A walk where the other scale makes the loss another: how much narrower the valley is, is seen at once."""
    walk = result.beside
    if walk is None:
        return None
    label = (
        f"A walk from the same start, {walk.scale}, with the best η there: {many(len(walk.path) - 1, 'step')}"
    )
    own = tag("span", "(at its best η)", class_="nv-note")
    return _walk(result, walk.bowl, walk.path, [f"… and {walk.scale} ", own], label, key="beside:")


def _walk(
    result: Result, bowl, path, title: str | list, label: str, *, dashed: bool = False, key: str = ""
) -> Markup:
    """A walk on a loss seen from above, below its title; ``label`` says what it is, and here how far it came."""
    left_at = leaves_at(path, bowl)
    said = remark = f"after {many(result.steps, 'step')}"
    if left_at is not None:  # in the plane there is room for few words
        said, remark = f"leaves the picture at step {left_at}", f"leaves at step {left_at}"
    label, names = f"{label}, {said}", weights(result.table)
    drawn = plane(bowl, path, label=label, names=names, remark=remark, dashed=dashed, key=key)
    return join(titled(title), drawn)


def weights(table: Table, longest: int = LONGEST) -> tuple[str, str]:
    """The names of the two weights, for the axes of a plane."""
    first, second = (short_name(name, longest) for name in table.columns[:2])
    return f"w1, the weight of {first}", f"w2, the weight of {second}"


def _about_contours(result: Result) -> str:
    ratio = significant(contour_ratio(result.bowl), 2)
    narrow = significant(math.sqrt(result.bowl.condition_number), 3)
    return (
        f"Along a contour the loss is the same, and the stronger the tint, the lower it is; from one to the next, the "
        f"loss above the lowest grows {ratio} times. "
        f"Each contour is √κ = {narrow} times as long as it is wide."
    )


def show_descent(data, scale: str = "raw", *, rate: float | None = None, steps: int = 40) -> Picture:
    """Draw the loss of two features from above, and gradient descent on it.

    Parameters
    ----------
    data : a table with three columns, two features and the number to predict
    scale : "raw", "scaled only", "min–max" or "standardized", done to all three columns
    rate : the learning rate; about nine tenths of the bound 2/λ_max unless told
    steps : how many steps are drawn

    Returns
    -------
    Picture, shown by a notebook

    Raises
    ------
    TypeError, ValueError
        For data that has no such loss, another scale, or a learning rate that is not above 0.

    Examples
    --------
    >>> from normviz import datasets
    >>> show_descent(datasets.four_students(), "standardized", rate=1)
    standardized: κ = 3.539, η = 1, 8 steps until 1 % of the way is left
    """
    table = Table.of(data)
    if len(table.columns) != 3:
        raise ValueError(f"data: expected 3 columns, two features and a target, got {len(table.columns)}")
    _inputs.one_of("scale", scale, SCALES)
    if _inputs.whole("steps", steps, at_least=0) > MOST_STEPS:
        raise ValueError(f"steps: expected at most {MOST_STEPS}, got {_inputs.describe(steps)}")
    values = SCALES[scale](table.values)
    loss = bowl(values[:, :2], values[:, 2])
    rate = loss.rate_at(0.9) if rate is None else rate
    path = loss.path(rate, steps)
    needed = loss.steps_until(0.01, rate)
    said = f"κ = {significant(loss.condition_number)}, η = {significant(rate, 3)}"
    arrives = "it diverges" if needed is None else f"{whole(needed)} steps until 1 % of the way is left"
    picture = plane(
        loss,
        path,
        label=f"The loss from above, {scale}: {said}, {arrives}",
        names=weights(table),
        remark=f"{many(len(path) - 1, 'step')} drawn",
        dashed=needed is None,
    )
    title, note = titled(f"{scale}: {said}"), noted(arrives)
    return Picture(tag("div", title, picture, note, class_="nv-alone"), f"{scale}: {said}, {arrives}")


def _comparison(result: Result) -> Markup:
    head = ["features", "κ", ["2/λ", tag("sub", "max")], "steps at best η"]
    rows = []
    for name, its_bowl in result.bowls.items():
        chosen = name == result.scale
        if isinstance(its_bowl, Exception):
            numbers = ["–"] * 3
        else:
            steps = its_bowl.steps_until(0.01, its_bowl.best_rate)
            numbers = [significant(its_bowl.condition_number), significant(its_bowl.bound), whole(steps)]
        cells = []
        for i, number in enumerate(numbers):
            look = outlined("nv-across", i == 0, i == 2) if chosen else None
            cells.append(tag("td", number, data_key=f"{name}:{i}", class_=look))
        rows.append(named_row(tag("b", name) if chosen else name, cells, data_key=f"row:{name}"))
    caption = "The same data on four scales"
    head = tag("tr", [tag("th", name, scope="col") for name in head])
    return scrolled_table(caption, head, rows, look="nv-table nv-tone-column nv-wide-names")


def _arithmetic(result: Result) -> Markup:
    bowl, rate = result.bowl, result.rate
    (h11, h12), (_, h22) = bowl.hessian.tolist()
    steep, flat = bowl.eigenvalues
    across, along = bowl.factors(rate)
    steps = [
        ("H", f"means of x1², x1·x2, x2² = {significant(h11)}, {significant(h12)}, {significant(h22)}"),
        ("λ", f"eigenvalues of H = {significant(steep)} across the valley, {significant(flat)} along it"),
        ("κ", f"{significant(steep)} / {significant(flat)} = {significant(bowl.condition_number)}"),
        ("1 − ηλ", f"{_factor(across)} across, {_factor(along)} along: the factor of one step"),
    ]
    return arithmetic(steps)


def _features(result: Result) -> Markup:
    x = result.values[:, :2]
    mean, std = x.mean(axis=0), x.std(axis=0)
    scale = Scale.around(x, mean - std, mean + std)
    title = "Both features on one axis"
    lines = [titled(title)]
    for k, name in enumerate(short_name(name, LINE) for name in result.table.columns[:2]):
        span = f"from {significant(x[:, k].min())} to {significant(x[:, k].max())}"
        lines += [
            tag("p", f"{name}, {result.scale}: {span}"),
            number_line(
                x[:, k],
                scale=scale,
                mean=mean[k],
                std=std[k],
                tone="column",
                label=f"{name}, {result.scale}: {mean_and_std(mean[k], std[k])}, {span}",
                lights=f"x:*,{k}",
            ),
        ]
    return fold(title, *lines, legend([MEAN_KEY]))


def whole(count: int) -> str:
    """A number of steps, in threes; where nobody would read the last ones, a power of ten.

    >>> whole(27984), whole(152694301379181), whole(None)
    ('27\\u202f984', '1.527·10¹⁴', 'no number of')
    """
    if count is not None and count >= 1e9:
        return significant(count)
    return "no number of" if count is None else f"{count:,}".replace(",", "\u202f")


def _factor(value: float) -> str:
    # 0.99999999 must not be printed as 1: what is missing decides how slow the descent is.
    text = fixed(value, 4)
    if text in ("1.0000", "−1.0000") and value not in (1, -1):
        return f"1 − {significant(1 - value, 2)}"
    return text
