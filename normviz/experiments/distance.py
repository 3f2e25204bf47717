"""How far the statistics of a batch lie from the running ones, in the first batch norm, all through training."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch

from normviz.experiments.corpus import PAD, corpus
from normviz.experiments.experiment import Experiment
from normviz.experiments.fluctuation import table_rows
from normviz.experiments.networks import Copies, loss_of
from normviz.experiments.race import Race, hidden_word_loss
from normviz.experiments.transformer import MOMENTUM

MEASURES = ("mean_distance", "var_distance", "mean_gap", "std_gap", "independent")


@dataclass(frozen=True)
class RunningDistance(Experiment):
    """How far is μ_B from the running mean in the first batch norm: in a transformer on text, in a table's network?

    The transformer learns as in :class:`Race`; the network with batch norm learns the two-arm spiral, as many
    rows a batch as the sentences have words. Both first batch norms have 32 features, and keep running statistics
    as torch does. In every step the batch is compared with them, before it joins them.

    Settings: ``steps`` of training with ``batch_size`` sentences; the transformer's ``learning_rates`` (Adam, as in
    :class:`Race`), each of which has its own run; the table's ``table_rates``, as many.

    Arrays (S seeds, 3 sources, R learning rates, T steps):

    - source (3,): "words", masked batch norm; "words_and_pads", pads in its pool; "table"
    - learning_rate, table_rate (R,), step (T,): the axes
    - mean_distance (S, 3, R, T): ``‖μ_B − μ_run‖ / d`` over the d features, in the units of the features
    - var_distance (S, 3, R, T): ``‖σ²_B − σ²_run‖ / d``, in their square
    - mean_gap, std_gap (S, 3, R, T): mean of ``|μ_run − μ_B| / σ_B`` and of ``|σ_run / σ_B − 1|``, as in
      :class:`Race`
    - independent (S, 3, R, T): the mean_distance, as a root mean square, to expect of as many independent rows in
      a network that stands still, ``√(Σσ_B² · (1/n) · 2/(2 − 0.1)) / d``: the running mean itself fluctuates, too.
      Of "words_and_pads", n counts the pads as rows

    Source of the first two: Shen and others 2020.
    """

    name: ClassVar[str] = "running_distance"
    stored_seeds: ClassVar[int] = 5

    learning_rates: tuple[float, ...] = (0.005, 0.02)
    table_rates: tuple[float, ...] = (0.1, 1.0)
    steps: int = 240
    batch_size: int = 32

    def _check_fit(self):
        super()._check_fit()
        if len(self.table_rates) != len(self.learning_rates):
            raise ValueError(
                f"table_rates: expected {len(self.learning_rates)}, as many as learning_rates, "
                f"got {len(self.table_rates)}"
            )

    def axes(self):
        return {
            "source": np.array(("words", "words_and_pads", "table")),
            "learning_rate": np.array(self.learning_rates),
            "table_rate": np.array(self.table_rates),
            "step": np.arange(1, self.steps + 1),
        }

    def shapes(self):
        return dict.fromkeys(MEASURES, (3, len(self.learning_rates), self.steps))

    def ticks(self):
        return 3 * len(self.learning_rates) * self.steps

    def one_seed(self, seed, out, tick):
        race = Race()
        text = corpus(race.words, validation=race.validation)
        train = race.batches(text.train, self.batch_size, self.steps, seed)
        for r, rate in enumerate(self.learning_rates):
            for source, norm in enumerate(("bn_masked", "bn")):
                torch.manual_seed(seed)
                cell = {key: array[source, r] for key, array in out.items()}
                self._text(race.encoder(text, norm, "pre"), rate, race.warmup, train, cell, tick)
            torch.manual_seed(seed)
            counts = [int((words != PAD).sum()) for words, _ in train]
            self._table(counts, self.table_rates[r], {key: array[2, r] for key, array in out.items()}, tick)

    def _text(self, net, rate, warmup, train, out, tick):
        running, pools = Running(), []
        first = net.column_norms()[0]
        first.register_forward_pre_hook(lambda norm, inputs: pools.append(norm.pool(*inputs).detach()))
        optimizer = torch.optim.Adam(net.parameters(), lr=rate, fused=True)
        for step, batch in enumerate(train):
            optimizer.param_groups[0]["lr"] = rate * min(1, (step + 1) / warmup)
            optimizer.zero_grad()
            hidden_word_loss(net, *batch).backward()
            optimizer.step()
            running.compare(pools.pop(), {key: array[step : step + 1] for key, array in out.items()})
            tick()

    def _table(self, counts, rate, out, tick):
        net, running = Copies([32] * 3, "bn"), Running()
        for step, count in enumerate(counts):
            (x, y), trace = table_rows(count), []
            net.step(loss_of(net(x, trace=trace), y), rate)
            rows = trace[0][0][0].detach()
            running.compare(rows, {key: array[step : step + 1] for key, array in out.items()})
            tick()


class Running:
    """Running statistics as torch keeps them, and how far a batch is from them before it joins them."""

    def __init__(self):
        self.mean, self.var = torch.zeros(1), torch.ones(1)

    def compare(self, rows: torch.Tensor, out: dict[str, np.ndarray]) -> None:
        """Write the measures of :class:`RunningDistance` for rows (n, d) into ``out``, arrays (1,)."""
        n, features = rows.shape
        var, mean = torch.var_mean(rows, dim=0, correction=0)
        std = var.sqrt().clamp(min=1e-6)
        out["mean_distance"][:] = (mean - self.mean).norm() / features
        out["var_distance"][:] = (var - self.var).norm() / features
        out["mean_gap"][:] = ((self.mean - mean).abs() / std).mean()
        out["std_gap"][:] = (self.var.sqrt() / std - 1).abs().mean()
        out["independent"][:] = (var.sum() / n * 2 / (2 - MOMENTUM)).sqrt() / features
        self.mean = torch.lerp(self.mean, mean, MOMENTUM)
        self.var = torch.lerp(self.var, var * n / (n - 1), MOMENTUM)
