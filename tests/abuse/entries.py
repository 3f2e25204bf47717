"""Every public function: how it is called well, and what each of its arguments may take of what is bad."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

import normviz as nv
from normviz.experiments import stored
from tests.abuse import bad_values as may

TABLE = [[1.0, 2.0], [3.0, 5.0], [4.0, -1.0]]
BLOCK = np.arange(12.0).reshape(2, 3, 2) ** 1.5
MASK = np.array([[True, True, False], [True, True, True]])
NETWORK = torch.nn.Sequential(torch.nn.BatchNorm1d(2, dtype=torch.float32))
EMBEDDING = {"a": [1.0, 2.0], "b": [3.0, 4.0]}
THREE = [[1, 20, 3.0], [2, 10, 1], [4, 40, 2], [3, 35, 5]]

gamma = {"gamma": may.numbers, "beta": may.numbers}
eps = {"eps": may.number(0)}
mask = {"mask": may.optional(may.booleans)}


class Entry(NamedTuple):
    """A function, arguments that suit it, and what each argument may take of what is bad: its name → predicate.

    An argument that is not named may take nothing of it, or anything where the function ``answers``: says what is
    wrong in a message. ``skips`` names what is left out for a reason; ``says`` maps an argument to the names that its
    messages use, where these are others; ``watches`` returns what a refusal must leave as it was.
    """

    call: Callable
    good: dict
    takes: dict
    says: dict = {}  # noqa: RUF012
    skips: tuple = ()
    answers: bool = False
    watches: Callable[[], object] = lambda: None


def running():
    made = nv.RunningStatistics()
    made.update(TABLE)
    return made


def of_running(method):
    """A method of one RunningStatistics, and its state."""
    made = running()
    return getattr(made, method), lambda: (made.mean.tolist(), made.var.tolist(), made.batches, made.momentum)


def of_batch(method):
    made = nv.PaddedBatch.from_sentences(["a", "a b"], EMBEDDING)
    return getattr(made, method), lambda: (made.values.tolist(), made.tokens, made.lengths.tolist())


def inspected(model, inputs, batches=None, **told):
    return (
        nv.inspect(model, inputs, **told) if batches is None else nv.inspect(model, batches=batches, **told)
    )


def checked(id, answer=..., more=None, variant=None):
    return nv.check(id, answer, *(() if more is None else (more,)), variant=variant)


def normed(norm):
    return getattr(nv, norm)(TABLE)


update, updated = of_running("update")
evaluate, evaluated = of_running("normalize")
pad_to, padded = of_batch("pad_to")

ENTRIES = {
    "normalize": Entry(nv.normalize, {"x": TABLE, "axis": 0}, {"x": may.numbers, "axis": may.whole(-2, 1),
        "correction": may.number(0, 3), **mask, **gamma, **eps}),
    "batch_norm": Entry(nv.batch_norm, {"x": TABLE}, {"x": may.numbers, "correction": may.number(0, 3), **mask,
        **gamma, **eps}),
    "layer_norm": Entry(nv.layer_norm, {"x": TABLE}, {"x": may.numbers, **gamma, **eps}),
    "instance_norm": Entry(nv.instance_norm, {"x": BLOCK}, {"x": may.numbers, **mask, **gamma, **eps}),
    "group_norm": Entry(nv.group_norm, {"x": BLOCK, "groups": 2}, {"x": may.numbers, "groups": may.whole(1), **mask,
        **gamma, **eps}),
    "rms_norm": Entry(nv.rms_norm, {"x": TABLE}, {"x": may.numbers, "gamma": may.numbers, **eps}),
    "batch_norm_backward": Entry(nv.batch_norm_backward, {"dy": TABLE, "normalized": normed("batch_norm")},
        {"dy": may.numbers}),
    "layer_norm_backward": Entry(nv.layer_norm_backward, {"dy": TABLE, "normalized": normed("layer_norm")},
        {"dy": may.numbers}),
    "finite_differences": Entry(nv.finite_differences, {"loss": lambda x: abs(x).sum() / 100, "x": TABLE},
        {"loss": callable, "x": may.numbers, "step": may.number(0, above=True)}, skips=("int",)),
    "padding_law": Entry(nv.padding_law, {"mean": 3.0, "var": 2.0, "real_fraction": 0.5}, {"mean": may.numbers,
        "var": may.numbers, "real_fraction": may.number(0, 1, above=True), "fill": may.one_of("zeros", "mean")}),
    "self_attention": Entry(nv.self_attention, {"x": BLOCK, "mask": MASK, "projections": [np.eye(2)] * 3},
        {"x": may.numbers, **mask, "mask_output": may.boolean, "projections": may.none}),
    "RunningStatistics": Entry(nv.RunningStatistics, {"start_mean": [1.0, 2.0], "start_var": 1.0},
        {"momentum": may.optional(may.number(0, 1)), "start_mean": may.numbers, "start_var": may.numbers}),
    "RunningStatistics.update": Entry(update, {"x": BLOCK, "mask": MASK}, {"x": may.numbers, **mask},
        watches=updated),
    "RunningStatistics.normalize": Entry(evaluate, {"x": BLOCK, "mask": MASK}, {"x": may.numbers, **mask, **gamma,
        **eps}, watches=evaluated),
    "PaddedBatch": Entry(nv.PaddedBatch, {"values": BLOCK * MASK[..., None], "mask": MASK, "tokens": [["a", "b",
        "c"]] * 2, "lengths": [2, 3]}, {"values": may.numbers, "mask": may.booleans, "tokens": may.names,
        "lengths": may.numbers}),
    "PaddedBatch.from_sentences": Entry(nv.PaddedBatch.from_sentences, {"sentences": ["a", "a b"],
        "embedding": EMBEDDING}, {"sentences": may.names, "embedding": may.mapping,
        "length": may.optional(may.whole(2, 10**7))}),
    "PaddedBatch.from_vectors": Entry(nv.PaddedBatch.from_vectors, {"vectors": [TABLE, TABLE[:2]]},
        {"vectors": may.either(may.names, may.numbers), "tokens": may.optional(may.names),
        "length": may.optional(may.whole(3, 10**7))}),
    "PaddedBatch.pad_to": Entry(pad_to, {"length": 4}, {"length": may.whole(2, 10**7)}, watches=padded),
    "Table": Entry(nv.Table, {"values": TABLE, "rows": ("a", "b", "c"), "columns": ("x", "y")},
        {"values": may.numbers, "rows": may.names, "columns": may.names, **mask}),
    "Table.of": Entry(nv.Table.of, {"data": TABLE}, {"data": may.table, "rows": may.optional(may.names),
        "columns": may.optional(may.names), **mask}),
    "Table.parse": Entry(nv.Table.parse, {"text": "1 2\n3 4"}, {"text": may.one_of("1")}, says={"text": ("table",)}),
    "Table.with_values": Entry(nv.Table.of(TABLE).with_values, {"values": TABLE, "columns": [1, 0]},
        {"values": may.numbers}),
    "datasets.year_of_students": Entry(nv.datasets.year_of_students, {"count": 5}, {"count": may.whole(1, 10**7),
        "seed": may.whole(0)}),
    "descent.raw": Entry(nv.descent.raw, {"x": TABLE}, {"x": may.numbers}),
    "descent.scaled": Entry(nv.descent.scaled, {"x": TABLE}, {"x": may.numbers}),
    "descent.standardized": Entry(nv.descent.standardized, {"x": TABLE}, {"x": may.numbers}),
    "descent.min_max": Entry(nv.descent.min_max, {"x": TABLE}, {"x": may.numbers}),
    "descent.bowl": Entry(nv.descent.bowl, {"features": TABLE, "target": [1.0, 0.0, 2.0]}, {"features": may.numbers,
        "target": may.numbers}),
    "race_values": Entry(nv.race_values, {"run": stored("race"), "measure": "eval_mode", "norm": "ln",
        "position": "pre", "batch_size": 32, "learning_rate": 0.02}, {}),
    "check_environment": Entry(nv.check_environment, {}, {}),
    "skip_without": Entry(nv.skip_without, {"package": "torch"}, {"package": lambda v: isinstance(v, str)}),
    "check": Entry(checked, {"id": "02.6"}, {}, answers=True),
    "hint": Entry(nv.hint, {"id": "02.6"}, {}, answers=True),
    "predict": Entry(nv.predict, {"id": "06.2"}, {}, answers=True),
    "language": Entry(nv.language, {"code": "en"}, {}),
    "say": Entry(nv.say, {"chapter": "06"}, {}, answers=True),
    "class_votes": Entry(nv.class_votes, {"folder": "."}, {}, answers=True),
    "phone_vote": Entry(nv.phone_vote, {"id": "06.3", "page": "https://example.org/vote.html"}, {}, answers=True),
    "solution": Entry(nv.solution, {"id": "02.6"}, {}, answers=True),
    "questions": Entry(nv.questions, {"chapter": "02.6"}, {}, answers=True),
    "stage": Entry(nv.stage, {"chapter": "07"}, {"chapter": may.one_of("07")}),
    "diagnose": Entry(nv.diagnose, {"x": TABLE, "result": nv.batch_norm(TABLE).y}, {}, answers=True),
    "inspect": Entry(inspected, {"model": NETWORK, "inputs": torch.tensor(TABLE)},
        {"mask": may.optional(may.booleans), "batches": may.none,
        "optimizer": may.none, "lengths": may.none},
        skips=("torch.eye(2).to_sparse()", "[torch.ones(2, requires_grad=True), torch.ones(2)]")),
    "mixed_test": Entry(nv.mixed_test, {}, {}, answers=True),
    "progress": Entry(nv.progress, {}, {}, answers=True),
    "show": Entry(nv.show, {"data": TABLE, "pool": "column", "cell": (0, 1)}, {"data": may.table,
        "caption": may.words, "pool": may.optional(may.one_of("column", "row")), "pads": may.boolean,
        "cell": may.none, "tone": may.optional(may.one_of("column", "row", "affine")),
        "decimals": may.whole(0, 12)}),
    "beside": Entry(lambda pictures: nv.beside(pictures), {"pictures": nv.show(TABLE)}, {}),
    "show_affine": Entry(nv.show_affine, {"column": [1.0, 2.0, 4.0]}, {"column": may.numbers, "gamma": may.number(),
        "beta": may.number(), "name": may.words, "reach": may.optional(may.numbers)}),
    "show_claims": Entry(nv.show_claims, {"claims": nv.examples.printed_claims()}, {}),
    "show_descent": Entry(nv.show_descent, {"data": THREE}, {"data": may.table,
        "scale": may.one_of(*nv.descent.SCALES), "rate": may.optional(may.number(0, above=True)),
        "steps": may.whole(0, 10**5)}),
    "show_diagram": Entry(nv.show_diagram, {"name": "H"}, {"name": may.one_of("gpa-iq", "section 1", "chain", "H")}),
    "show_network": Entry(nv.show_network, {"features": ["f1"], "nodes": ["z1", "z2"]}, {"features": may.names,
        "nodes": may.names}),
    "show_pipeline": Entry(nv.show_pipeline, {"example": nv.examples.hi_nitish(), "until": 3},
        {"until": may.whole(1, 5)}),
    "show_spread": Entry(nv.show_spread, {"x": [1, 2], "measured": {"bn": [[1.0, 2.0], [2.0, 3.0]]}, "title": "loss",
        "x_name": "depth"}, {"x": may.either(may.names, may.numbers), "measured": may.mapping, "title": may.words,
        "x_name": may.words, "log": may.boolean, "cap": may.optional(may.number()),
        "guide": may.none, "tones": may.none}),
    "examples.printed_claims": Entry(nv.examples.printed_claims, {}, {"example": may.none}),
    "AffineExplorer": Entry(nv.AffineExplorer, {}, {"data": may.optional(may.table),
        "example": may.one_of("z table", "GPA and IQ"), "column": may.whole(1, 3), "gamma": may.number(),
        "beta": may.number(), "activation": may.one_of("sigmoid", "tanh", "ReLU", "none"),
        "other": may.optional(may.numbers)}),
    "AffineLearningExplorer": Entry(nv.AffineLearningExplorer, {}, {"data": may.optional(may.table),
        "rate": may.number(0, above=True), "step": may.whole(0), "loss": may.one_of("sum", "mean")}),
    "AxesExplorer": Entry(nv.AxesExplorer, {}, {"data": may.optional(may.either(may.numbers, may.sentences)),
        "embedding": may.optional(may.mapping), "example": may.one_of("Hi Nitish", "three sentences"),
        "features": may.whole(1, 10**6), "norm": may.one_of("batch norm"), "cell": may.optional(may.numbers)},
        says={"data": ("data", "sentences"), "cell": ("cell", "sentence")}),
    "BatchNormExplorer": Entry(nv.BatchNormExplorer, {}, {"data": may.optional(may.table),
        "example": may.one_of("z table"), "row": may.whole(1, 5), "column": may.whole(1, 3)}),
    "DiagnoseExplorer": Entry(nv.DiagnoseExplorer, {"x": TABLE, "result": TABLE}, {"x": may.numbers,
        "result": may.numbers}),
    "EpsilonExplorer": Entry(nv.EpsilonExplorer, {}, {"column": may.numbers}),
    "LedgerExplorer": Entry(nv.LedgerExplorer, {}, {"claims": may.none,
        "document": may.optional(may.one_of("moderator")), "claim": may.none}),
    "LedgerExplorer.judge": Entry(nv.LedgerExplorer().judge, {"verdict": "wrong"}, {"verdict": may.one_of("wrong")}),
    "ModeratorExplorer": Entry(nv.ModeratorExplorer, {}, {"times": may.optional(may.table),
        "meeting": may.one_of("two camps")}),
    "PaddingExplorer": Entry(nv.PaddingExplorer, {}, {"data": may.optional(may.either(may.numbers, may.sentences)),
        "embedding": may.optional(may.mapping), "example": may.one_of("Hi Nitish"), "norm": may.one_of("layer norm"),
        "feature": may.whole(1, 3), "features": may.whole(1, 10**6), "ahead": may.boolean, "one_column": may.boolean},
        says={"data": ("data", "sentences")}),
    "RaceExplorer": Entry(nv.RaceExplorer, {}, {"run": may.none,
        "norms": may.none, "position": may.none,
        "batch_size": may.none, "learning_rate": may.none,
        "step": may.whole(0, 360)}),
    "RunningStatisticsExplorer": Entry(nv.RunningStatisticsExplorer, {}, {"data": may.optional(may.table),
        "column": may.whole(1, 3), "seen": may.whole(0, 20), "momentum": may.number(0, 1), "rows": may.whole(2)}),
    "ScalingExplorer": Entry(nv.ScalingExplorer, {}, {"data": may.optional(may.table), "scale": may.one_of("raw")}),
    "TrainingExplorer": Entry(nv.TrainingExplorer, {}, {"run": may.none,
        "step": may.optional(may.whole(0, 10**4)), "left": may.none,
        "right": may.none}),
}  # fmt: skip

# Records of numbers that other functions return: nobody calls these with input.
RECORDS = {"Attention", "Normalized", "descent.Bowl"}
