"""The sentence that a screen reader reads out: right after every change, and with the picture's own numbers."""

import random
import re
from bisect import bisect_left
from itertools import chain
from math import log, log1p

import numpy as np
import pytest

import normviz as nv
from normviz.explorers.controls import LISTS, NumberControl
from tests.markup import number, words_of

CHANGES = 40
MOST_OPTIONS = 6
NUMBER = r"(−?\d+(?:\.\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"

each_explorer = pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)


def wander(explorer, seed):
    """Change controls at random, as a reader may; yields after each change."""
    choose = random.Random(seed)
    buttons = [button for name, button in explorer.buttons.items() if name != "reset"]
    for _ in range(CHANGES):
        control = choose.choice(list(explorer.controls.values()))
        if buttons and choose.random() < 0.3:
            choose.choice(buttons).click()
        elif isinstance(control, LISTS):
            control.index = choose.randrange(len(control.options))
        elif isinstance(control, NumberControl):
            control.slider.value = choose.randint(0, control.slider.max)
        yield


def every_choice(explorer):
    """Take every option of every list, from the first picture on; yields after each."""
    for control in [c for c in explorer.controls.values() if isinstance(c, LISTS)]:
        for index in range(min(len(control.options), MOST_OPTIONS)):
            explorer.reset()
            control.index = index
            yield


def rounds_to(words, exact):
    """Whether the number as written is the exact one, to its last digit."""
    mantissa, _, power = words.partition("·10")
    decimals = len(mantissa.partition(".")[2])
    last = 10.0**-decimals * (number(f"1·10{power}") if power else 1)
    return abs(number(words) - exact) <= 0.501 * last + 1e-9 * abs(exact)


# For every explorer: the sentence as a pattern, and its numbers, recomputed from the data of the result.


def moderator(explorer):
    r, i = explorer.result, explorer.result.person
    x = (r.minutes - r.minutes.mean()) / r.minutes.std()
    if r.method == "min–max":
        x = (r.minutes - r.minutes.min()) / np.ptp(r.minutes)
    y = x * r.gamma + r.beta
    pattern = (
        f".+ talks {NUMBER} minutes? of a mean of {NUMBER}: balanced {NUMBER}, after γ and β {NUMBER}. "
        f"After γ and β the mean is {NUMBER} and σ {NUMBER}."
    )
    return pattern, [r.minutes[i], r.minutes.mean(), x[i], y[i], y.mean(), y.std()]


def scaling(explorer):
    r = explorer.result
    steep, flat = r.bowl.eigenvalues
    ends = f"converges, in {NUMBER} steps to 1 % of the way" if r.rate < 2 / steep else "diverges"
    away = np.linalg.eigh(r.bowl.hessian).eigenvectors[:, ::-1].T @ r.bowl.lowest
    # A factor of 1 − 1e-15 is lost in float64, its logarithm is not.
    logs = np.array([log1p(-s) if s < 1 else log(s - 1) for s in (r.rate * steep, r.rate * flat)])

    def arrived(k):
        return np.linalg.norm(away * np.exp(k * logs)) <= 0.01 * np.linalg.norm(away)

    steps = [bisect_left(range(10**18), True, key=arrived)] if r.rate < 2 / steep else []
    return f"{r.scale} features, η = {NUMBER}: the path {ends}. κ is {NUMBER}.", [
        r.rate,
        *steps,
        steep / flat,
    ]


def batch_norm(explorer):
    r = explorer.result
    column = r.table.values[:, r.column]
    x, n = column[r.row], r.normalized
    x_hat = (x - column.mean()) / np.sqrt(n.var[0, r.column] + n.eps)
    gamma, beta = explorer.gamma.value, explorer.beta.value
    pattern = (
        f".+, .+: {NUMBER} becomes {NUMBER}, after γ and β {NUMBER}. "
        f"The column has a mean of {NUMBER} and a σ of {NUMBER}."
    )
    sample = explorer.divide_by.index
    return pattern, [x, x_hat, gamma * x_hat + beta, column.mean(), column.std(ddof=sample)]


