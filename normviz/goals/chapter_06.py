from normviz.goals import Goal


def _reads(result):
    return result.normalized.x_hat[(*result.token, result.feature)]


GOALS = {
    "06a": (
        Goal(
            "Push what batch norm makes of “How” past 3. How many pads does it take?",
            {"padding_length": 8},
            "Ten pads: at a padding length of 8 “How” reads 3.0769. No word has moved.",
            lambda settings, result: result.token == (1, 0) and _reads(result) > 3,
        ),
        Goal(
            "Follow “Nitish”. It lies below the average. Lift it above.",
            {"token": (0, 1), "padding_length": 27},
            "By then μ has fallen to 0.3965, below the 0.4 of “Nitish”: batch norm makes 0.0023 of it.",
            lambda settings, result: result.token == (0, 1) and _reads(result) > 0,
        ),
    ),
    "06c": (
        Goal(
            "Find the padding length at which σ of d2 falls below its 3.0744 without pads.",
            {"padding_length": 5},
            "At 4 it is 3.0783, a hair above; at 5 it is 2.9541.",
            lambda settings, result: (
                result.feature == 1 and result.with_pads[1][1] < result.without_pads[1][1]
            ),
        ),
        Goal(
            "Do the law and the recount ever differ? Open *The law*, and look at the far end.",
            {"padding_length": 28},
            "They agree at every length. With 50 pads of 56 rows, r = 6/56 = 0.1071, both give the same μ and σ.",
        ),
        Goal(
            "Choose feature d3. Say μ at length 8 before you move.",
            {"feature": 2, "padding_length": 8},
            "r = 6/16, so μ is 0.375 · 5.0850 = 1.9069.",
        ),
    ),
    "06e": (
        Goal(
            "Which norm brings “How” back to what it is without pads?",
            {"norm": "batch norm without pads"},
            "“How” was 1.9152 with the pads, which leave μ of d1 a third of what it should be. Without them "
            "it is 0.7905.",
        ),
        Goal(
            "Which one gives what the small batch gave?",
            {"norm": "layer norm"},
            "0.4340, the same as in the small batch, because its row is the same.",
        ),
        Goal(
            "Back at *batch norm, pads counted*, push the padding length to its end. What becomes of “How”?",
            {"padding_length": 124},
            "No word is added, every sentence gets 24 more pads: 72.5 % of the rows are pads, and “How” "
            "reads 2.1874.",
            lambda settings, _: settings.padding_length == 124 and settings.norm.endswith("counted"),
        ),
    ),
}
