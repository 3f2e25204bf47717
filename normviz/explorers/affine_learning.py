"""AffineLearningExplorer: γ and β learn, one step after the other."""

from dataclasses import replace

from normviz import _inputs
from normviz.drawing.affine_learning import affine_learning_picture, when
from normviz.drawing.numbers import fixed, short
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text, in_order
from normviz.table import Table
from normviz.views import affine_learning
from normviz.views.affine_learning import EXAMPLES, LOSSES, MOST_STEPS, YOURS

STARTS = (-3.0, 3.0)


def _in_words(result: affine_learning.Result) -> str:
    gamma, beta = result.path[result.step]
    return (
        f"{when(result.step)}: γ = {short(gamma)}, "
        f"β = {short(beta)}, and the loss is {fixed(result.losses[result.step])}, at best "
        f"{fixed(result.lowest_loss)}{'' if result.settles else '; the steps do not settle'}."
    )


class AffineLearningExplorer(Explorer):
    """Let γ and β learn by γ ← γ − η · dL/dγ and β ← β − η · dL/dβ, at first from γ = 1 and β = 0.

    Parameters
    ----------
    data : None for the documents' students; or your own: rows of two numbers, z and its target t
    rate : first η, above 0
    step : how many steps have been taken at first
    loss : "sum" for L = ½ · Σ (y − t)², "mean" for half the mean

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

    heading = "How are γ and β learned?"
    moves_first = ("step", "rate", "loss", "example")
    compute = staticmethod(affine_learning.compute)
    picture = staticmethod(affine_learning_picture)
    words = staticmethod(_in_words)

    def __init__(self, data=None, *, rate=0.1, step: int = 0, loss: str = "sum"):
        _inputs.one_of("loss", loss, LOSSES.values())
        settings = affine_learning.Settings(
            rate=_inputs.number("rate", rate, above=0),
            step=_inputs.whole("step", step, at_least=0),
            loss=next(name for name, form in LOSSES.items() if form == loss),
        )
        if data is not None:
            given = affine_learning.pairs_of(Table.of(data))
            settings = replace(settings, example=YOURS, given=given)
        super().__init__(settings)

    @staticmethod
    def controls_for(settings):
        typed = settings.example == YOURS and settings.given is None
        return [
            [
                in_order("step", "Steps taken", 0, MOST_STEPS),
                Number("rate", "Learning rate η", 0.01, 1.2, 0.01),
                Choice("loss", "Loss L", tuple(LOSSES), width="12.5em"),
                Number("start_gamma", "Start γ", *STARTS, 0.1),
                Number("start_beta", "Start β", *STARTS, 0.1),
            ],
            [
                Choice("example", "Example", (*EXAMPLES, YOURS), width="20em"),
                Text("table", "Your numbers: z and its target t, one row a line", visible=typed),
            ],
        ]
