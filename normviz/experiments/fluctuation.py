"""Chapter 08's second explanation, by itself: how much batch statistics vary from batch to batch."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.corpus import HIDDEN, PAD, corpus
from normviz.experiments.experiment import Experiment
from normviz.experiments.networks import Copies, loss_of, spirals
from normviz.experiments.race import Race, hidden_word_loss, watching

SPREADS = ("mean_spread", "std_spread")


@dataclass(frozen=True)
class Fluctuation(Experiment):
    """How much do batch statistics vary from batch to batch: for words of sentences, and for rows of a table?

    A transformer with masked batch norm learns as in :class:`Race`, and a network with batch norm learns the
    two-arm spiral. In each frame both stand still while ``looks`` batches pass, and every batch norm's μ_B
    and σ_B are noted.

    Settings: ``batch_sizes`` in sentences; ``steps`` of training at ``learning_rate``; ``frames``; ``looks``.

    Arrays (S seeds, 4 sources, B batch sizes, F frames):

    - source (4,): "words", the real tokens of B sentences; "words_and_pads", the same with the zeros at the
      pads; "shuffled_words", the same real tokens, dealt at random to batches of the same sizes, so that no
      sentence stays together; "table", rows of the spiral, as many a batch as real tokens
    - place (2,): "first", the first batch norm alone, which sees plain rows; "all", the average over all batch
      norms, which see rows that earlier ones have normalized
    - batch_size (B,), frame_step (F,): the axes
    - mean_spread (S, 4, 2, B, F): σ of μ_B over batches ÷ mean σ_B, averaged over features
    - std_spread (S, 4, 2, B, F): σ of σ_B over batches ÷ mean σ_B, averaged likewise
    - rows (S, B): mean number of real tokens a batch
    - independent (S, B): mean of 1/√rows: the mean_spread of rows drawn one by one

    Source of the claim: Shen and others 2020, statistics of text fluctuate.
    """

    name: ClassVar[str] = "fluctuation"

    batch_sizes: tuple[int, ...] = (4, 32)
    steps: int = 40
    learning_rate: float = 0.01
    looks: int = 30
    frames: int = 3

    def axes(self):
        return {
            "source": np.array(("words", "words_and_pads", "shuffled_words", "table")),
            "place": np.array(("first", "all")),
            "batch_size": np.array(self.batch_sizes),
            "frame_step": self.frame_steps(),
        }

    def shapes(self):
        spread = (4, 2, len(self.batch_sizes), self.frames)
        rows = (len(self.batch_sizes),)
        return {"mean_spread": spread, "std_spread": spread, "rows": rows, "independent": rows}

    def ticks(self):
        return len(self.batch_sizes) * self.steps

    def one_seed(self, seed, out, tick):
        race = Race(norms=("bn_masked",))
        text = corpus(race.words, validation=race.validation)
        for b, size in enumerate(self.batch_sizes):
            torch.manual_seed(seed)
            train = race.batches(text.train, size, self.steps, seed)
            looks = race.batches(text.train, size, self.looks, seed + 1)
            rows = [int((words != PAD).sum()) for words, _ in looks]
            out["rows"][b], out["independent"][b] = np.mean(rows), np.mean(np.array(rows) ** -0.5)
            encoder, table = race.encoder(text, "bn_masked", "pre"), Copies([32] * 3, "bn")
            optimizer = torch.optim.Adam(encoder.parameters(), lr=self.learning_rate, fused=True)
            frames = self.frame_of_step()
            for step in range(self.steps + 1):
                if step in frames:
                    here = {k: out[k][:, :, b, frames[step]] for k in SPREADS}
                    self._look(encoder, table, looks, rows, here)
                if step < self.steps:
                    loss = hidden_word_loss(encoder, *train[step])
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                    x, y = table_rows(int((train[step][0] != PAD).sum()))
                    table.step(loss_of(table(x), y), 0.1)
                    tick()

    def _look(self, encoder, table, looks, rows, out):
        with watching(encoder) as norms:
            for batch in looks:
                encoder(batch[0].masked_fill(batch[1], HIDDEN), batch[1])
            real = [[x[real] for x, real, _, _ in norm.watched] for norm in norms]
            padded_rows = [[x.flatten(0, 1) for x, _, _, _ in norm.watched] for norm in norms]
            shuffled = []
            for pools in real:
                together = torch.cat(pools)
                shuffled.append(together[torch.randperm(len(together))].split(rows))
            traces = [[] for _ in rows]
            for trace, count in zip(traces, rows, strict=True):
                table(table_rows(count)[0], trace=trace)
        tabular = [[trace[layer][0][0] for trace in traces] for layer in range(3)]
        for source, layers in enumerate((real, padded_rows, shuffled, tabular)):
            spreads = np.array([spread(pools) for pools in layers]).T
            for key, values in zip(SPREADS, spreads, strict=True):
                out[key][source] = values[0], values.mean()


def table_rows(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw ``count`` rows of the spiral one by one: features (count, 2) and labels (count,)."""
    # Chosen from many: `spirals` alone gives each arm exactly half, and rows drawn one by one are not so even.
    x, y = spirals(8 * count, 0.05)
    chosen = torch.randperm(8 * count)[:count]
    return x[chosen], y[chosen]


def spread(pools) -> tuple[float, float]:
    """How much μ and σ vary from pool to pool, (n, D) each: two numbers without units.

    Each is its σ over the pools ÷ the mean σ, averaged over features.
    """
    mean = torch.stack([pool.mean(dim=0) for pool in pools])
    std = torch.stack([pool.std(dim=0, correction=0) for pool in pools])
    typical = std.mean(dim=0).clamp(min=1e-6)
    return ((mean.std(dim=0) / typical).mean().item(), (std.std(dim=0) / typical).mean().item())