def epsilon(explorer):
    r = explorer.result
    x, var = r.column, r.column.var()
    away = x.max() - x.mean()
    pattern = (
        f"σ is {NUMBER}, ε is {NUMBER}: {NUMBER} becomes {NUMBER} with ε inside the root, {NUMBER} with ε outside, "
        f"{NUMBER} without ε."
    )
    by = [away / np.sqrt(var + r.eps), away / (np.sqrt(var) + r.eps), away / np.sqrt(var)]
    return pattern, [np.sqrt(var), r.eps, x.max(), *by]


def diagnose(explorer):
    r = explorer.result
    matches, known = r.diagnosis.matches, f"known {r.diagnosis.precision}"
    if not matches:
        return f"None .+ reproduces this result, {known}. The nearest is off by up to {NUMBER}.*", [
            r.diagnosis.difference
        ]
    return f"{NUMBER} conventions? reproduces? this result, {known}. {re.escape(matches[0].words)}", [
        len(matches)
    ]


def affine(explorer):
    r = explorer.result
    z = r.batch.z
    z_hat = (z[r.row] - z.mean()) / np.sqrt(z.var() + r.eps)
    p = r.gamma * z_hat + r.beta
    a = {"sigmoid": 1 / (1 + np.exp(-p)), "tanh": np.tanh(p), "ReLU": max(p, 0.0)}.get(r.activation)
    pattern = (
        f".+: {NUMBER} is normalized to {NUMBER}; with γ = {NUMBER} and β = {NUMBER} it gives p = {NUMBER}"
    )
    pattern += "." if a is None else f", and a = {NUMBER}."
    return pattern, [z[r.row], z_hat, r.gamma, r.beta, p, *([] if a is None else [a])]


def affine_learning(explorer):
    r = explorer.result
    share = 1 if r.form == "sum" else 1 / len(r.target)
    gamma, beta = r.path[r.step]
    loss = share * ((gamma * r.z_hat + beta - r.target) ** 2).sum() / 2
    design = np.column_stack([r.z_hat, np.ones_like(r.z_hat)])
    left = design @ np.linalg.lstsq(design, r.target)[0] - r.target
    when = f"After step {NUMBER}" if r.step else "At the start"
    settles = "" if r.rate < 2 / (share * len(r.target)) * (1 - 1e-9) else "; the steps do not settle"
    pattern = f"{when}: γ = {NUMBER}, β = {NUMBER}, and the loss is {NUMBER}, at best {NUMBER}{settles}."
    return pattern, [*([r.step] if r.step else []), gamma, beta, loss, share * (left**2).sum() / 2]


def training(explorer):
    r, run = explorer.result, explorer.settings.run.value
    when = f"After {NUMBER} steps" if r.step else "Before the first step"
    pattern = f"{when}, seed {NUMBER}: the loss is {NUMBER} with .+ and {NUMBER} with [^.]+."
    place, measure = explorer.place.value, explorer.measure.value
    if place != "the activation's input":
        pattern += re.escape(f" Distributions of {place}.")
    if not measure.startswith("Loss"):
        pattern += re.escape(f" Curves: {measure}, layer {explorer.layer.value + 1}.")
    s, frame = run.seeds.index(r.seed), list(run["frame_step"]).index(r.step)
    losses = [run["frame_loss"][s, list(run["norm"]).index(n.norm), frame] for n in r.networks]
    return pattern, [*([r.step] if r.step else []), r.seed, *losses]


def running_statistics(explorer):
    r = explorer.result
    mean, var = r.running_mean[0], r.running_var[0]
    for i in range(r.seen):
        batch = r.batches[i % len(r.batches)]
        take = 1 / (i + 1) if r.convention == "plain" else r.momentum
        if r.convention == "Keras":
            take = 1 - take
        mean = (1 - take) * mean + take * batch.mean()
        var = (1 - take) * var + take * batch.var(ddof=r.correction)
    pattern = (
        f"After {NUMBER} batch(?:es)?: the running mean is {NUMBER}, the running σ {NUMBER}. "
        f"Evaluation turns {NUMBER} into {NUMBER}; the population's would give {NUMBER}."
    )
    ways = [(r.x - m) / np.sqrt(v + 1e-5) for m, v in ((mean, var), r.population)]
    return pattern, [r.seen, mean, np.sqrt(var), r.x, *ways]


