"""Chapter 08, which norm: losses, spreads and gaps by hand, and a race to be read."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import array, number


@number(
    "08.7",
    title="A loss in nats",
    data={"p": [0.5, 0.2, 0.05]},
    ask="Three words are hidden. The network gave the right words the probabilities {p:and}. What "
    "is its loss, the mean of −ln p, in nats? To 4 decimals.",
    nudge="First a number for each word, then the mean.",
    method="−ln {p[0]}, −ln {p[1]} and −ln {p[2]}; np.log is ln.",
    why="The loss is a mean of logarithms, {answer}, so a word that comes as a great surprise weighs heavily. e to "
    "the power of minus the loss is the geometric mean of the three probabilities.",
)
def loss_in_nats(p):
    return -np.log(p).mean()


@loss_in_nats.known_mistakes
def loss_in_nats(p):
    return {
        "You took the mean of the probabilities first. Take −ln of each, then the mean.": -np.log(p.mean()),
        "These are bits: you used the logarithm to base 2. Nats take the natural logarithm, np.log.": (
            -np.log2(p).mean()
        ),
        "This is the sum. The loss is the mean of the three.": -np.log(p).sum(),
        "The sign: ln of a probability is negative, the loss is not.": np.log(p).mean(),
        "You used the logarithm to base 10. Nats take the natural logarithm, np.log.": -np.log10(p).mean(),
        "You rounded each logarithm first. Round at the very end.": np.round(-np.log(p), 1).mean(),
    }


@number(
    "08.8",
    title="A steadier mean",
    ask="With 64 independent rows in the pool, μ_B varies by about 1/√64 = 0.125 σ from batch to batch. How "
    "many rows make it vary by 0.025 σ? A whole number.",
    decimals=0,
    nudge="The spread must become five times smaller.",
    method="1/√n = 0.025. Solve for n.",
    why="n = 1/0.025² = 1600. Five times steadier costs twenty-five times the rows: large batches help, but slowly.",
    wrong={
        "Five times the rows make it only √5 = 2.2 times steadier.": 5 * 64,
        "1/n is not the law: the spread falls with 1/√n.": 1 / 0.025,
        "That is the factor. The question asks for the number of rows.": (0.125 / 0.025) ** 2,
        "These are the rows that come in addition. How many are there in all?": 1600.0 - 64,
        "You took the root of 64 for the rows.": 8.0 * 25,
        "That is the factor by which the spread falls. The rows grow with its square.": 0.125 / 0.025,
    },
)
def rows_for_a_steady_mean():
    spread = 0.025
    return round(1 / spread**2)


@number(
    "08.9",
    title="The gap of the mean",
    ask="Two features. Running statistics: μ_run = (2, −1), σ_run = (1.2, 0.6). This batch: μ_B = (2.6, −1.5), σ_B = "
    "(1.6, 0.5). What is the gap of the mean, |μ_run − μ_B|/σ_B averaged over the features? To 4 decimals.",
    nudge="One number for each feature, without its sign; then their mean.",
    method="Feature 1: |2 − 2.6|/1.6. Feature 2: |−1 − (−1.5)|/0.5.",
    why="(0.375 + 1)/2 = 0.6875: in eval mode these features arrive, on average, two thirds of a σ away from where "
    "the layers behind saw them in this batch. That is far: in the race the gaps are much smaller.",
    wrong={
        "The signs: one distance is negative, one positive, and they must not cancel. Take each without its sign.": (
            np.mean([(2 - 2.6) / 1.6, (-1 + 1.5) / 0.5])
        ),
        "The signs: one distance is positive, one negative, and they must not cancel. Take each without its sign.": (
            np.mean([(2.6 - 2) / 1.6, (-1.5 + 1) / 0.5])
        ),
        "You divided by σ_run. The gap is counted in σ of the batch.": np.mean([0.6 / 1.2, 0.5 / 0.6]),
        "These are the bare distances. Divide each by its σ_B.": np.mean([0.6, 0.5]),
        "This is the gap of σ. The gap of the mean is asked for.": np.mean(
            [abs(1.2 / 1.6 - 1), 0.6 / 0.5 - 1]
        ),
        "This is the sum over the two features; take their mean.": 0.6 / 1.6 + 0.5 / 0.5,
        "You divided by σ_B². The gap is counted in σ.": np.mean([0.6 / 1.6**2, 0.5 / 0.5**2]),
        "You averaged distances and σ first. Each feature has a gap of its own; average the gaps.": 0.55
        / 1.05,
        "−1 and −1.5 lie 0.5 apart, not 2.5.": np.mean([0.6 / 1.6, 2.5 / 0.5]),
    },
)
def gap_of_the_mean():
    running_mean, batch_mean = np.array([2, -1]), np.array([2.6, -1.5])
    batch_std = np.array([1.6, 0.5])
    return (np.abs(running_mean - batch_mean) / batch_std).mean()


@array(
    "08.10",
    title="The gap of σ",
    data={"running_std": [0.9, 0.69], "batch_std": [1.25, 0.5]},
    fits=lambda running_std, batch_std: (
        (running_std / batch_std)[0] < 0.95 and (running_std / batch_std)[1] > 1.05
    ),
    ask="Two features have σ_run = ({running_std}), and in this batch σ_B = ({batch_std}). What is |σ_run/σ_B − 1| of "
    "each? Two numbers, to 4 decimals.",
    per="one number a feature",
    nudge="A quotient, minus one, without its sign.",
    method="Feature 1: {running_std[0]}/{batch_std[0]}. Feature 2: {running_std[1]}/{batch_std[1]}.",
    why="{answer:and}: in eval mode feature 1 is divided by a σ that is too small by that share, feature 2 by one "
    "that is too large.",
)
def gap_of_sigma(running_std, batch_std):
    return np.abs(running_std / batch_std - 1)


@gap_of_sigma.known_mistakes
def gap_of_sigma(running_std, batch_std):
    quotients = running_std / batch_std
    return {
        "You divided σ_B by σ_run; the other way round is asked.": np.abs(1 / quotients - 1),
        "You compared the variances. Their quotient is the square of the one asked for.": (
            np.abs(quotients**2 - 1)
        ),
        "Almost: the gap has no sign. Take the absolute value.": quotients - 1,
        "These are the quotients. How far is each from 1?": quotients,
        "These are the differences of the σ. A quotient is asked.": np.abs(running_std - batch_std),
    }


def _ends(norm="bn_masked", axis=-1, mode="eval_mode", **changed):
    from normviz import experiments

    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02, **changed}
    return nv.race_values(experiments.stored("race"), mode, norm, **setting)[:, axis]


@number(
    "08.11",
    title="Read the race yourself",
    ask='With from normviz import experiments, the stored race is race = experiments.stored("race"). Then '
    'nv.race_values(race, "eval_mode", "bn_masked", position="pre", batch_size=32, learning_rate=0.02) is an array '
    "with a row for each seed and a column for each look; this norm is batch norm that leaves the pads out. The last "
    "look comes at the end. "
    "What is the range of its losses there, the largest seed minus the smallest? In nats, to 3 decimals.",
    decimals=3,
    nudge="Call the array values. Then ends = values[:, -1] holds one number a seed.",
    method="The range is ends.max() - ends.min(); np.ptp(ends) gives it at once.",
    why="This is how far luck alone moves the result: nothing but the seed differs. A difference between two "
    "norms that is smaller than this says little.",
    wrong={
        "You took the first look, before any training. The last column is [:, -1] of the array.": (
            lambda: np.ptp(_ends(axis=0))
        ),
        "This is train mode, with the statistics of each batch. The ask has eval_mode.": (
            lambda: np.ptp(_ends(mode="train_mode"))
        ),
        "This is the mean over the seeds. The range is the largest minus the smallest.": lambda: np.mean(
            _ends()
        ),
        "This is the median of the seeds. The range is the largest minus the smallest.": lambda: np.median(
            _ends()
        ),
        "You took the last row: one seed at all looks. [:, -1] of the array is one look at all seeds.": (
            lambda: np.ptp(_ends(axis=slice(None))[-1])
        ),
        "This is σ over the seeds. The range is the largest minus the smallest.": lambda: np.std(_ends()),
        "This is σ over the seeds, with n − 1. The range is the largest minus the smallest.": (
            lambda: _ends().std(ddof=1)
        ),
        'This is the range of batch norm with the pads, "bn". "bn_masked" is asked.': (
            lambda: np.ptp(_ends("bn"))
        ),
        'This is the range of layer norm, "ln". "bn_masked" is asked.': lambda: np.ptp(_ends("ln")),
        "This is the other learning rate, 0.005.": lambda: np.ptp(_ends(learning_rate=0.005)),
        "This is the other place of the norm, after the sum.": lambda: np.ptp(_ends(position="post")),
        "This is the largest seed. Subtract the smallest.": lambda: np.max(_ends()),
    },
)
def range_of_the_seeds():
    from normviz import experiments

    race = experiments.stored("race")
    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
    ends = nv.race_values(race, "eval_mode", "bn_masked", **setting)[:, -1]
    return ends.max() - ends.min()
