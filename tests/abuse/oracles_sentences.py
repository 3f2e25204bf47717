"""Oracles for the explorers of sentences, padding and axes, and for the ledger."""

import hashlib

import numpy as np

import normviz as nv
from normviz.claims import CLAIMS
from tests.abuse import texts
from tests.abuse.oracle import Oracle, normalized, pairs_kept, pairs_of, usable

VECTORS = nv.examples.hi_nitish().contextual | nv.examples.hi_probal().contextual
OWN = {"tea": [1.0, 2.0], "or": [3.0, 5.0], "coffee": [8.0, 13.0]}


def vector(word, features):
    """A known word's vector, or one drawn from the word's own letters."""
    if features == 3 and word in VECTORS:
        return VECTORS[word]
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).integers(0, 100, size=features) / 10


def block_of(said, of, length=None):
    """Sentences as a (B, L, D) array and its mask."""
    length = length or max(map(len, said))
    values = np.zeros((len(said), length, len(of(said[0][0]))))
    mask = np.zeros((len(said), length), bool)
    for b, words in enumerate(said):
        for t, word in enumerate(words):
            values[b, t], mask[b, t] = of(word), True
    return values, mask


class Sentences(Oracle):
    """What the two explorers of sentences share."""

    starts = (
        {},
        {"data": ["tea or coffee", "tea <b>"], "embedding": OWN},
        {"data": [[[1.0, 2, 3, 4], [5, 6, 7, 9]], [[2.0, 2, 2, 2]]]},
        {"data": ["a b", "c"], "features": 6},
    )
    FIRST = (["Hi", "Nitish"], ["How", "are", "you", "today"], ["I", "am", "good"])

    def type(self, name, random):
        return texts.sentences(random)

    def read(self, name, text):
        return [line.split() for line in text.splitlines()]

    def block(self, length=None):
        """Values, mask, words, and the words whose vectors are made up."""
        example = self.settings.example
        if example == "your sentences":
            given = self.start.get("data")
            if given is not None and not isinstance(given[0], str):
                said = [[f"t{t + 1}" for t in range(len(rows))] for rows in given]
                known = {(b, t): row for b, rows in enumerate(given) for t, row in enumerate(rows)}
                values, mask = block_of(
                    [[(b, t) for t in range(len(s))] for b, s in enumerate(said)], known.get, length
                )
                return values, mask, said, ()
            said = self.means("sentences")
            usable(said and all(said))
            own, features = self.start.get("embedding"), self.start.get("features", 3)
            features = 2 if own else features
            known = own if own is not None else VECTORS if features == 3 else {}
            of = lambda word: known[word] if word in known else vector(word, features)  # noqa: E731
            made_up = tuple(dict.fromkeys(w for words in said for w in words if w not in known))
            return *block_of(said, of, length), said, made_up
        return self.document(example, length)

    def document(self, example, length):
        raise NotImplementedError


