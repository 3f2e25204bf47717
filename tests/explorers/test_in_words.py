"""The sentence that a screen reader reads out: right after every change, and with the picture's own numbers."""

import random
import re
from itertools import chain

import numpy as np

import normviz as nv
from normviz.explorers.controls import LISTS, NumberControl
from tests.abuse.oracles import ORACLES
from tests.abuse.test_random_controls import check_result
from tests.explorers.test_base import each_explorer
from tests.markup import number, words_of

CHANGES = 40
MOST_OPTIONS = 6
NUMBER = r"(−?\d+(?:\.\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)"


def wander(explorer, seed):
    """Change controls at random, as a reader may; yields after each change its name and the settings before it."""
    choose = random.Random(seed)
    buttons = [(name, button) for name, button in explorer.buttons.items() if name != "reset"]
    for _ in range(CHANGES):
        before = explorer.settings
        name, control = choose.choice(list(explorer.controls.items()))
        if buttons and choose.random() < 0.3:
            name, button = choose.choice(buttons)
            button.click()
        elif isinstance(control, LISTS):
            control.index = choose.randrange(len(control.options))
        elif isinstance(control, NumberControl):
            control.slider.value = choose.randint(0, control.slider.max)
        yield name, before


def every_choice(explorer):
    """Take every option of every list, from the first picture on; yields its name and the first settings."""
    for name, control in [(n, c) for n, c in explorer.controls.items() if isinstance(c, LISTS)]:
        for index in range(min(len(control.options), MOST_OPTIONS)):
            explorer.reset()
            before = explorer.settings
            control.index = index
            yield name, before


def rounds_to(words, exact):
    """Whether the number as written is the exact one, to its last digit."""
    mantissa, _, power = words.partition("·10")
    decimals = len(mantissa.partition(".")[2])
    last = 10.0**-decimals * (number(f"1·10{power}") if power else 1)
    return abs(number(words) - exact) <= 0.501 * last + 1e-9 * abs(exact)


# For every explorer: the sentence as a pattern, and its numbers, which an oracle computes another way.


def moderator(explorer):
    r, i = explorer.result, explorer.result.person
    pattern = (
        f".+ talks {NUMBER} minutes? of a mean of {NUMBER}: balanced {NUMBER}, after γ and β {NUMBER}. "
        f"After γ and β the mean is {NUMBER} and σ {NUMBER}."
    )
    return pattern, [r.minutes[i], r.before.mean, r.balanced[i], r.y[i], r.final.mean, r.final.std]


def scaling(explorer):
    r = explorer.result
    settles = r.rate < r.bowl.bound
    ends = f"converges, in {NUMBER} steps to 1 % of the way" if settles else "diverges"
    steps = [r.steps_needed] if settles else []
    kappa = r.bowl.eigenvalues[0] / r.bowl.eigenvalues[1]
    return f"{r.scale} features, η = {NUMBER}: the path {ends}. κ is {NUMBER}.", [r.rate, *steps, kappa]


def batch_norm(explorer):
    r = explorer.result
    cell, n = (r.row, r.column), r.normalized
    pattern = (
        f".+, .+: {NUMBER} becomes {NUMBER}, after γ and β {NUMBER}. "
        f"The column has a mean of {NUMBER} and a σ of {NUMBER}."
    )
    column = r.table.values[:, r.column]
    return pattern, [column[r.row], n.x_hat[cell], n.y[cell], column.mean(), n.std[0, r.column]]


def epsilon(explorer):
    r = explorer.result
    at = r.column.argmax()
    pattern = (
        f"σ is {NUMBER}, ε is {NUMBER}: {NUMBER} becomes {NUMBER} with ε inside the root, {NUMBER} with ε outside, "
        f"{NUMBER} without ε."
    )
    by = [r.x_hat[place][at] for place in ("inside", "outside", "none")]
    return pattern, [r.std, r.eps, r.column[at], *by]


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
    r, row = explorer.result, explorer.result.row
    pattern = (
        f".+: {NUMBER} is normalized to {NUMBER}; with γ = {NUMBER} and β = {NUMBER} it gives p = {NUMBER}"
    )
    pattern += "." if r.activation == "none" else f", and a = {NUMBER}."
    numbers = [r.batch.z[row], r.batch.z_hat[row], r.gamma, r.beta, r.batch.p[row], r.batch.a[row]]
    return pattern, numbers[: pattern.count(NUMBER)]


