"""What ``nv.inspect`` costs beside one plain forward pass: time, and memory that stays.

``python -m benchmarks.inspect`` looks at a transformer of 50 layers in training; plain passes and inspections take
turns. The bar is 3 forward passes.
"""

import tracemalloc

import normviz as nv
from benchmarks.machine import command, in_turns, machine


def parser():
    understood = command(__doc__)
    understood.add_argument("--turns", type=int, default=5, help="times each is timed")
    understood.add_argument("--layers", type=int, default=50)
    understood.add_argument("--features", type=int, nargs="+", default=[64, 256])
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    import torch

    print(machine())
    torch.set_num_threads(1)
    print(f"{chosen.layers} layers, batch of 8 × 64 tokens, median of {chosen.turns} in turns; one thread\n")
    print(f"{'features':>10}{'forward':>12}{'inspect':>12}{'÷':>8}{'kept':>12}")
    for features in chosen.features:
        plain, inspected, kept = measured(chosen.layers, features, chosen.turns)
        print(
            f"{features:10}{1e3 * plain:9.1f} ms{1e3 * inspected:9.1f} ms{inspected / plain:8.2f}"
            f"{kept / 1e6:9.2f} MB"
        )


def measured(layers: int, features: int, turns: int) -> tuple[float, float, float]:
    """Seconds of a forward pass and of an inspection, and the bytes of Python and NumPy that a report keeps."""
    import torch

    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(features, 4, 4 * features, batch_first=True, norm_first=True)
    model = torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
    x = torch.randn(8, 64, features)
    plain, inspected = in_turns((lambda: model(x), lambda: nv.inspect(model, x)), turns)
    tracemalloc.start()
    report = nv.inspect(model, x)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(report.layers) == 2 * layers
    return plain, inspected, kept


if __name__ == "__main__":
    main()
