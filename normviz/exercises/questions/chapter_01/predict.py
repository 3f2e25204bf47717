"""Chapter 01, feature normalization: what to predict before each explorer."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import AsksFor, Axes, choice, curve, option


@choice(
    "01.1",
    title="The eight-minute talker",
    ask="Ten people talk 8, 2, 5, 6, 4, 7, 3, 5, 9 and 1 minutes; the mean is 5, and σ is 2.4495. The "
    "moderator gives everyone the number (minutes − μ)/σ. What will the person with 8 minutes get?",
    asks_for=AsksFor("z:0", "x̂ of the person with 8 minutes", lambda z: z[0]),
    options={
        "About 0.9, because 8 is near the largest value, 9.": option(
            lambda z: 0.8 < z[0] < 1,
            "That is (8 − 1)/(9 − 1), min–max scaling. Here 8 is compared with the mean, not with the ends.",
            1,
            guess=0.9,
        ),
        "About 1.2, one σ and a bit above the mean.": option(lambda z: 1.1 < z[0] < 1.3, guess=1.2),
        "3, because 8 lies 3 above the mean.": option(
            lambda z: np.isclose(z[0], 3),
            "3 minutes is the distance. It is still to be divided by σ, so that it is counted in σ.",
            guess=3,
        ),
        "0, because now everyone talks the same.": option(
            lambda z: np.isclose(z[0], 0),
            "Only those with exactly 5 minutes get 0. The others keep their order and their distances in σ.",
            guess=0,
        ),
    },
    nudge="How far is 8 from the mean, and how often does σ fit into that?",
    method="8 − 5 = 3, and 3/2.4495 is a little more than 1.",
    why="(8 − 5)/2.4495 = 1.2247. A z-score counts how many σ a value lies above the mean.",
)
def eight_minutes():
    minutes = nv.examples.talk_times().values[:, 0]
    return (minutes - minutes.mean()) / minutes.std()


@choice(
    "01.2",
    title="A lopsided meeting",
    ask="In another meeting most people are quiet and a few are not: 0.5, 1, 1.5, 2, 2.5, 3, 4.5, 6, 9 and "
    "20 minutes. Everyone gets (minutes − μ)/σ. What will the ten new numbers look like on a line?",
    options={
        "A bell curve around 0.": option(
            lambda z: abs((z**3).mean()) < 0.5,
            "Subtracting and dividing moves and stretches the dots. No gap between them changes its share.",
            2,
        ),
        "Spread between 0 and 1.": option(
            lambda z: z.min() >= 0 and z.max() <= 1,
            "Whoever is below the mean gets a negative number, and the loudest lies far above 1.",
            1,
        ),
        "The same pattern of dots, on a new scale with mean 0 and σ 1.": (
            lambda z: (z**3).mean() > 1.5 and np.isclose(z.std(), 1)
        ),
        "All between −1 and 1.": option(
            lambda z: np.abs(z).max() <= 1, "σ is a typical distance from the mean, not the largest one."
        ),
    },
    nudge="What happens to the gaps between the dots when all of them are divided by the same number?",
    method="Compare the gap from 9 to 20 with the gap from 6 to 9, before and after.",
    why="The gap from 9 to 20 was 11/3 times the gap from 6 to 9, and it still is. One number was subtracted "
    "from all, and all were divided by one number.",
)
def lopsided_meeting():
    minutes = np.array([0.5, 1, 1.5, 2, 2.5, 3, 4.5, 6, 9, 20])
    return (minutes - minutes.mean()) / minutes.std()


@choice(
    "01.3",
    title="The shape of the loss",
    ask="For 120 simulated students a model predicts a test score from GPA (about 5 to 9) and IQ (about 60 "
    "to 140): score = w1·GPA + w2·IQ. Its loss over (w1, w2) is drawn with contours, lines of equal loss. "
    "Both axes have the same unit. What shape do the contours have with the raw features?",
    options={
        "Circles.": option(
            lambda stretch: stretch < 1.05,
            "A step in w2 is multiplied by an IQ of about 100, a step in w1 by a GPA of about 7. The loss "
            "feels the first one far more.",
        ),
        "Ovals, about twice as long as wide.": option(
            lambda stretch: 1.5 < stretch < 3, "That is what they become once the features are standardized."
        ),
        "Ovals, about 15 times as long as wide.": option(
            lambda stretch: 10 < stretch < 20,
            "The ratio of the means, 100/7.4, is a part of it. But GPA and IQ are both far from 0 for everybody, so w1 "
            "and w2 can stand in for each other, and that makes the valley much longer still.",
        ),
        "Ovals, about 90 times as long as wide.": lambda s: 80 < s < 100,
    },
    nudge="How much does the prediction change when w1 grows by 1, and when w2 grows by 1?",
    method="The contours are √κ times as long as wide, with κ = λ_max/λ_min of H = XᵀX/n.",
    why="κ is about 7800, and √7800 is about 88. Along the valley w1 and w2 change together so that the "
    "prediction hardly notices.",
)
def shape_of_the_loss():
    x = nv.datasets.year_of_students().values[:, :2]
    steep_and_flat = np.linalg.eigvalsh(x.T @ x / len(x))
    return np.sqrt(steep_and_flat.max() / steep_and_flat.min())


@curve(
    "01.4",
    title="A little more than the bound",
    ask="Gradient descent on the raw features makes steps w ← w − η · slope. With η at 90 % of 2/λ_max it "
    "zigzags across the valley and comes closer. Now η is set to 105 % of 2/λ_max. What happens?",
    axes=Axes(
        "steps",
        (0, 5, 10, 15, 20, 25, 30, 35, 40),
        "the loss; each line is ten times the one below",
        (5, 2e7),
        log=True,
    ),
    options={
        "It arrives a little sooner, since the steps are larger.": option(
            lambda loss: loss[-1] < loss[0] / 100,
            "Larger steps help only as long as they end lower than they began.",
            rule=lambda steps, loss: _loss_at_90_percent(steps * 1.05 / 0.9),
        ),
        "It jumps from one side to the other for ever, always equally far away.": option(
            lambda loss: np.isclose(loss[-1], loss[0]),
            "That happens at 100 %, exactly at the bound.",
            rule=lambda steps, loss: np.full_like(loss, loss[0]),
        ),
        "Each step ends higher up on the other side: it diverges.": lambda loss: loss[-1] > 10 * loss[0],
        "Nothing to be seen: 5 % is too little to matter.": option(
            lambda loss: abs(loss[-1] / loss[0] - 0.01) < 0.005,
            "The distance across the valley is multiplied by −1.1 at every step. 1.1 to the power of 40 is 45.",
        ),
    },
    nudge="One step multiplies the distance across the valley by 1 − η·λ_max.",
    method="η = 1.05 · 2/λ_max gives 1 − 2.1 = −1.1.",
    why="The factor is −1.1: the other side, and 10 % further out, at every step. Up to 2/λ_max the factor "
    "stays inside ±1.",
)
def a_little_more():
    values = nv.datasets.year_of_students().values
    bowl = nv.descent.bowl(values[:, :2], values[:, 2])
    path = bowl.path(1.05 * bowl.bound, 40)
    return bowl.loss(path)[::5]


def _loss_at_90_percent(steps):
    values = nv.datasets.year_of_students().values
    bowl = nv.descent.bowl(values[:, :2], values[:, 2])
    losses = bowl.loss(bowl.path(0.9 * bowl.bound, 50))
    return np.interp(steps, np.arange(len(losses)), losses)


@choice(
    "01.5",
    title="Is dividing enough?",
    ask="Somebody divides GPA and IQ by their σ and does not subtract the means. Both features now have σ = "
    "1. How does the condition number κ come out?",
    options={
        "About as small as with both steps: only the spread matters.": option(
            lambda kappa: kappa < 3,
            "κ comes from the means of x1², x1·x2 and x2². The two columns have means of 6 and 9 σ, so all three lie "
            "between 41 and 75: the two columns look alike to the loss, whatever the spread.",
        ),
        "In between, at about 20.": option(
            lambda kappa: 10 < kappa < 30,
            "Means of 6 and 9 σ make the two columns much more alike than that.",
        ),
        "In between, at about 200.": lambda kappa: 100 < kappa < 300,
        "About as large as raw: only the mean matters.": option(
            lambda kappa: kappa > 5000,
            "The two columns were also of quite different size, and that is mended.",
        ),
    },
    nudge="What is the mean of x1·x2 when both columns lie around 7 instead of around 0?",
    method="Compute H = XᵀX/n for the divided columns, then the ratio of its eigenvalues.",
    why="κ is about 7800 raw, 180 divided, and 2.2 standardized. Dividing mends the sizes, subtracting mends the "
    "common offset; it takes both to come near 1.",
)
def is_dividing_enough():
    x = nv.datasets.year_of_students().values[:, :2]
    x = x / x.std(axis=0)
    flat, steep = np.linalg.eigvalsh(x.T @ x / len(x))
    return steep / flat


@choice(
    "01.6",
    title="Price and volume",
    ask="65 real trading days of a share: a price of about 27 dollars and a volume of about 55 million "
    "pieces a day. A model predicts the day's price range from both, raw. Gradient descent takes its best "
    "fixed learning rate. How many steps does it need until 1 % of the way is left?",
    options={
        "Some tens: it is only a table of 65 rows.": option(
            lambda steps: steps < 100,
            "The number of rows does not decide it. The ratio of the curvatures does.",
        ),
        "Some millions: the columns are two million times apart.": option(
            lambda steps: 1e6 < steps < 1e7,
            "The curvatures are means of squares. So that ratio counts twice.",
        ),
        "More than a million million: their ratio counts more than once.": (
            lambda steps: 1e14 < steps < 2e14
        ),
        "It never arrives, at no learning rate.": option(
            lambda steps: steps is None,
            "Below 2/λ_max every distance shrinks at every step. It only shrinks very little.",
        ),
    },
    nudge="Steps grow with κ, and κ is made of means of squares.",
    method="κ is about (55 million/27)² · 16. Near the best rate it takes about 2.3·κ steps.",
    why="κ is 6.6·10¹³, so it takes 1.5·10¹⁴ steps: at a million a second, almost five years. The unit of volume, one "
    "single piece, was nobody's choice for learning; but learning pays for it.",
)
def price_and_volume():
    values = nv.datasets.trading_days().values
    bowl = nv.descent.bowl(values[:, :2], values[:, 2])
    return bowl.steps_until(0.01, bowl.best_rate)