def padding(explorer):
    r, (b, t), k = explorer.result, explorer.result.token, explorer.result.feature
    stacked, mask = r.batch.values.reshape(-1, r.batch.values.shape[-1]), r.batch.mask
    column, real = stacked[:, k], stacked[mask.reshape(-1), k]
    row = r.batch.values[b, t]
    filled = np.where(mask.reshape(-1), column, real.mean())
    pool = {"batch_norm": column, "masked_batch_norm": real, "filled_batch_norm": filled, "layer_norm": row}[
        r.norm
    ]
    x_hat = (r.batch.values[b, t, k] - pool.mean()) / np.sqrt(pool.var() + 1e-5)
    y = explorer.gamma.value * x_hat + explorer.beta.value
    mean, means = {
        "batch_norm": (
            f"of d{NUMBER} is {NUMBER}, {NUMBER} without pads",
            [k + 1, column.mean(), real.mean()],
        ),
        "filled_batch_norm": (
            f"of d{NUMBER} is {NUMBER}, {NUMBER} without pads; its σ is {NUMBER}, {NUMBER} without pads",
            [k + 1, real.mean(), real.mean(), filled.std(), real.std()],
        ),
        "masked_batch_norm": (f"of d{NUMBER} without them is {NUMBER}", [k + 1, real.mean()]),
        "layer_norm": (f"of .+'s own row is {NUMBER}", [row.mean()]),
    }[r.norm]
    pattern = (
        f"{NUMBER} tokens a sentence, {NUMBER} of {NUMBER} rows are pads: the mean {mean}. "
        f".+ comes out as {NUMBER} by {re.escape(explorer.norm.value)}."
    )
    return pattern, [mask.shape[1], (~mask).sum(), mask.size, *means, y]


def axes(explorer):
    r, (b, t, k) = explorer.result, explorer.result.cell
    x, cell = r.batch.values[r.cell], [b + 1, t + 1, k + 1]
    where, by = f".+, sentence {NUMBER}, token {NUMBER}, d{NUMBER}: {NUMBER} becomes {NUMBER}", r.norm
    if by == "masked_batch_norm" and not r.batch.mask[b, t]:
        return f"{where}, as batch norm without pads leaves this pad out.", [*cell, x, 0]
    pool, pads = r.batch.values[r.pool], (r.pool & ~r.batch.mask[..., None]).sum()
    centre = 0 if by == "rms_norm" else pool.mean()
    spread = np.sqrt(np.mean((pool - centre) ** 2))
    shared = "root mean square" if by == "rms_norm" else f"mean {NUMBER} and σ"
    pattern = (
        f"{where} by {explorer.norm.value}, over {NUMBER} cells?{f', {NUMBER} of them pads,' if pads else ''} "
        f"with {shared} {NUMBER}."
    )
    counts = [len(pool), *([pads] if pads else [])]
    x_hat = (x - centre) / np.sqrt(spread**2 + 1e-5)
    return pattern, [*cell, x, x_hat, *counts, *([] if by == "rms_norm" else [centre]), spread]


