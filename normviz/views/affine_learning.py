"""γ and β learn, one step of gradient descent after the other."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from normviz import _inputs, examples
from normviz.descent import Bowl, bowl
from normviz.norms import batch_norm
from normviz.table import Table

MOST_STEPS = 20
MOST_ROWS = 1000  # that are gone through at every step of the descent
START = (1.0, 0.0)  # γ and β of a new batch norm: they change nothing
STUDENTS, Z2, YOURS = "GPA and IQ: placement", "column z2: rows 1 and 4 on", "your numbers"
LOSSES = {"½ · Σ (y − t)²": "sum", "½ · mean of (y − t)²": "mean"}


def _students() -> Table:
    students = examples.gpa_iq()
    m = students.values @ [1.0, 0.1]
    return Table(np.column_stack([m, students.labels]), students.rows, ("M", "placement"))


def _z2() -> Table:
    z = examples.z_table()
    return Table(np.column_stack([z.values[:, 1], [1, 0, 0, 1, 0]]), z.rows, ("z2", "target"))


EXAMPLES = {STUDENTS: _students, Z2: _z2}


@dataclass(frozen=True)
class Settings:
    """What the picture depends on."""

    # one of EXAMPLES, or YOURS: the given numbers, or the typed ones where none were given
    example: str = STUDENTS
    table: str = "8, 1\n2, 0\n5, 1\n6, 0"  # what is typed, z and its target t, one row a line
    given: Table | None = None  # what the caller gave, two columns
    loss: str = next(iter(LOSSES))  # one of LOSSES
    step: int = 0  # how many steps have been taken
    rate: float = 0.1  # the learning rate η
    start_gamma: float = START[0]  # where the descent begins
    start_beta: float = START[1]


@dataclass(frozen=True, eq=False)
class Result:
    """Everything the picture shows."""

    table: Table  # (N, 2), the numbers z and their targets t
    # z_hat, y: (N,), z normalized, and y = γ·x̂ + β at the present step
    z_hat: np.ndarray
    y: np.ndarray
    step: int  # how many steps have been taken
    rate: float  # η, the learning rate
    form: str  # "sum" or "mean", what the loss takes half of
    path: np.ndarray  # (K, 2), γ and β at the start and after every step up to the next
    losses: np.ndarray  # (K,), the loss at each
    gradients: np.ndarray  # (K, 2), dL/dγ and dL/dβ at each
    bowl: Bowl  # the loss over γ and β; for the sum, divided by N
    bound: float  # the η beyond which steps run away: 2 / the largest curvature
    most_steps: int  # how many steps can be taken

    @property
    def target(self) -> np.ndarray:
        return self.table.values[:, 1]

    @property
    def lowest_loss(self) -> float:
        return self.bowl.floor * (len(self.target) if self.form == "sum" else 1)

    @property
    def settles(self) -> bool:
        """Whether η is below its bound."""
        return self.rate < self.bound * (1 - 1e-9)

    @property
    def reach(self) -> float:
        """How far γ = 1, β = 0 lies from the lowest point: a window keeps it, so that nearer starts are seen nearer."""
        return math.dist(START, self.bowl.lowest)


def compute(settings: Settings) -> Result:
    """Take the steps, from the start that the settings hold."""
    rate = _inputs.number("learning rate η", settings.rate, above=0)
    step = _inputs.whole("steps taken", settings.step, at_least=0, at_most=MOST_STEPS)
    names = {"start γ": settings.start_gamma, "start β": settings.start_beta}
    start = np.array([_inputs.number(name, value) for name, value in names.items()])
    table, z_hat, loss = _normalized(settings.example, settings.given, settings.table)
    target, form = table.values[:, 1], LOSSES[settings.loss]
    path, losses, gradients = _descend(z_hat, target, start, rate, step + 1, form)
    gamma, beta = path[step]
    return Result(
        table=table,
        z_hat=z_hat,
        y=gamma * z_hat + beta,
        step=step,
        rate=rate,
        form=form,
        path=path,
        losses=losses,
        gradients=gradients,
        bowl=loss,
        bound=loss.bound / (len(z_hat) if form == "sum" else 1),
        most_steps=MOST_STEPS,
    )


@lru_cache(maxsize=4)
def _normalized(example: str, given: Table | None, typed: str) -> tuple[Table, np.ndarray, Bowl]:
    """The table, z normalized, and the loss over γ and β: step and η leave them as they are."""
    table = EXAMPLES[example]() if example != YOURS else given or pairs_of(Table.parse(typed))
    z, target = table.values.T
    if np.ptp(z) == 0:
        raise ValueError(
            f"z: expected at least two different numbers, got only {z[0]:g}: γ has nothing to scale"
        )
    z_hat = batch_norm(z[:, None]).x_hat[:, 0]
    return table, z_hat, bowl(np.column_stack([z_hat, np.ones_like(z_hat)]), target)


def pairs_of(table: Table) -> Table:
    if len(table.columns) != 2:
        raise ValueError(f"data: expected two numbers a row, z and its target t, got {len(table.columns)}")
    return table


def _descend(z_hat, target, start, rate, steps, form):
    """γ and β, the loss and its gradient at the start and after each of ``steps`` steps."""
    share = 1 if form == "sum" else 1 / len(target)
    at = start
    path, losses, gradients = [], [], []
    ones = np.ones(len(target))
    if len(target) > MOST_ROWS:
        # Loss and gradient are lengths and angles of these three columns, and three rows can hold them all.
        z_hat, ones, target = np.linalg.qr(np.column_stack([z_hat, ones, target]), mode="r").T
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps + 1):
            error = at[0] * z_hat + at[1] * ones - target  # dL/dy, but for the share
            gradient = share * np.array([error @ z_hat, error @ ones])
            path.append(at)
            losses.append(share * (error @ error) / 2)
            gradients.append(gradient)
            at = at - rate * gradient
    if not np.isfinite(losses[0]):
        raise ValueError(
            f"start γ, start β: expected numbers whose squares fit in float64, got {start[0]:g} and {start[1]:g}"
        )
    found = np.array(path), np.array(losses), np.array(gradients)
    if not all(np.isfinite(numbers).all() for numbers in found):
        raise ValueError(
            f"learning rate η: expected a smaller one, with {rate:g} the loss grows past all numbers"
        )
    return found
