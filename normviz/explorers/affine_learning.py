"""AffineLearningExplorer: γ and β learn, one step after the other."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs, examples
from normviz.descent import Bowl, bowl
from normviz.drawing.affine_learning import affine_learning_picture
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.base import Explorer
from normviz.norms import batch_norm
from normviz.table import Table

MOST_STEPS = 20
MOST_ROWS = 1000  # that are gone through at every step of the descent
START = (1.0, 0.0)
STUDENTS, Z2, YOURS = "GPA and IQ: placement", "column z2: rows 1 and 4 on", "your numbers"
LOSSES = {"½ · Σ (p − t)²": "sum", "½ · mean of (p − t)²": "mean"}


def _students() -> Table:
    students = examples.gpa_iq()
    m = students.values @ [1.0, 0.1]
    return Table(np.column_stack([m, students.labels]), students.rows, ("M", "placement"))


def _z2() -> Table:
    z = examples.z_table()
    return Table(np.column_stack([z.values[:, 1], [1, 0, 0, 1, 0]]), z.rows, ("z2", "target"))


EXAMPLES = {STUDENTS: _students, Z2: _z2}


@dataclass(frozen=True, eq=False)
class AffineLearningResult:
    """Everything the picture shows.

    Attributes
    ----------
    table : Table, (N, 2): the numbers z and their targets t
    z_hat, p : arrays, (N,), z normalized, and p = γ·x̂ + β at the present step
    step : how many steps have been taken
    rate : η, the learning rate
    form : "sum" or "mean", what the loss takes half of
    path : array, (K, 2): γ and β at the start and after every step up to the next
    losses : array, (K,), the loss at each
    gradients : array, (K, 2): dL/dγ and dL/dβ at each
    bowl : the loss over γ and β; for the sum, divided by N
    most_steps : how many steps can be taken
    bound : the η beyond which steps run away: 2 / the largest curvature
    """

    table: Table
    z_hat: np.ndarray
    p: np.ndarray
    step: int
    rate: float
    form: str
    path: np.ndarray
    losses: np.ndarray
    gradients: np.ndarray
    bowl: Bowl
    bound: float
    most_steps: int

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


class AffineLearningExplorer(Explorer):
    """Let γ and β learn by γ ← γ − η · dL/dγ and β ← β − η · dL/dβ, from γ = 1 and β = 0.

    Parameters
    ----------
    data : None for the documents' students; or your own: rows of two numbers, z and its target t
    rate : first η, above 0
    step : how many steps have been taken at first
    loss : "sum" for L = ½ · Σ (p − t)², "mean" for half the mean

    Raises
    ------
    TypeError, ValueError
        For data that is not two columns, a learning rate that is not a number above 0, or another loss.

    Examples
    --------
    >>> explorer = AffineLearningExplorer(rate=0.1, step=1)
    >>> float(explorer.result.losses[0].round(4)), explorer.result.path[1].round(4).tolist()
    (1.0442, [0.7956, 0.2])
    """

    heading = "Learning explorer"

    def __init__(self, data=None, *, rate=0.1, step: int = 0, loss: str = "sum"):
        _inputs.one_of("loss", loss, LOSSES.values())
        self._given = None if data is None else _pairs(Table.of(data))
        self._first_rate = _inputs.number("rate", rate, above=0)
        self._first_step = _inputs.whole("step", step, at_least=0)
        self._first_loss = next(name for name, form in LOSSES.items() if form == loss)
        self._known = None
        super().__init__()

    def build(self):
        first = STUDENTS if self._given is None else YOURS
        example = self.choice("example", "Example", [*EXAMPLES, YOURS], first, width="20em")
        loss = self.choice("loss", "Loss L", list(LOSSES), self._first_loss, width="16em")
        typed = self.text(
            "table", "Your numbers: z and its target t, one row a line", "8, 1\n2, 0\n5, 1\n6, 0"
        )
        step = self.number("step", "Steps taken", 0, MOST_STEPS, 1, self._first_step, whole=True)
        rate = self.number("rate", "Learning rate η", 0.01, 1.2, 0.01, self._first_rate)
        self.react("example")
        return [[example, loss], [typed], [step, rate]]

    def react(self, name):
        if name == "example":
            self.show("table", self.example.value == YOURS and self._given is None)

    def compute(self) -> AffineLearningResult:
        rate = _inputs.number("learning rate η", self.value("rate"), above=0)
        step = _inputs.whole("steps taken", self.value("step"), at_least=0)
        if step > MOST_STEPS:
            raise ValueError(f"steps taken: expected at most {MOST_STEPS}, got {step}")
        table, form = self._data(), LOSSES[self.loss.value]
        z, target = table.values.T
        if np.ptp(z) == 0:
            raise ValueError(
                f"z: expected at least two different numbers, got only {z[0]:g}: γ has nothing to scale"
            )
        z_hat = batch_norm(z[:, None]).x_hat[:, 0]
        path, losses, gradients = _descend(z_hat, target, rate, step + 1, form)
        gamma, beta = path[step]
        loss = self._bowl(z_hat, target)
        return AffineLearningResult(
            table=table,
            z_hat=z_hat,
            p=gamma * z_hat + beta,
            step=step,
            rate=rate,
            form=form,
            path=path,
            losses=losses,
            gradients=gradients,
            bowl=loss,
            bound=loss.bound / (len(z) if form == "sum" else 1),
            most_steps=MOST_STEPS,
        )

    def render(self, result):
        return affine_learning_picture(result)

    def in_words(self, result):
        gamma, beta = result.path[result.step]
        return (
            f"{'At the start' if result.step == 0 else f'After step {result.step}'}: γ = {plain(gamma)}, "
            f"β = {plain(beta)}, and the loss is {fixed(result.losses[result.step])}, at best "
            f"{fixed(result.lowest_loss)}{'' if result.settles else '; the steps do not settle'}."
        )

    def _bowl(self, z_hat: np.ndarray, target: np.ndarray) -> Bowl:
        """The bowl of these numbers, made once: step and η leave it as it is, and many rows take long."""
        features = np.column_stack([z_hat, np.ones_like(z_hat)])
        if self._known is None or not (
            np.array_equal(self._known[0], features) and np.array_equal(self._known[1], target)
        ):
            self._known = features, target.copy(), bowl(features, target)
        return self._known[2]

    def _data(self) -> Table:
        if self.example.value != YOURS:
            return EXAMPLES[self.example.value]()
        return self._given or _pairs(Table.parse(self.table.value))


def _pairs(table: Table) -> Table:
    if len(table.columns) != 2:
        raise ValueError(f"data: expected two numbers a row, z and its target t, got {len(table.columns)}")
    return table


def _descend(z_hat, target, rate, steps, form):
    """γ and β, the loss and its gradient at the start and after each of ``steps`` steps."""
    share = 1 if form == "sum" else 1 / len(target)
    at = np.array(START)
    path, losses, gradients = [], [], []
    ones = np.ones(len(target))
    if len(target) > MOST_ROWS:
        # Loss and gradient are lengths and angles of these three columns, and three rows can hold them all.
        z_hat, ones, target = np.linalg.qr(np.column_stack([z_hat, ones, target]), mode="r").T
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps + 1):
            error = at[0] * z_hat + at[1] * ones - target  # dL/dp, but for the share
            gradient = share * np.array([error @ z_hat, error @ ones])
            path.append(at)
            losses.append(share * (error @ error) / 2)
            gradients.append(gradient)
            at = at - rate * gradient
    found = np.array(path), np.array(losses), np.array(gradients)
    if not all(np.isfinite(numbers).all() for numbers in found):
        raise ValueError(
            f"learning rate η: expected a smaller one, with {rate:g} the loss grows past all numbers"
        )
    return found
