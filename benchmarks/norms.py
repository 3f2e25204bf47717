"""The norms beside torch's, on the same arrays: equal numbers first, then times.

``python -m benchmarks.norms`` ends with an error where a number differs. ``normviz`` computes in float64 with NumPy and
returns every step of the way; torch returns the output alone, in float64 too. Both use one thread.
"""

import math

import numpy as np

import normviz as nv
from benchmarks.machine import command, in_turns, machine

SHAPES = ((2, 4, 3), (8, 20, 16), (32, 100, 64), (156, 100, 64))  # B sentences, L tokens, D features
TOLERANCE = 1e-10


class Disagreement(AssertionError):
    """Two ways to the same number that do not end at the same number."""


def parser():
    understood = command(__doc__)
    understood.add_argument("--turns", type=int, default=7, help="times each is timed")
    understood.add_argument("--largest", type=int, default=10**6, help="cells of the largest array")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    import torch

    print(machine())
    torch.set_num_threads(1)
    print(f"norms on the same arrays, {chosen.turns} times in turns; torch {torch.__version__};", end=" ")
    print("milliseconds, float64, one thread\n")
    shapes = [shape for shape in SHAPES if math.prod(shape) <= chosen.largest]
    print(f"{'':32}" + "".join(f"{' × '.join(map(str, shape)):>26}" for shape in shapes))
    print(f"{'':32}" + f"{'normviz':>10}{'torch':>8}{'÷':>8}" * len(shapes))
    lines = {}
    for shape in shapes:
        for name, (ours, theirs) in pairs(shape).items():
            check_equal(f"{name} at {shape}", ours(), theirs())
            a, b = in_turns((ours, theirs), chosen.turns)
            lines[name] = lines.get(name, "") + f"{1e3 * a:10.3f}{1e3 * b:8.3f}{a / b:8.1f}"
    for name, line in lines.items():
        print(f"{name:32}{line}")
    print(f"\nall numbers equal to torch's within {TOLERANCE:g} of their size")


def pairs(shape) -> dict:
    """For each norm the two ways to its output, as functions without arguments; ``shape`` is (B, L, D)."""
    import torch
    from torch.nn import functional

    random = np.random.default_rng(0)
    x, dy = random.normal(3, 2, shape), random.normal(size=shape)
    mask = np.arange(shape[1]) < random.integers(1, shape[1] + 1, shape[0])[:, None]
    gamma, beta = random.normal(1, 0.2, shape[-1]), random.normal(0, 0.2, shape[-1])
    groups = next(g for g in (4, 2, 1, 3) if shape[-1] % g == 0)
    table = torch.from_numpy(x.reshape(-1, shape[-1]))  # (N, D)
    block = torch.from_numpy(x.transpose(0, 2, 1).copy())  # torch's (N, C, L)
    weight, bias, d_table = map(torch.from_numpy, (gamma, beta, dy.reshape(-1, shape[-1])))
    real = torch.from_numpy(mask.reshape(-1))

    def torch_batch_norm(rows):
        return functional.batch_norm(rows, None, None, weight, bias, training=True)

    def torch_masked():
        out = torch.zeros_like(table)
        out[real] = torch_batch_norm(table[real])
        return out.reshape(shape)

    def torch_backward(norm):
        inputs = table.clone().requires_grad_()
        norm(inputs).backward(d_table)
        return inputs.grad.reshape(shape)

    def ours_backward(forward, backward):
        return backward(dy, forward(x, gamma=gamma, beta=beta))[0]

    def torch_layer_norm(rows):
        return functional.layer_norm(rows, rows.shape[-1:], weight, bias)

    def features_last(out):
        return out.transpose(1, 2)

    given = {"gamma": gamma, "beta": beta}
    return {
        "batch_norm": (lambda: nv.batch_norm(x, **given).y, lambda: torch_batch_norm(table).reshape(shape)),
        "batch_norm without pads": (lambda: nv.batch_norm(x, mask=mask, **given).y, torch_masked),
        "layer_norm": (lambda: nv.layer_norm(x, **given).y, lambda: torch_layer_norm(table).reshape(shape)),
        "instance_norm": (
            lambda: nv.instance_norm(x, **given).y,
            lambda: features_last(functional.instance_norm(block, weight=weight, bias=bias)),
        ),
        f"group_norm, {groups} groups" if groups == 4 else "group_norm, 4 groups": (
            lambda: nv.group_norm(x, groups, **given).y,
            lambda: features_last(functional.group_norm(block, groups, weight, bias)),
        ),
        "rms_norm": (
            lambda: nv.rms_norm(x, gamma=gamma).y,
            lambda: functional.rms_norm(table, shape[-1:], weight, eps=1e-5).reshape(shape),
        ),
        "batch_norm forward and backward": (
            lambda: ours_backward(nv.batch_norm, nv.batch_norm_backward),
            lambda: torch_backward(torch_batch_norm),
        ),
        "layer_norm forward and backward": (
            lambda: ours_backward(nv.layer_norm, nv.layer_norm_backward),
            lambda: torch_backward(torch_layer_norm),
        ),
    }


def check_equal(name: str, ours, theirs) -> None:
    """Raise :class:`Disagreement` where two arrays differ by more than TOLERANCE of the largest number."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    if ours.shape != theirs.shape:
        raise Disagreement(f"{name}: shapes {ours.shape} and {theirs.shape}")
    apart = np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max())
    if not apart <= TOLERANCE:
        raise Disagreement(f"{name}: the numbers differ by {apart:.2g} of their size")


if __name__ == "__main__":
    main()
