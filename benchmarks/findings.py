"""What ``nv.inspect`` finds in healthy models, and in the same models with a defect planted: the confusion table.

``python -m benchmarks.findings`` looks at each ordinary model of ``tests/support/models.py`` as new, trained a
little, and in use, and then plants every defect of ``tests/support/plants.py``, with several seeds.
"""

import warnings
from collections import Counter

from benchmarks.machine import command
from normviz.inspection.findings import CODES


def parser():
    understood = command(__doc__)
    understood.add_argument("--seeds", type=int, default=3, help="how many times, with other weights")
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    warnings.simplefilter("ignore")  # of instance norm, which a defect makes it say
    from tests.support.plants import BY_NAME, alarms, confusion

    seeds = range(chosen.seeds)
    wrong = [f"{state} (seed {seed}): {pairs}" for seed in seeds for state, pairs in alarms(seed).items()]
    looks = 3 * len(BY_NAME) * chosen.seeds
    print(f"{len(BY_NAME)} healthy models, as new, trained and in use, {chosen.seeds} seeds: ", end="")
    print(f"{looks} inspections, {len(wrong)} with an alarm\n")
    planted, found, beside = Counter(), Counter(), {code: Counter() for code in CODES}
    for plant, is_found, others, trouble in (one for seed in seeds for one in confusion(seed)):
        planted[plant.code] += 1
        found[plant.code] += is_found
        beside[plant.code].update(others - {plant.code})
        wrong += filter(None, [trouble])
    print(f"{'defect':24}{'planted':>9}{'found':>8}   found with it")
    for code in CODES:
        also = ", ".join(f"{other} {count}" for other, count in beside[code].items()) or "–"
        print(f"{code:24}{planted[code]:9}{found[code]:8}   {also}")
    print(f"{'all':24}{sum(planted.values()):9}{sum(found.values()):8}\n")
    print("wrong: " + ("\n       ".join(wrong) or "nothing"))


if __name__ == "__main__":
    main()
