"""Chapter 10, your own network: what to predict before each section."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import choice, option


@choice(
    "10.1",
    title="Only a look",
    recall="05.4",
    ask="A model with batch norm layers is in training mode. You want to see what arrives at them, so you call "
    "model(x) once under torch.no_grad(), and throw the result away. What has changed in the model?",
    options={
        "Nothing: without gradients a model cannot learn.": option(
            lambda moved: not any(moved.values()),
            "no_grad() stops the recording of gradients, and nothing else. The layers are still in training mode.",
            8,
        ),
        "The weights, by one small step.": option(
            lambda moved: moved["γ"], "Weights move when an optimizer takes a step. Nobody called one."
        ),
        "The running statistics of the norms.": lambda m: m["running mean"] and not m["γ"],
        "All of it: γ, β, and the running statistics.": option(
            lambda moved: moved["running mean"] and moved["γ"],
            "γ and β are parameters, as weights are: without an optimizer they stay. What is no parameter?",
        ),
    },
    nudge="Which numbers of a batch norm layer are learned, and which are only counted along the way?",
    method="Compare a layer's running_mean and weight before and after layer(x) under torch.no_grad().",
    why="In training mode every batch that comes by moves the running mean and the running variance, with or without "
    "gradients. A look that wants to leave a model alone must put them back.",
)
def only_a_look():
    x, gamma, stored = np.arange(12.0).reshape(4, 3), np.ones(3), nv.RunningStatistics()
    # In training mode a layer does both, with gradients and without.
    nv.batch_norm(x, gamma=gamma)
    stored.update(x)
    return {"running mean": bool(np.any(stored.mean)), "γ": bool((gamma != 1).any())}


@choice(
    "10.2",
    title="The same sentence in two batches",
    recall="06.1",
    ask="In training mode, batch norm counts the pads. One sentence of five words is in two batches. The other "
    "sentences are of the same kind in both, but in the first batch the longest has 8 words, and in the second the "
    "longest has 80. All words have means from 1 to 3, and pads are 0. What does batch norm make of the five words?",
    options={
        "About the same numbers in both: their own values have not changed.": option(
            lambda y: np.abs(y[1] - y[0]).max() < 0.2,
            "The words are the same, and their company is not: in the second batch most rows are zeros.",
        ),
        "In the second batch they are mostly larger: the pads pull μ down.": (
            lambda y: (y[1] - y[0]).mean() > 0.2
        ),
        "In the second batch they are mostly smaller, because pads are zeros.": option(
            lambda y: (y[1] - y[0]).mean() < -0.2,
            "Zeros make μ smaller. A number minus a smaller μ is larger.",
        ),
        "In both batches they are exactly as without pads.": option(
            lambda y: np.allclose(y[0], y[1]), "That is so only where the pads are left out of the pool."
        ),
    },
    nudge="What do more zeros do to μ of a column whose real numbers lie around 2?",
    method="Normalize the same sentence beside 31 others, padded to 8 and to 80, and compare.",
    why="The more zeros are in the pool, the lower is μ, so the same words lie further above it. In every batch the "
    "network is told another size for the same word, and the longest sentence of strangers decides which.",
)
def the_same_sentence_in_two_batches():
    rng = np.random.default_rng(2)
    rows = rng.normal(np.linspace(1, 3, 8), 1, size=(32, 5, 8))
    short, long = (np.pad(rows, ((0, 0), (0, length - 5), (0, 0))) for length in (8, 80))
    return np.array([nv.batch_norm(batch).y[0, :5] for batch in (short, long)])


@choice(
    "10.3",
    title="Eight foods with eight values",
    ask="A recipe is a list of eight foods, and a table gives eight values for each food. The first value is about "
    "300, the last one about 0.03. A block of shape (32 recipes, 8 foods, 8 values) goes into torch's BatchNorm1d(8) "
    "as it is. In what comes out, how much does the last value vary?",
    options={
        "σ is about 1, as for every value: that is what batch norm is for.": option(
            lambda std: std is not None and 0.9 < std < 1.1,
            "σ is 1 in each pool. With the values last, the layer's pools are the places in the list, and all eight "
            "values share them.",
            14,
        ),
        "Hardly at all: σ is below 0.1.": lambda std: std is not None and std < 0.1,
        "Not at all, and nothing else comes out: torch raises an error.": option(
            lambda std: std is None,
            "torch expects 8 in the middle, and 8 is what it finds. It cannot know what an axis means.",
            14,
        ),
        "More than before: σ is above 1.": option(
            lambda std: std is not None and std > 1.1,
            "It is divided by the σ of the pool that it is in. Whose values make that σ?",
        ),
    },
    nudge="Which numbers share a mean with the last value of a food: the last values of the others?",
    method="Pool over the axes 0 and 2 of a block (32, 8, 8), as torch does, and look at σ of [..., -1].",
    why="All eight values of one place share a pool, and the first one makes its σ, more than 100. Divided by it, a "
    "value that varies by hundredths is a constant. The network cannot hear it any more.",
)
def eight_foods_with_eight_values():
    size = np.array([300, 100, 30, 10, 3, 1, 0.1, 0.03])
    x = np.exp(np.random.default_rng(3).normal(size=(32, 8, 8)) / 2) * size
    return nv.normalize(x, (0, 2)).y[..., -1].std()


@choice(
    "10.4",
    title="Twins with two momenta",
    ask="Two networks begin with the same weights and get the same batches. They differ in nothing but the momentum "
    "of their batch norms: 0.01 in the first, 0.1 in the second. Compare their losses in training, step by step.",
    options={
        "The first learns more slowly: its momentum is smaller.": option(
            lambda same: not same["training"],
            "That would be the momentum of an optimizer. A batch norm's momentum says how fast it stores statistics.",
            6,
        ),
        "The first learns more steadily: it averages over more batches.": option(
            lambda same: not same["training"] and not same["in use"],
            "In training a batch is normalized with its own μ and σ. The averages are not used there.",
        ),
        "They are equal, to the last digit.": lambda same: same["training"] and not same["in use"],
        "They are equal, and so are the losses in evaluation mode.": option(
            lambda same: same["training"] and same["in use"],
            "In evaluation mode the stored statistics are used, and those differ.",
            9,
        ),
    },
    nudge="In training mode, which μ and σ does batch norm use: the stored ones or the batch's?",
    method="Feed one batch to BatchNorm1d(3, momentum=0.01) and to BatchNorm1d(3, momentum=0.1), in both modes.",
    why="In training mode the running statistics are written and never read. So no training curve can show that they "
    "are bad. It is evaluation that reads them.",
)
def twins_with_two_momenta():
    x = np.arange(12.0).reshape(4, 3)
    training, in_use = [], []
    for momentum in (0.01, 0.1):
        stored = nv.RunningStatistics(momentum=momentum)
        stored.update(x)
        training.append(nv.batch_norm(x).y)
        in_use.append(stored.normalize(x).y)
    return {"training": np.array_equal(*training), "in use": np.array_equal(*in_use)}
