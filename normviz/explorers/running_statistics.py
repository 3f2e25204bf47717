"""RunningStatisticsExplorer: batches come in one by one, and what is kept for the day without a batch."""

from dataclasses import replace

import numpy as np

from normviz import _inputs
from normviz.drawing.numbers import fixed, plain
from normviz.drawing.running_statistics import fed, running_statistics_picture
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text, in_order
from normviz.views import running_statistics
from normviz.views.running_statistics import LECTURE, PLAIN, SIMULATED, SIMULATED_BATCHES, STORED, YOURS


def _in_words(result: running_statistics.Result) -> str:
    n = result.seen
    mean, var = result.running_mean[n], result.running_var[n]
    return (
        f"After {fed(n)}: the running mean is {fixed(mean)}, the running σ "
        f"{fixed(np.sqrt(var))}. Evaluation turns {plain(result.x)} into {fixed(result.evaluated(mean, var))}; "
        f"the population's would give {fixed(result.evaluated(*result.population))}."
    )


class RunningStatisticsExplorer(Explorer):
    """Feed batches one by one and watch what batch norm would use in evaluation.

    Parameters
    ----------
    data : None for the lecture's batches; or your own: a list of (N, D) batches, or one table (array, rows,
        mapping name → column, Table) that is cut into batches of ``rows`` rows
    example : "the lecture's two batches", or "simulated: 60 batches", drawn from the z table with a fixed seed
    column : the column followed first, counted from 1
    seen : how many batches have been fed at first
    momentum : from 0 to 1, torch's: the weight of the new batch
    rows : rows a batch, where a table is cut or batches are drawn

    Raises
    ------
    TypeError, ValueError
        For data that is no table and no list of batches, batches of unequal width or of one row, and numbers out
        of their range.

    Notes
    -----
    Source: the buffers of ``torch.nn.BatchNorm1d``; the averages are those of the lecture's evaluation slide.

    Examples
    --------
    >>> explorer = RunningStatisticsExplorer()
    >>> explorer.result.running_mean[:3].round(4)
    array([0.    , 0.45  , 0.7717])
    >>> explorer.controls["seen"].value = 10
    >>> round(float(explorer.result.start_weight[10]), 4)
    0.3487
    """

    heading = "How fast does the stored ruler follow?"
    moves_first = ("seen", "momentum", "column", "x", "convention", "stored")
    fit = staticmethod(running_statistics.fit)
    compute = staticmethod(running_statistics.compute)
    picture = staticmethod(running_statistics_picture)
    words = staticmethod(_in_words)

    def __init__(
        self,
        data=None,
        *,
        example: str = LECTURE,
        column=1,
        seen=2,
        momentum=0.1,
        rows=4,
    ):
        _inputs.one_of("example", example, (LECTURE, SIMULATED))
        settings = running_statistics.Settings(
            example=example if data is None else YOURS,
            given=None if data is None else running_statistics.batches_or_table(data),
            seen=_inputs.whole("seen", seen, at_least=0),
            momentum=running_statistics.share_of_one("momentum", momentum),
            rows=_inputs.whole("rows", rows, at_least=2),
        )
        _inputs.fits_in_memory("rows", settings.rows, settings.rows)
        # Unusable batches and numbers are refused here, before there is a picture.
        feed = running_statistics.feed_of(settings)
        for name, value, most in (("column", column, len(feed.names)), ("seen", seen, feed.steps)):
            if _inputs.whole(name, value, at_least=0 if name == "seen" else 1) > most:
                raise ValueError(f"{name}: expected at most {most}, got {_inputs.describe(value)}")
        super().__init__(running_statistics.fit(replace(settings, column=column - 1), frozenset({"column"})))
        if self.error:
            raise ValueError(self.error)

    @staticmethod
    def controls_for(settings):
        yours = settings.example == YOURS
        cut = not (settings.example == LECTURE or (yours and isinstance(settings.given, tuple)))
        weighed = settings.convention != PLAIN
        readings = (running_statistics.TORCH, running_statistics.KERAS, PLAIN)

        try:
            feed = running_statistics.feed_of(settings)
        except (TypeError, ValueError):  # the picture says so
            columns, steps, (low, high) = ((("–", settings.column),), SIMULATED_BATCHES, (-10.0, 10.0))
        else:
            columns, steps = tuple((name, k) for k, name in enumerate(feed.names)), feed.steps
            column = feed.population[:, settings.column]
            room = float(np.ptp(column)) or 1.0
            low, high = float(np.floor(column.min() - room)), float(np.ceil(column.max() + room))
        return [
            [
                in_order("seen", f"Batches seen, 0 to {steps}", 0, steps),
                Number("momentum", "Momentum, 0 to 1", 0, 1, 0.01, visible=weighed),
                Choice("convention", "How momentum is read", readings, width="12.5em"),
                Number("start_mean", "Start mean", -10, 10, 0.5, visible=weighed),
                Number("start_var", "Start variance", 0, 20, 0.5, visible=weighed),
            ],
            [
                Choice("example", "Batches", (LECTURE, SIMULATED, YOURS), width="12.5em"),
                Choice("column", "Column", columns, width="10em"),
                Number("x", "Evaluate x =", low, high, 0.5),
                Choice("stored", "Variance that is stored", tuple(STORED), width="12em"),
                Number("rows", "Rows a batch", 2, 32, 1, whole=True, visible=cut),
                Text("table", "Your table, one row a line", visible=yours and settings.given is None),
            ],
        ]
