from normviz.goals import Goal

SAMPLE = "n − 1, the sample variance"


def _judged(id):
    return lambda _, result: result.said is not None and result.claim.id == id


GOALS = {
    "09a": (
        Goal(
            "Follow column 1, and add up the squares of its outputs in *All numbers*. Where do you know the sum from?",
            {"column": 1},
            "1.1859, −0.7906, −1.1859, 1.1859 and −0.3953: of the unrounded numbers the squares add up to 5, "
            "the number of rows.",
            lambda settings, _: settings.column == 1 and settings.divide_by != SAMPLE,
        ),
        Goal(
            "Make the squares add up to 4.",
            {"column": 1, "divide_by": SAMPLE},
            "With n − 1, 1.1859 becomes 1.0607. A normalized column tells you what it was divided by.",
            lambda settings, _: settings.divide_by == SAMPLE,
        ),
    ),
    "09b": (
        Goal(
            "Judge claim 11.",
            {"wrong": None},
            "The arithmetic line ends in 1.1859, and the score counts one claim.",
            _judged("seven-is-invented"),
        ),
        Goal(
            "Judge claims 14 to 16. Which of these is a new value with a wrong sign?",
            {"claim": 15, "wrong": None},
            "Claim 15: 2 lies below the mean, 4, so its x̂ is no 0.71 but −0.7906. Claims 14 and 16 go on with the "
            "0.12 and the −0.21, which you know already.",
            _judged("two-has-the-wrong-sign"),
        ),
        Goal(
            "Find the slide on σ_global, and judge it. How far off is it in z1?",
            {"claim": 33, "disputed": None},
            "It gives 2.4972 for 2.5298.",
            _judged("average-of-batch-deviations"),
        ),
    ),
    "09c": (
        Goal(
            "Find the example that is torch’s own batch norm.",
            {"example": "what the article prints"},
            "“over n”: what the article *prints* is not what its code gives.",
        ),
        Goal(
            "Find an example where n and n − 1 cannot be told apart.",
            {"example": "z table with a γ and a β"},
            "Each row is a pool, and the line above the code has the γ and the β, as far as the printed decimals "
            "tell. γ takes up the difference between n and n − 1.",
        ),
    ),
}