class Padding(Sentences):
    starts = (*Sentences.starts, {"example": "Hi Probal", "norm": "layer norm", "feature": 2})

    def document(self, example, length):
        of = {"Hi N": nv.examples.hi_nitish, "Hi P": nv.examples.hi_probal, "32 s": nv.examples.long_batch}
        document = of[example[:4]]()
        said = [s.split() for s in document.sentences[: document.batch_size]]
        return *block_of(said, lambda word: document.contextual[word], length), said, ()

    def moved(self, name, before, now):
        # Sentences that cannot be read have no features to forget γ and β of.
        if self.explorer.error is None:
            pairs_kept(name, before, now, "feature", ("example", "sentences"))

    def expected(self):
        s, result = self.settings, self.explorer.result
        length = s.padding_length
        values, _, said, _ = self.block()
        longest = max(map(len, said))
        cells = length * len(said) * values.shape[-1]
        usable(longest <= length and (length <= longest + 24 or cells <= 10**6))
        values, mask, said, made_up = self.block(length)
        features, k = values.shape[-1], s.feature
        gamma, beta = pairs_of(s, range(features))
        out = mask[..., None]
        counted = normalized(values, (0, 1), gamma=gamma, beta=beta)
        masked = normalized(values, (0, 1), gamma=gamma, beta=beta, where=out)
        layer = normalized(values, 2, gamma=gamma, beta=beta)
        norm = {
            "batch norm, pads counted": "batch_norm", "layer norm": "layer_norm",
            "batch norm, pads filled with the mean": "filled_batch_norm",
        }.get(s.norm, "masked_batch_norm")  # fmt: skip
        held = values[mask].mean(axis=0) if norm == "filled_batch_norm" else np.zeros(features)
        table = np.where(out, values, held)
        with_pads = normalized(table, (0, 1), gamma=gamma, beta=beta)
        by_norm = {"batch_norm": counted, "layer_norm": layer, "filled_batch_norm": with_pads}
        mean, var, x_hat, y = by_norm.get(norm, masked)
        real = values[..., k][mask]
        rows = len(said) * np.arange(longest, longest + 25)
        pads = np.union1d([0], rows - len(real))
        columns = [np.concatenate([real, np.full(p, held[k])]) for p in pads]
        curve_pads = result.curve_pads if result else pads
        r = len(real) / (len(real) + curve_pads)
        law = r * real.mean(), np.sqrt(r * real.var() + r * (1 - r) * real.mean() ** 2)
        if norm == "filled_batch_norm":
            law = np.full(len(r), real.mean()), np.sqrt(r) * real.std()
        return {
            "norm": norm, "batch.values": values, "batch.mask": mask, "table.values": table.reshape(-1, features),
            "table.rows": tuple(w for words in said for w in (*words, *["‹pad›"] * (length - len(words)))),
            "normalized.mean": mean, "normalized.var": var, "normalized.x_hat": x_hat, "normalized.y": y,
            "with_pads": (with_pads[0].ravel(), np.sqrt(with_pads[1]).ravel()),
            "without_pads": (masked[0].ravel(), np.sqrt(masked[1]).ravel()),
            "law": (with_pads[0].ravel(), np.sqrt(with_pads[1]).ravel()), "real_fraction": mask.mean(),
            "token": s.token, "feature": k, "pads": pads, "made_up": made_up, "curve": law,
            "recounts": np.array([[c.mean(), c.std()] for c in columns]),
            "sentence": [length, (~mask).sum(), mask.size, y[(*s.token, k)]],
            "cells": {"x": table, "y": y},
        }  # fmt: skip


NORMS = {
    "batch norm": "batch_norm", "batch norm without pads": "masked_batch_norm", "layer norm": "layer_norm",
    "instance norm": "instance_norm", "group norm": "group_norm", "RMS norm": "rms_norm",
}  # fmt: skip