def race(explorer):
    r = explorer.result
    here = {norm: curve[:, r.frame] for norm, curve in r.curves.items()}
    middle = [np.median(values) for values in here.values() if not np.isnan(values).any()]
    when = f"After {NUMBER} steps" if r.step else "Before the first step"
    steps = [r.step] if r.step else []
    start = f"{re.escape(r.label)}. {when}: "
    if not middle:
        return f"{start}there is (?:no gap|nothing trained yet).", steps
    if len(middle) == 1:
        return f"{start}.+ {NUMBER}.", [*steps, *middle]
    if len(middle) == 2:
        wins = (here[r.norms[0]] < here[r.norms[1]]).sum()
        seeds = f" Seed by seed, .+ is the lower one in {NUMBER} of {NUMBER}." if len(r.seeds) > 1 else ""
        return f"{start}.+ {NUMBER}, .+ {NUMBER}.{seeds}", [
            *steps,
            *middle,
            *([wins, len(r.seeds)] if seeds else []),
        ]
    lowest, highest = min(middle), max(middle)
    luck, widths = "", []
    if len(r.seeds) > 1:
        luck = f" The medians lie {NUMBER} apart, the seeds of one norm up to {NUMBER}."
        widths = [highest - lowest, max(np.ptp(v) for v in here.values() if not np.isnan(v).any())]
    return f"{start}lowest .+ {NUMBER}, highest .+ {NUMBER}.{luck}", [*steps, lowest, highest, *widths]


def ledger(explorer):
    r, said = explorer.result, explorer.judgements
    verdicts = {claim.id: claim.verdict for claim in explorer.settings.claims}
    agreed = sum(verdicts[key] == verdict for key, verdict in said.items())
    left = len(verdicts) - len(said)
    score = f"Nothing judged yet: {NUMBER} claims wait." if not said else ""
    score = score or f"Judged {NUMBER} of {NUMBER}: {NUMBER} as in the ledger; {NUMBER} waits?."
    numbers = [len(said), len(verdicts), agreed, left] if said else [left]
    if not r.count:
        return f"No claim fits. {score}", numbers
    claim = f"Claim {NUMBER} of {NUMBER}: {re.escape(r.claim.printed)}."
    if r.claim.id in said:
        working = re.escape(r.claim.recompute().working)
        claim += f" You: {said[r.claim.id]}. Ledger: {r.claim.verdict}. {working}."
    return f"{claim} {score}", [explorer.claim.value, r.count, *numbers]


RECOMPUTED = {
    nv.ModeratorExplorer: moderator,
    nv.ScalingExplorer: scaling,
    nv.BatchNormExplorer: batch_norm,
    nv.EpsilonExplorer: epsilon,
    nv.DiagnoseExplorer: diagnose,
    nv.AffineExplorer: affine,
    nv.AffineLearningExplorer: affine_learning,
    nv.TrainingExplorer: training,
    nv.RunningStatisticsExplorer: running_statistics,
    nv.PaddingExplorer: padding,
    nv.AxesExplorer: axes,
    nv.RaceExplorer: race,
    nv.LedgerExplorer: ledger,
}


@each_explorer
def test_sentence_holds_what_comes_out_after_every_change_as_the_picture_writes_it(kind):
    explorer = kind()
    drawn = 0
    for _ in chain(every_choice(explorer), wander(explorer, seed=kind.__name__)):
        said = " ".join(explorer.view.sentence.split())
        shown = words_of(explorer.view.value).replace("\u202f", "")
        assert [decimal for decimal in re.findall(r"−?\d+\.\d+", said) if decimal not in shown] == [], said
        if explorer.error:
            assert said == " ".join(f"This cannot be drawn. {explorer.error}".split())
            continue
        drawn += 1
        pattern, expected = RECOMPUTED[kind](explorer)
        match = re.fullmatch(pattern, said)
        assert match, (said, pattern)
        wrong = [(w, e) for w, e in zip(match.groups(), expected, strict=True) if not rounds_to(w, e)]
        assert wrong == [], said
    assert drawn > CHANGES / 2


@each_explorer
def test_what_a_control_cannot_hold_is_said(kind):
    explorer = kind()
    in_sight = [control for control in explorer.controls.values() if control.layout.display != "none"]
    first = next(control for control in in_sight if isinstance(control, NumberControl))
    first.box.value = -1 if isinstance(first.value, int) else float("nan")
    assert explorer.error
    assert explorer.error in explorer.view.sentence
    explorer.reset()
    assert explorer.error is None
    assert explorer.view.sentence == kind().view.sentence


@each_explorer
def test_sentence_is_short(kind):
    assert len(kind().view.sentence) < 250