def affine_learning(explorer):
    r = explorer.result
    when = f"After step {NUMBER}" if r.step else "At the start"
    settles = "" if r.rate < r.bound * (1 - 1e-9) else "; the steps do not settle"
    pattern = f"{when}: γ = {NUMBER}, β = {NUMBER}, and the loss is {NUMBER}, at best {NUMBER}{settles}."
    return pattern, [*([r.step] if r.step else []), *r.path[r.step], r.losses[r.step], r.lowest_loss]


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
    mean, var = r.running_mean[r.seen], r.running_var[r.seen]
    pattern = (
        f"After {NUMBER} batch(?:es)?: the running mean is {NUMBER}, the running σ {NUMBER}. "
        f"Evaluation turns {NUMBER} into {NUMBER}; the population's would give {NUMBER}."
    )
    ways = [(r.x - m) / np.sqrt(v + 1e-5) for m, v in ((mean, var), r.population)]
    return pattern, [r.seen, mean, np.sqrt(var), r.x, *ways]


def padding(explorer):
    r, (b, t), k = explorer.result, explorer.result.token, explorer.result.feature
    mask, (mean, std), (real_mean, real_std) = r.batch.mask, r.with_pads, r.without_pads
    said, numbers = {
        "batch_norm": (f"of d{NUMBER} is {NUMBER}, {NUMBER} without pads", [k + 1, mean[k], real_mean[k]]),
        "filled_batch_norm": (
            f"of d{NUMBER} is {NUMBER}, {NUMBER} without pads; its σ is {NUMBER}, {NUMBER} without pads",
            [k + 1, mean[k], real_mean[k], std[k], real_std[k]],
        ),
        "masked_batch_norm": (f"of d{NUMBER} without them is {NUMBER}", [k + 1, real_mean[k]]),
        "layer_norm": (f"of .+'s own row is {NUMBER}", [r.batch.values[b, t].mean()]),
    }[r.norm]
    pattern = (
        f"{NUMBER} tokens a sentence, {NUMBER} of {NUMBER} rows are pads: the mean {said}. "
        f".+ comes out as {NUMBER} by {re.escape(explorer.norm.value)}."
    )
    return pattern, [mask.shape[1], (~mask).sum(), mask.size, *numbers, r.normalized.y[b, t, k]]


def axes(explorer):
    r, (b, t, k) = explorer.result, explorer.result.cell
    cell, x, y = [b + 1, t + 1, k + 1], r.batch.values[r.cell], r.normalized.y[r.cell]
    where, by = f".+, sentence {NUMBER}, token {NUMBER}, d{NUMBER}: {NUMBER} becomes {NUMBER}", r.norm
    if by == "masked_batch_norm" and not r.batch.mask[b, t]:
        return f"{where}, as batch norm without pads leaves this pad out.", [*cell, x, 0]
    shared = "root mean square" if by == "rms_norm" else f"mean {NUMBER} and σ"
    pattern = (
        f"{where} by {explorer.norm.value}, over {NUMBER} cells?{f', {NUMBER} of them pads,' if r.pads else ''} "
        f"with {shared} {NUMBER}."
    )
    counts = [r.count, *([r.pads] if r.pads else [])]
    return pattern, [*cell, x, y, *counts, *([] if by == "rms_norm" else [r.mean]), r.std]


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
        counts = [wins, len(r.seeds)] if seeds else []
        return f"{start}.+ {NUMBER}, .+ {NUMBER}.{seeds}", [*steps, *middle, *counts]
    lowest, highest = min(middle), max(middle)
    luck, widths = "", []
    if len(r.seeds) > 1:
        first, *_, last = sorted((v for v in here.values() if not np.isnan(v).any()), key=np.median)
        both = f"Their seeds {'overlap: maybe luck' if first.max() >= last.min() else 'do not overlap'}."
        luck = f" The medians lie {NUMBER} apart, the seeds of one norm up to {NUMBER}. {both}"
        shown = np.round(
            [highest, lowest], 3 if r.measure.endswith("_gap") else 2
        )  # and they are what is subtracted
        widths = [shown[0] - shown[1], max(np.ptp(v) for v in here.values() if not np.isnan(v).any())]
    return f"{start}lowest: .+, {NUMBER}; highest: .+, {NUMBER}.{luck}", [*steps, lowest, highest, *widths]


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


SAID = {
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
    oracle, drawn = ORACLES[kind.__name__](explorer, {}), 0
    for name, before in chain(every_choice(explorer), wander(explorer, seed=kind.__name__)):
        oracle.moved(name, before, explorer.settings)
        said = " ".join(explorer.view.sentence.split())
        shown = words_of(explorer.view.value).replace("\u202f", "")
        assert [decimal for decimal in re.findall(r"−?\d+\.\d+", said) if decimal not in shown] == [], said
        if explorer.error:
            assert said == " ".join(f"This cannot be drawn. {explorer.error}".split())
            continue
        drawn += 1
        check_result(explorer, oracle)
        pattern, expected = SAID[kind](explorer)
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
