"""What an inspection found: a table, sentences, and each layer by its name."""

import re
from dataclasses import dataclass, field

import numpy as np
import torch
from markupsafe import Markup
from torch import nn

from normviz import _inputs
from normviz.inspection.findings import CODES, Finding
from normviz.inspection.gap import comparable, young
from normviz.inspection.layers import eps_of, names_of_stored, quantized, stored_of
from normviz.inspection.pictured import pictured
from normviz.inspection.rows import named, tables
from normviz.message import Code, Items, Message, Title

MOST_CURES = 6  # lines that are written down, where one thing is found in many layers
_VARYING = re.compile(r"'[^']*'|\d")


@dataclass(frozen=True, eq=False)
class Layer:
    """One norm layer, and what reached it.

    Attributes
    ----------
    name : as in ``model.named_modules()``
    kind : its class
    family : "batch", "layer", "rms", "group" or "instance"
    pool : which numbers share a mean, in words; "" if it was never called
    pool_size : how many numbers that is; 0 if it was never called
    calls : what was recorded, one :class:`normviz.inspection.record.Call` a call
    training : its own flag
    eps, gamma, beta : its ε, and its γ and β as arrays, or None; nobody knows γ and β of a layer of your own
    stored : (mean, variance), its running statistics as they were, or None
    facts : "module" (its id), "own" (whether it is none of torch's), "function" (such as "F.layer_norm", where it
        is no layer), "momentum" (of one of torch's; of another, what the batch weighed in its running mean), "batches"
        (seen; None where it does
        not count), "learns" (whether γ or β does), "learning" (those parameters), "groups", "features" (what it was
        made for), "counted" (whether torch can count its statistics anew), "eps" (whether it has an ε of that name),
        "untold" (whether this is None), "quantized" (whether it is of 8 bits), "fused" (whether it is a part of a layer
        that is trained for 8 bits and keeps its statistics), "stored", "stored_shape" (names and shape of its running
        mean and variance), "biased" (whether it stores
        variances over n), "added" (whether its output is added to something else), "mixed" (whether it goes into a
        layer that mixes places, and not features), "taken" (the features' axis of the recurrent layer that it goes
        into, or None), "detached" (of a layer of your own: how much gradient its statistics let through that they
        should not)
    """

    name: str
    kind: str
    family: str
    pool: str
    pool_size: int
    calls: tuple
    training: bool
    eps: float
    gamma: np.ndarray | None
    beta: np.ndarray | None
    stored: tuple[np.ndarray, np.ndarray] | None
    facts: dict

    @classmethod
    def of(cls, name, module, family, calls, *, how, given, learning, pool, **facts) -> "Layer":
        """Read what a module says of itself, beside its recorded ``calls``.

        ``how`` is "" for a layer of torch's, "own" for one of the model's, or the function that was called; ``facts``
        are those that the run has shown.
        """
        seen = getattr(module, "num_batches_tracked", None)
        names, weight, biased = learning or (names_of_stored(module), None, False)
        stored = given.stored if given else stored_of(module, names)
        shape = None if stored is None else tuple(stored[0].shape)
        stored = None if stored is None else tuple(map(_array, stored))
        if seen is not None and not seen and stored and (stored[0].any() or np.any(stored[1] != 1)):
            seen = None  # they were loaded, and their count was not
        gains = [given.gamma, given.beta] if given else [getattr(module, n, None) for n in ("weight", "bias")]
        learning = module.parameters() if how == "own" else gains
        learning = [p for p in learning if isinstance(p, nn.Parameter)]
        return cls(
            name,
            how if how.startswith("F.") and list(module.children()) else type(module).__name__,
            family,
            pool.words if pool else "",
            pool.size if pool else 0,
            tuple(calls),
            module.training and not quantized(module),
            given.eps if given else eps_of(module, torch.float32),
            *((None, None) if how == "own" else map(_array, gains)),
            stored,
            facts
            | {
                "momentum": weight if how == "own" else getattr(module, "momentum", given and given.momentum),
                "module": id(module),
                "own": how == "own",
                "function": how if how.startswith("F.") else "",
                "batches": None if seen is None else int(seen),
                "learns": any(p.requires_grad for p in learning),
                "learning": learning,
                "groups": given.groups if given else getattr(module, "num_groups", pool and pool.groups),
                "features": getattr(module, "num_features", 0),
                "counted": isinstance(module, nn.modules.batchnorm._BatchNorm) and not quantized(module),
                "quantized": quantized(module),
                "eps": hasattr(module, "eps"),
                "untold": getattr(module, "eps", 0) is None,
                "stored": names,
                "stored_shape": shape,
                "biased": biased,
            },
        )

    @property
    def uses_batch(self) -> bool:
        """Whether the statistics are those of the numbers that come in, and not stored ones."""
        if self.calls:
            return not all(call.running for call in self.calls)
        return self.training or self.stored is None

    @property
    def groups(self) -> int:
        return self.facts["groups"] or 1

    @property
    def features(self) -> int:
        """How many features come in."""
        return self.calls[0].shape[self.calls[0].pool.features] if self.calls else self.facts["features"]

    def explore(self):
        """An explorer on the numbers that reached this layer in its first call.

        Where they are many, it shows a part of them, and its heading says how many of how many.
        """
        from normviz.inspection.explore import explorer_of  # widgets take a while to import

        return explorer_of(self)


