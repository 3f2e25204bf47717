from normviz.goals import Goal


def _reads(result):
    return result.normalized.x_hat[(*result.token, result.feature)]


GOALS = {
    "06a": (
        Goal(
            "Push what batch norm makes of “How” past 3. How many pads does it take?",
            {"padding_length": 20},
            "34 pads: at a padding length of 20 “How” reads 3.0809. No word has moved: μ has gone to the zeros, and σ "
            "is smaller, as most dots lie close to μ now.",
            lambda settings, result: result.token == (1, 0) and _reads(result) > 3,
        ),
        Goal(
            "Follow “Nitish”. It lies below the average. Lift it above.",
            {"token": (0, 1), "padding_length": 8},
            "By then μ has fallen to 1.9506, below the 2.21 of “Nitish”: batch norm makes 0.0837 of it.",
            lambda settings, result: result.token == (0, 1) and _reads(result) > 0,
        ),
    ),
    "06b": (
        Goal(
            "Let in ten pads, and find them on the line. What do they do to μ of d1?",
            {"padding_length": 8},
            "They are one pile at 0, and the ruler moves towards it: six in the first sentence, four in the "
            "second. μ falls from 3.9013 to 1.9506, and “How” reads 1.7901.",
            lambda settings, _: settings.padding_length == 8,
        ),
        Goal(
            "Open *The law*. Step from 4 to 28 with the arrow key and follow σ of d1, the dashed curve. Does it "
            "only fall?",
            {"padding_length": 28},
            "It grows by a hair with the first two pads more, then falls to 1.8768: few zeros lie far from μ, but once "
            "most dots are zeros, μ lies among them. Section 5 has the law.",
        ),
        Goal(
            "Back at 4: bring “How” down again, below 0.78, with γ or β. What do the pads become?",
            {"padding_length": 4, "gamma": 0.5},
            "At γ = 0.5 “How” is 0.5281, and every pad is −0.5725: no 0 again. γ and β come after the damage, and "
            "treat pads and words alike.",
            lambda settings, result: (
                settings.padding_length == 4 and result.normalized.y[(*result.token, result.feature)] < 0.78
            ),
        ),
    ),
    "06d": (
        Goal(
            "The pads hold the mean of the words now. Let in more of them: which of μ and σ moves?",
            {"padding_length": 8},
            "Their dots stand over the ruler’s 0, and μ stands still at 5.2017. σ falls, from 2.5569 at length 4 to "
            "1.8080 at 8, and “How” reads 1.2712.",
            lambda settings, result: result.norm == "filled_batch_norm" and settings.padding_length > 4,
        ),
        Goal(
            "Push “How” above 2.",
            {"padding_length": 28},
            "At 28 σ is 0.9664, and “How” reads 2.3782. A pad at the mean adds nothing to the squared distances, but "
            "is counted as a row: σ² becomes r·σ², and x̂ becomes x̂/√r. So σ can only shrink here; with zeros in the "
            "pads it could grow.",
            lambda _, result: result.norm == "filled_batch_norm" and _reads(result) > 2,
        ),
        Goal(
            "Choose *batch norm without pads*. Where are the pads now? Try to move “How” with the padding length.",
            {"norm": "batch norm without pads", "padding_length": 28},
            "They are lifted off the line: not in the pool, and exactly 0 in the output. The blue ruler is the words’ "
            "own, the orange one counts the pads. “How” is 0.7785 at every length.",
            lambda settings, result: result.norm == "masked_batch_norm" and settings.padding_length > 4,
        ),
    ),
    "06f": (
        Goal(
            "Move a real number with the padding length, if you can: go to its end.",
            {"padding_length": 28},
            "48 more pads arrive, and not one real number moves: “How” stays 0.4340, 0.9487 and −1.3826.",
        ),
        Goal(
            "Follow “Hi”. Which numbers make its μ?",
            {"token": (0, 0)},
            "Its own three, 6.5, 2.41 and 3.21: μ is 4.0400, and “Hi” becomes 1.3899.",
        ),
        Goal(
            "Make every pad row something other than 0. Open *All numbers* to see them.",
            {"beta": 0.5},
            "β is added to every row of d1: a pad becomes 0.5.",
            lambda settings, _: settings.beta != 0,
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
