"""The oracle of every explorer in ``nv.EXPLORERS``."""

from tests.abuse import oracles_learning, oracles_scaling, oracles_sentences, oracles_tables

ORACLES = {
    f"{name}Explorer": getattr(module, name)
    for module, names in (
        (oracles_tables, ("Moderator", "BatchNorm", "Epsilon", "Affine", "Diagnose")),
        (oracles_scaling, ("Scaling",)),
        (oracles_learning, ("AffineLearning", "RunningStatistics", "Training", "Race")),
        (oracles_sentences, ("Padding", "Axes", "Ledger")),
    )
    for name in names
}
