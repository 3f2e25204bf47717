"""Three small tasks, for chapter 10: on each of them one trouble with a norm makes a bad curve.

A task is a function of the number of rows and a seed (or a ``torch.Generator``); it gives the inputs, as a tuple, and
the answers that are wanted: 1 or 0 for each row. :func:`learn` trains any network on it that gives one number a row.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits as loss_of

from normviz import _inputs
from normviz.environment import threads

ROWS = 32  # a batch in training
UNSEEN = 256  # rows that are kept back, to see what the network does in use


class Learned(NamedTuple):
    """What :func:`learn` gives: the last seed's network, in training mode, and the losses of all seeds.

    ``steps`` has shape (K,); ``in_training`` and ``in_use``, in nats, have shape (S, K), one row a seed.
    """

    model: torch.nn.Module
    steps: np.ndarray
    in_training: np.ndarray
    in_use: np.ndarray


def sentences(rows: int, seed: int | torch.Generator):
    """Sentences of 3 to 8 words, and one of up to 80; each word has 8 features with means from 1 to 3.

    Returns ((x, mask), wanted): x (rows, L, 8) with zeros for pads, mask (rows, L) True at real words. The answer: do
    the sentence's numbers lie above their means, all in all?
    """
    generator = _generator(seed)
    lengths = torch.randint(3, 9, (rows,), generator=generator)
    lengths[0] = torch.randint(8, 81, (1,), generator=generator)
    mask = torch.arange(int(lengths.max())) < lengths[:, None]
    words = torch.randn(*mask.shape, 8, generator=generator) * mask[..., None]
    wanted = words.sum((1, 2)) > 0
    return (words + torch.linspace(1, 3, 8) * mask[..., None], mask), wanted.float()


def foods() -> torch.Tensor:
    """A table of 40 foods with 8 values each, (40, 8): the first counts in hundreds, the last in hundredths."""
    z = torch.randn(40, 8, generator=torch.Generator().manual_seed(40))
    return torch.tensor([300, 100, 30, 10, 3, 1, 0.1, 0.03]) * torch.exp(z / 2)


def recipes(rows: int, seed: int | torch.Generator):
    """Recipes of eight foods; the answer lies in the last three values of the foods: are they high, taken together?

    Returns ((recipe,), wanted): recipe (rows, 8) holds numbers of rows in :func:`foods`.
    """
    table = foods()[:, 5:].log()
    score = ((table - table.mean(0)) / table.std(0)).sum(1)
    recipe = torch.randint(len(table), (rows, 8), generator=_generator(seed))
    return (recipe,), (score[recipe].sum(1) > 0).float()


def flats(rows: int, seed: int | torch.Generator):
    """Flats: size in m², rooms, age in years, floor. Is this one let within a week?

    Returns ((x,), wanted): x (rows, 4), with means 80, 3, 40, 4 and σ 30, 1, 20, 2.
    """
    z = torch.randn(rows, 4, generator=_generator(seed))
    wanted = z @ torch.tensor([1.0, -1.0, 0.5, 0.5]) > 0
    return (z * torch.tensor([30.0, 1, 20, 2]) + torch.tensor([80.0, 3, 40, 4]),), wanted.float()


def _generator(seed) -> torch.Generator:
    return seed if isinstance(seed, torch.Generator) else torch.Generator().manual_seed(seed)


def learn(
    make: Callable[[], torch.nn.Module],
    task: Callable,
    *,
    steps: int = 80,
    seeds: Sequence[int] = (0, 1, 2),
    looks: int = 8,
) -> Learned:
    """Train a network with Adam, once with each seed, and look at it ``looks`` times.

    Parameters
    ----------
    make : called without arguments, it gives a new network
    task : one of this module
    steps : how many batches of 32 rows each network sees
    seeds : of the first weights and of the batches
    looks : the steps are cut into so many equal parts; at the end of each, the mean loss of its training batches is
        kept, and the loss of 256 unseen rows in evaluation mode

    Raises
    ------
    TypeError, ValueError
        For something that makes no network, numbers below 1, or steps that the looks do not divide.

    Examples
    --------
    >>> network = lambda: torch.nn.Sequential(torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 1), torch.nn.Flatten(0))
    >>> learn(network, flats, steps=8, seeds=[0]).steps
    array([1, 2, 3, 4, 5, 6, 7, 8])
    """
    steps, looks = _inputs.whole("steps", steps, at_least=1), _inputs.whole("looks", looks, at_least=1)
    seeds = _inputs.items("seeds", seeds, "whole numbers")
    seeds = [_inputs.whole("seeds", seed, at_least=0) for seed in seeds]
    if steps % looks or not seeds:
        raise ValueError(f"steps: expected a multiple of looks, {looks}, and a seed, got {steps} and {seeds}")
    torch.set_num_threads(threads())
    curves = []
    for seed in seeds:
        torch.manual_seed(seed)
        model = make()
        if not isinstance(model, torch.nn.Module):
            raise _inputs.wrong_type("make", "a function that gives a network", model)
        curves.append(_one_seed(model.train(), task, steps // looks, looks))
    in_training, in_use = np.moveaxis(np.array(curves), -1, 0)
    return Learned(model, np.arange(1, looks + 1) * (steps // looks), in_training, in_use)


def healthy() -> tuple[torch.nn.Module, torch.Tensor]:
    """Return a small network that has learned to judge flats, and 64 flats that it has not seen.

    >>> network, block = healthy()
    >>> type(network[4]).__name__, list(block.shape)
    ('BatchNorm1d', [64, 4])
    """

    def network():
        first = torch.nn.Linear(4, 16), torch.nn.LayerNorm(16), torch.nn.ReLU()
        second = torch.nn.Linear(16, 16, bias=False), torch.nn.BatchNorm1d(16), torch.nn.ReLU()
        return torch.nn.Sequential(*first, *second, torch.nn.Linear(16, 1), torch.nn.Flatten(0))

    return learn(network, flats, seeds=[0]).model, flats(64, 10)[0][0]


def _one_seed(model, task, every, looks) -> list[tuple[float, float]]:
    """(loss in training, loss in use) at each look."""
    generator = torch.Generator().manual_seed(torch.initial_seed())
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    unseen, right = task(UNSEEN, generator)
    curve = []
    for _ in range(looks):
        losses = []
        for _ in range(every):
            inputs, wanted = task(ROWS, generator)
            loss = loss_of(model(*inputs), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            in_use = loss_of(model(*unseen), right).item()
        model.train()
        curve.append((float(np.mean(losses)), in_use))
    return curve
