"""Chapter 08's race: one tiny transformer, five norms, and three explanations of batch norm's trouble."""

from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
from torch.nn import functional as F

from normviz.experiments.corpus import FIRST_WORD, HIDDEN, PAD, Corpus, corpus, padded
from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import recorded
from normviz.experiments.transformer import HEADS, NORMS, POSITIONS, ColumnNorm, Encoder


@dataclass(frozen=True)
class Race(Experiment):
    """Train a tiny transformer encoder to guess hidden words of real sentences, with one norm after another.

    The sentences are those of ``pydoc``'s help topics, padded to the longest of their batch; a share of the
    frequent words is hidden. All norms of one seed start from equal weights and see equal batches with equal
    words hidden.

    Settings: ``norms`` ("bn" counts the pads in, "bn_masked" leaves them out); ``positions`` of the norm;
    ``batch_sizes`` in sentences; ``learning_rates`` of Adam, reached over ``warmup`` steps; ``steps``;
    ``blocks`` of ``width`` features; ``words`` in the vocabulary, the ``targets`` most frequent of which are
    hidden with probability ``hidden`` and guessed; ``validation`` sentences that are never trained on;
    ``frames`` looks at them, the first before training.

    Arrays (S seeds, M norms, P positions, B batch sizes, R learning rates, T steps, F frames):

    - norm (M,), position (P,), batch_size (B,), learning_rate (R,), step (T,), frame_step (F,): the axes
    - loss (S, M, P, B, R, T): training loss of each batch, nats a hidden word
    - train_mode (S, M, P, B, R, F): loss of the validation sentences, in batches of B sentences, with the
      statistics of each batch, as in training
    - eval_mode (S, M, P, B, R, F): loss of the very same sentences with the running statistics; for norms
      without any, the same as train_mode but for rounding
    - mean_gap (S, M, P, B, R, F): mean of ``|μ_run − μ_B| / σ_B`` over features, norms and validation batches
    - std_gap (S, M, P, B, R, F): the same of ``|σ_run / σ_B − 1|``; both NaN for norms without running
      statistics
    - pad_share (S, B): share of pads among all tokens of the training batches, 0 to 1
    - uniform_loss, frequency_loss (): loss of guessing all targets alike, ln ``targets``, and of guessing by
      frequency alone: what a network must beat, nats

    "none" has no position: its numbers are the same under both. Source of the two gaps: Wang, Wu and Huang
    2022.
    """

    name: ClassVar[str] = "race"
    choices: ClassVar[dict] = {"norms": NORMS, "positions": POSITIONS}
    stored_seeds: ClassVar[int] = 4

    norms: tuple[str, ...] = NORMS
    positions: tuple[str, ...] = POSITIONS
    batch_sizes: tuple[int, ...] = (4, 32)
    learning_rates: tuple[float, ...] = (0.005, 0.02)
    steps: int = 240
    warmup: int = 30
    blocks: int = 2
    width: int = 32
    words: int = 400
    targets: int = 40
    hidden: float = 0.25
    validation: int = 128
    frames: int = 13

    def _check_fit(self):
        super()._check_fit()
        if self.width % HEADS:
            raise ValueError(f"width: expected a multiple of {HEADS}, the number of heads, got {self.width}")
        if self.targets > self.words:
            raise ValueError(f"targets: expected at most words = {self.words}, got {self.targets}")

    @classmethod
    def live(cls) -> "Race":
        """A reduced race that takes a class some ten seconds: one position, batch size and learning rate."""
        return cls(positions=("pre",), batch_sizes=(32,), learning_rates=(0.01,), steps=150, frames=11)

    def axes(self):
        text = corpus(self.words, validation=self.validation)
        train = np.concatenate(text.train)
        counts = np.bincount(train[self._can_hide(train)] - FIRST_WORD, minlength=self.targets) + 1.0
        unseen = np.concatenate(text.validation)
        surprise = -np.log(counts / counts.sum())[unseen[self._can_hide(unseen)] - FIRST_WORD]
        return {
            "norm": np.array(self.norms),
            "position": np.array(self.positions),
            "batch_size": np.array(self.batch_sizes),
            "learning_rate": np.array(self.learning_rates),
            "step": np.arange(1, self.steps + 1),
            "frame_step": self.frame_steps(),
            "uniform_loss": np.log(self.targets),
            "frequency_loss": surprise.mean(),
        }

    def shapes(self):
        grid = tuple(len(a) for a in (self.norms, self.positions, self.batch_sizes, self.learning_rates))
        looks = dict.fromkeys(("train_mode", "eval_mode", "mean_gap", "std_gap"), (*grid, self.frames))
        return {"loss": (*grid, self.steps), **looks, "pad_share": (len(self.batch_sizes),)}

    def ticks(self):
        runs = len(self.norms) * len(self.positions) - ("none" in self.norms) * (len(self.positions) - 1)
        return runs * len(self.batch_sizes) * len(self.learning_rates) * self.steps

    def one_seed(self, seed, out, tick):
        text = corpus(self.words, validation=self.validation)
        for b, size in enumerate(self.batch_sizes):
            train = self.batches(text.train, size, self.steps, seed)
            unseen = self.batches(text.validation, size, len(text.validation) // size, 0)
            out["pad_share"][b] = np.mean([(words == PAD).float().mean() for words, _ in train])
            for m, norm in enumerate(self.norms):
                for p, position in enumerate(self.positions):
                    for r, rate in enumerate(self.learning_rates):
                        cell = {key: array[m, p, b, r] for key, array in out.items() if key != "pad_share"}
                        if norm == "none" and p > 0:
                            for key, array in cell.items():
                                array[:] = out[key][m, 0, b, r]
                        else:
                            torch.manual_seed(seed)
                            self._train(self.encoder(text, norm, position), rate, train, unseen, cell, tick)

    def encoder(self, text: Corpus, norm: str, position: str) -> Encoder:
        """A new network of these settings."""
        return Encoder(len(text.vocabulary), self.targets, self.width, self.blocks, norm, position)

    def _can_hide(self, words):
        return (words >= FIRST_WORD) & (words < FIRST_WORD + self.targets)

    def batches(self, sentences, size: int, count: int, seed: int) -> list:
        """``count`` pairs of padded words (B, L) and where to hide them (B, L), at least one word in each."""
        rng, made, order = np.random.default_rng(seed), [], []
        for _ in range(count):
            if len(order) < size:
                order = list(rng.permutation(len(sentences)))
            chosen, order = order[:size], order[size:]
            words = padded([sentences[i] for i in chosen])
            can = self._can_hide(words)
            hide = can & (rng.random(words.shape) < self.hidden)
            # A short batch might hide nothing, and a mean over nothing has no value.
            hide.flat[can.argmax()] |= not hide.any()
            made.append((torch.from_numpy(words), torch.from_numpy(hide)))
        return made

    def _train(self, net, rate, train, unseen, out, tick):
        optimizer = torch.optim.Adam(net.parameters(), lr=rate, fused=True)
        frames = self.frame_of_step()
        for step in range(self.steps + 1):
            if step in frames:
                self._look(net, unseen, frames[step], out)
            if step < self.steps:
                optimizer.param_groups[0]["lr"] = rate * min(1, (step + 1) / self.warmup)
                loss = hidden_word_loss(net, *train[step])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                out["loss"][step] = recorded(loss).item()
                tick()

    def _look(self, net, unseen, f, out):
        weights = np.array([hide.sum() for _, hide in unseen])
        with watching(net) as norms:
            losses = [recorded(hidden_word_loss(net, *batch)).item() for batch in unseen]
            out["train_mode"][f] = np.average(losses, weights=weights)
            if norms:
                gaps = np.array([_gaps(norm) for norm in norms]).mean(axis=0)
                out["mean_gap"][f], out["std_gap"][f] = gaps
        net.eval()
        with torch.no_grad():
            losses = [recorded(hidden_word_loss(net, *batch)).item() for batch in unseen]
        out["eval_mode"][f] = np.average(losses, weights=weights)
        net.train()


def hidden_word_loss(net: Encoder, words: torch.Tensor, hide: torch.Tensor) -> torch.Tensor:
    """Mean cross-entropy, nats, of guessing the hidden ones among words (B, L), hide (B, L)."""
    return F.cross_entropy(net(words.masked_fill(hide, HIDDEN), hide), words[hide] - FIRST_WORD)


@contextmanager
def watching(net: Encoder):
    """Let batch norms use batch statistics and note their inputs; the running statistics stay as they are."""
    norms = net.column_norms()
    for norm in norms:
        norm.watched = []
    try:
        with torch.no_grad():
            yield norms
    finally:
        for norm in norms:
            norm.watched = None


def _gaps(norm: ColumnNorm) -> tuple[float, float]:
    mean = torch.stack([mean for _, _, mean, _ in norm.watched])
    std = torch.stack([var for _, _, _, var in norm.watched]).sqrt().clamp(min=1e-6)
    mean_gap = (norm.running_mean - mean).abs() / std
    return mean_gap.mean().item(), (norm.running_var.sqrt() / std - 1).abs().mean().item()