class Axes(Sentences):
    starts = (*Sentences.starts, {"example": "three sentences", "norm": "group norm", "cell": (2, 3, 4)})

    def document(self, example, length):
        if example == "three sentences":
            said = [s.split() for s in nv.examples.hi_nitish().sentences[1:]]
            made_up = tuple(dict.fromkeys(w for words in said for w in words))
            return *block_of(said, lambda word: vector(word, 4), length), said, made_up
        said = [s.split() for s in nv.examples.hi_nitish().sentences[:2]]
        return *block_of(said, VECTORS.get, length), said, ()

    def expected(self):
        s = self.settings
        values, mask, _, made_up = self.block()
        cell = tuple(getattr(s, name) - 1 for name in ("sentence", "token", "feature"))
        usable(all(0 <= at < size for at, size in zip(cell, values.shape, strict=True)))
        (b, t, k), (sentences, length, features) = cell, values.shape
        norm, groups = s.norm, None
        at = np.indices(values.shape)
        if norm == "batch norm":
            pool, y = at[2] == k, normalized(values, (0, 1))[3]
        elif norm == "batch norm without pads":
            pool = (at[2] == k) & mask[..., None] & mask[b, t]
            y = normalized(values, (0, 1), where=mask[..., None])[3]
        elif norm == "layer norm":
            pool, y = (at[0] == b) & (at[1] == t), normalized(values, 2)[3]
        elif norm == "RMS norm":
            pool, y = (
                (at[0] == b) & (at[1] == t),
                values / np.sqrt((values**2).mean(axis=2, keepdims=True) + 1e-5),
            )
        elif norm == "instance norm":
            pool, y = (at[0] == b) & (at[2] == k), normalized(values, 1)[3]
        else:
            groups = s.groups
            size = features // groups
            pool = (at[0] == b) & (at[2] // size == k // size)
            blocks = values.reshape(sentences, length, groups, size)
            y = normalized(blocks, (1, 3))[3].reshape(values.shape)
        cells = values[pool]
        found = {
            "norm": NORMS[norm],
            "cell": cell, "pool": pool, "groups": groups, "normalized.y": y, "normalized.x_hat": y, "x_hat": y[cell],
            "made_up": made_up, "batch.values": values, "batch.mask": mask, "count": len(cells),
            "pads": int((pool & ~mask[..., None]).sum()),
        }  # fmt: skip
        found["sentence"] = [*(at + 1 for at in cell), values[cell], y[cell]]
        found["cells"] = {"y": y}
        if norm == "RMS norm":
            return found | {"mean": 0.0, "std": np.sqrt((cells**2).mean())}
        return found | ({"mean": cells.mean(), "std": cells.std()} if len(cells) else {})


class Ledger(Oracle):
    starts = ({}, {"claim": "seven-is-invented"}, {"document": "moderator"}, {"claims": CLAIMS[3:6]})

    def __init__(self, explorer, start):
        super().__init__(explorer, start)
        assert self.settings.shown == self.matching(self.settings)

    def matching(self, settings):
        """Ids of the claims that fit the filters."""
        judged = dict(settings.judgements)
        key = settings.document.rpartition("(")[2].removesuffix(")")

        def fits(claim):
            said = judged.get(claim.id)
            return (
                (settings.document == "all documents" or key in claim.sources)
                and settings.example in ("all examples", claim.example)
                and {
                    "all claims": True, "not yet judged": said is None, "judged": said is not None,
                    "judged differently": said is not None and said != claim.verdict,
                }[settings.standing]
            )  # fmt: skip

        return tuple(claim.id for claim in settings.claims if fits(claim))

    def moved(self, name, before, now):
        """The first verdict on a claim counts; the claims that fit stay until somebody filters or steps."""
        was, is_now = (shown(s) for s in (before, now))
        expected = dict(before.judgements)
        if name in VERDICTS and was is not None:
            expected.setdefault(was, name)
        assert dict(now.judgements) == expected
        filtered = any(getattr(now, f) != getattr(before, f) for f in ("document", "example", "standing"))
        step = {"previous": -1, "next": 1}.get(name)
        assert now.shown == (self.matching(now) if filtered or step else before.shown)
        if filtered and was in now.shown:
            assert is_now == was, "a claim that still fits stays in sight"
        if step and was is not None and now.shown:
            ids = [claim.id for claim in now.claims]
            ahead = [id for id in now.shown if (ids.index(id) - ids.index(was)) * step > 0]
            assert is_now == (ahead or now.shown)[::step][0], "a step leads to the nearest claim"

    def expected(self):
        s, judged = self.settings, dict(self.settings.judgements)
        usable(1 <= s.claim <= max(len(s.shown), 1))
        claim = next((claim for claim in s.claims if claim.id == shown(s)), None)
        said = judged.get(claim.id) if claim else None
        found = {
            "claim": claim, "number": s.claim, "count": len(s.shown), "said": said, "judged": len(judged),
            "sentence": [s.claim, len(s.shown)] if claim else [],
            "agreed": sum(judged.get(c.id) == c.verdict for c in s.claims), "total": len(s.claims),
        }  # fmt: skip
        if said is None:
            return found | {"recomputed": None}
        return found | {"recomputed.working": claim.recompute().working}


def shown(settings):
    """The id of the claim in sight, or None."""
    return dict(enumerate(settings.shown, start=1)).get(settings.claim)


VERDICTS = ("right", "rounded", "hypothetical", "wrong", "disputed")