@dataclass(frozen=True, eq=False, repr=False)
class Inspection:
    """What ``nv.inspect`` returns: ``layers``, ``findings``, and ``report["name"]`` for one layer.

    Attributes
    ----------
    model : the model's class
    layers : every norm layer, in the model's order
    findings : what is wrong; empty where there is nothing to report
    """

    model: str
    layers: tuple[Layer, ...]
    findings: tuple[Finding, ...]
    _aliases: dict[str, str] = field(default_factory=dict)
    _stopped: str = ""
    _masked: bool = False
    _beside: tuple[str, ...] = ()
    _decay: bool = False

    def __getitem__(self, name: str) -> Layer:
        by_name = {layer.name: layer for layer in self.layers}
        found = by_name.get(self._aliases.get(name, name)) if isinstance(name, str) else None
        if found is None:
            raise KeyError(f"name: expected one of {list(by_name)}, got {_inputs.brief(name)}")
        return found

    def raise_if(self, *codes: str) -> None:
        """Raise AssertionError if one of these was found; if anything was, where none is named.

        Raises
        ------
        ValueError
            For a code that there is not.
        AssertionError
            With the findings in words.
        """
        for code in codes:
            _inputs.one_of("codes", code, CODES)
        found = [f for f in self.findings if not codes or f.code in codes]
        if found:
            raise AssertionError("\n".join(f"{f.layer}: {f.code}. {f.words} {f.cure}" for f in found))

    def to_html(self) -> Markup:
        """The report as one HTML element."""
        return self._message.to_html()

    def _repr_html_(self) -> str:
        return str(self.to_html())

    def __repr__(self) -> str:
        return self._message.text

    def __str__(self) -> str:
        return str(self._message)

    @property
    def _looked_at(self) -> str:
        """What "nothing to report" is said of, and what nobody has looked at."""
        calls = [call for layer in self.layers for call in layer.calls]
        mode = "training" if any(layer.training for layer in self.layers) else "evaluation"
        kinds = {
            "which numbers share a mean": bool(calls),
            "ε, γ, β": True,
            "pads (no mask= or lengths=)": any(call.pads is not None for call in calls),
            "weight decay (no optimizer=)": self._decay,
        }
        storing = [layer for layer in self.layers if layer.stored]
        if storing:
            settled = [layer for layer in storing if not (layer.uses_batch and young(layer))]
            seen = any(comparable(call) for layer in settled for call in layer.calls)
            kinds["stored statistics beside the batch's"] = seen
        seen, unseen = ([name for name, here in kinds.items() if here is how] for how in (True, False))
        words = f"Looked at in {mode}: {', '.join(re.sub(r' [(].*', '', name) for name in seen)}."
        return words + f" Not looked at: {', '.join(unseen)}." * bool(unseen)

    @property
    def _message(self) -> Message:
        count = f"{len(self.layers)} norm layer{'s' * (len(self.layers) != 1)}"
        n = len(self.findings)
        head = f"{n} finding{'s' * (n != 1)} in {count}" if n else f"Nothing to report: {count}"
        if not self._stopped and not any(layer.calls for layer in self.layers):
            head = f"Nothing was seen: {count}, and none was called"
        blocks = [] if n else [self._looked_at]
        if self._stopped:
            blocks.append(f"The model ended with an error at {self._stopped!r}; the rest was not reached.")
        for found in _together(self.findings):
            blocks += _said(found, pictured(self[found[0].layer], found[0].code))
        notes = [note for layer in self.layers for note in _notes(layer, self._stopped, self._masked)]
        notes += [f"{words}." for words in self._beside]
        if notes:
            blocks += [Title("Also seen"), Items(tuple(notes))]
        blocks += tables(self.model, self.layers, self.findings, self._stopped)
        return Message(head, tuple(blocks))


def _together(findings):
    """Findings of one kind that say the same, but for names and numbers."""
    alike = {}
    for finding in findings:
        alike.setdefault((finding.code, _VARYING.sub("", finding.words)), []).append(finding)
    return alike.values()


def _said(found, picture):
    """The blocks about one finding, or about several that are alike, with the picture of the first."""
    first = found[0]
    words = first.words
    if any(finding.words != words for finding in found):
        words = f"In {first.layer}: {words}"
    cures = list(dict.fromkeys(finding.cure for finding in found))
    more = len(cures) - MOST_CURES + 1
    if more > 1:
        cures[-more:] = [f"# and {more} lines more: [f.cure for f in report.findings]"]
    yield Title(f"{named(finding.layer for finding in found)}: {first.code}")
    yield f"{words} Chapter {first.chapter} shows why."
    if picture:
        yield picture
    yield Code("\n".join(cures))
    which = "This line belongs" if len(cures) == 1 else "These lines belong"
    if first.cure.startswith("x = "):
        yield f"{which} to the forward pass, with self in the place of model; x is what arrives at the layer."
    if first.cure.startswith(("mean, ", "rms = ")) or "self." in first.cure:
        yield f"{which} to the layer's own forward pass, where x is what arrives."


def _notes(layer: Layer, stopped: str, masked: bool):
    name = layer.name or "the model itself"
    for call in layer.calls[:1]:
        rows = np.prod(call.shape) / call.shape[call.pool.features]
        if masked and call.pads is None and rows > call.samples:
            yield f"{name}: the mask's places were not found again in the input {call.shape}: pads are not known here."
        if call.repeated > 0:
            how = "are one and the same" if len(call.shape) == 2 else "repeat at the ends of samples"
            share = round(100 * call.repeated)
            yield f"{name}: {share} % of the rows that came in {how}. They may be pads: give mask= or lengths=."
    if not layer.calls and not stopped:
        yield f"{name}: this layer was not called."


def _array(value) -> np.ndarray | None:
    return value.detach().double().cpu().numpy().reshape(-1) if hasattr(value, "detach") else None
