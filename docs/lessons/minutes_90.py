"""90 minutes: from batch norm to layer norm."""

from docs.lessons.minutes_50 import MEAN, PIPELINE
from docs.lessons.plan import SENTENCE, Board, HandOut, Lesson, Look, Run, Say, Set, Step, Vote
from docs.lessons.sheets import NODE, QUIZ, VOTES, Z_COLUMNS, Z_ROWS

TALKS = "ten people talk 8, 2, 5, 6, 4, 7, 3, 5, 9 and 1 minutes. The mean is 5."
Z_TABLE = "nv.show(nv.examples.z_table())"

IN_ITS_ROW = Vote(
    "07.1",
    "the 5 of the first row was +1.1667 in its column. And in its row?",
    (
        (
            "Still +1.1667: the number 5 has not changed.",
            "They still look at x alone, as with “How”.",
        ),
        (
            "A positive number, but another one.",
            "They know that it changes, and have not looked: 5 is below 5.3333.",
        ),
        (
            "0: 5 stands in the middle of its row.",
            "They take the middle one for the mean.",
        ),
    ),
    held=True,
)

LESSON = Lesson(
    minutes=90,
    title="from batch norm to layer norm",
    audience="a class that knows a mean and has seen a small network",
    aim="has normalized a column and a row on paper, knows what γ and β are for, and can say for any norm which "
    "numbers share a mean",
    sheets=(VOTES, Z_COLUMNS, Z_ROWS, QUIZ, NODE),
    steps=(
        Step(
            0,
            9,
            "one scale for ten people",
            (
                HandOut(VOTES, "Every vote is first a cross on paper, then a hand."),
                Look("nv.show(nv.examples.talk_times())", f"the meeting of chapter 01: {TALKS}"),
                Vote(
                    "01.1",
                    "the moderator wants one number that says how far from ordinary each one is. What does the "
                    "8-minute talker get?",
                    (
                        (
                            "About 0.9, because 8 is near the largest value, 9.",
                            "They think of a scale from smallest to largest: min–max.",
                        ),
                        ("3, because 8 lies 3 above the mean.", "The right distance, not yet counted in σ."),
                        (
                            "0, because now everyone talks the same.",
                            "They think that normalizing makes all equal.",
                        ),
                    ),
                ),
                Run(
                    "ModeratorExplorer()",
                    ("person",),
                    (
                        Set({"Follow": "person 1"}, "**1.22**."),
                        Set(
                            {"Follow": "person 9"},
                            "**1.63**, more than 1: there is no upper end at 1.",
                        ),
                    ),
                ),
            ),
        ),
        Step(
            9,
            25,
            "down a column, by hand",
            (
                Look(
                    Z_TABLE,
                    "five rows that went through three nodes. This is a batch; each node has a column.",
                ),
                Vote(
                    "02.1",
                    "before the pencils: what will be true of the numbers that come out?",
                    (
                        (
                            "Every number lies between 0 and 1.",
                            "Min–max again. What is below the mean must become negative.",
                        ),
                        (
                            "Every number lies between −1 and 1.",
                            "They take σ for the largest distance. It is a typical one.",
                        ),
                        (
                            "Every row has mean 0.",
                            "They pool the wrong way. Keep it: that will be layer norm.",
                        ),
                        ("Every column becomes a bell curve.", "They take mean and σ for the whole shape."),
                    ),
                ),
                HandOut(
                    Z_COLUMNS,
                    "Two neighbours share one. Column z1 together at the board; then z2: μ, σ and the five results.",
                    numbers=22,
                ),
                Board("z1: μ = 4, σ² = 6.4, σ = 2.5298; the first row 1.1859."),
            ),
            late="z2; it is done at home",
        ),
        Step(
            25,
            33,
            "check it, and bend it",
            (
                Run(
                    "BatchNormExplorer()",
                    ("row", "column", "gamma", "beta"),
                    (
                        Set(
                            {"Row": "row 3"},
                            "**−1.19**, the mirror image of row 1.",
                        ),
                        Set(
                            {"Row": "row 4", "Column": "z3"},
                            "**1.84**: larger than 1.",
                        ),
                        Set(
                            {"Column": "z1", "γ of z1": "2", "β of z1": "1"},
                            "γ · x̂ + β = 2 · **1.19** + 1 = **3.37**.",
                        ),
                    ),
                ),
                Say(
                    "Ask",
                    "“If γ and β can give the column any mean and any σ, why normalize at all?”",
                    60,
                ),
                Say(
                    "They will say",
                    "“then it does nothing”. For one batch they can undo it, yes; but now the mean and the size of a "
                    "column are *two numbers that can be learned*, and no longer the product of all earlier "
                    "weights. [Chapter 03](../notebooks/03_gamma_and_beta.ipynb) is about this.",
                    60,
                ),
            ),
        ),
        Step(
            33,
            43,
            "what batch norm forgets",
            (
                Vote(
                    "02.2",
                    "one node mixes GPA and IQ of four students. Halve both weights, add 1. What happens to the four "
                    "results?",
                    (
                        ("They become half as large.", "They follow M, and forget that σ is halved as well."),
                        ("They all grow by 1.", "They follow b, and forget that the mean moves along."),
                    ),
                ),
                Run(
                    'BatchNormExplorer(example="GPA and IQ, one node")',
                    ("w1", "w2", "b"),
                    (
                        Set(
                            {"b": "2"},
                            "dots and ruler have moved by 2, and student 1 reads **1.27**, as before.",
                        ),
                        Set(
                            {"w1 (GPA)": "0.5", "w2 (IQ)": "0.05", "b": "1"},
                            "σ **2.29**, half of what it was, and still **1.27**.",
                        ),
                        Set(
                            {"w1 (GPA)": "1", "w2 (IQ)": "0", "b": "0"},
                            "**0.64**: the *balance* of the weights does matter.",
                        ),
                    ),
                ),
                Say("Say", "“So a layer in front of batch norm needs no bias.”"),
            ),
        ),
        Step(
            43,
            50,
            "divide by n or by n − 1",
            (
                Vote(
                    "02.4",
                    "an article prints ±1.2247. What does its code give?",
                    (
                        ("±1.2247", "They trust the print. Most people do."),
                        ("±0.8165", "They feel that a divisor is wrong, and go the wrong way."),
                    ),
                ),
                Run(
                    'BatchNormExplorer(example="the article\'s 3 × 4 batch")',
                    ("divide_by",),
                    (
                        Set(
                            {"Divide by": "n − 1, the sample variance"},
                            "σ **4.00**, output **−1.00**.",
                        ),
                        Set(
                            {"Divide by": "n, as batch norm does"},
                            "σ **3.27**, output **−1.22**.",
                        ),
                    ),
                ),
            ),
            late="all of it, unless the class writes code",
        ),
        Step(50, 55, "break", (Say("Pause", "for five minutes.", 300),)),
        Step(
            55,
            65,
            "when the column has pads in it",
            (
                PIPELINE,
                MEAN,
                Run(
                    "PaddingExplorer(ahead=False)",
                    ("norm", "padding_length"),
                    (
                        Set(
                            {"Padding length (tokens)": "4"},
                            "the ruler's 0 lies at μ **3.90**, “How” reads **1.06**.",
                        ),
                        Set(
                            {"Padding length (tokens)": "8"},
                            "μ **1.95**, “How” **1.79**.",
                        ),
                        Set(
                            {"Norm": "batch norm without pads"},
                            "“How” **0.78**: so it would be without the pads.",
                        ),
                    ),
                ),
                Say(
                    "Ask",
                    "“What has to be true of a pool, so that no pad can ever join it?” Wait. Somebody will turn the "
                    "table.",
                    60,
                ),
            ),
        ),
        Step(
            65,
            83,
            "across a row",
            (
                Look(Z_TABLE, "the z table once more."),
                IN_ITS_ROW,
                HandOut(
                    Z_ROWS,
                    "Two neighbours share one: row 1 together, then each a row of their own, 2 or 3.",
                    numbers=28,
                ),
                Board(
                    f"row 1: μ 5.3333, σ 1.2472, and the 5 becomes −0.2673: so *{IN_ITS_ROW.letter}*. Rows 2 and 3 "
                    "come out alike: layer norm forgets a row's level."
                ),
                Run(
                    'AxesExplorer(norm="layer norm")',
                    ("norm",),
                    (
                        Set(
                            {"Norm": "layer norm"},
                            "“How” reads **0.43** in its row.",
                        ),
                        Set(
                            {"Norm": "batch norm"},
                            "**1.06** in its column.",
                        ),
                    ),
                ),
            ),
            late="rows 2 and 3; both become −1.2247, 0 and 1.2247",
        ),
        Step(
            83,
            90,
            "three questions and one sentence",
            (
                HandOut(
                    QUIZ,
                    "Four minutes, alone. Then the sentence at the end of the first sheet; read five aloud, collect "
                    "both.",
                    minutes=4,
                ),
                Say(
                    "The sentence",
                    "is about *pools*: down a column, across a row.",
                    SENTENCE + 30,
                ),
            ),
            late="the quiz goes home",
        ),
    ),
    sentence="Batch norm and layer norm do the same thing to different …",
    criteria="Full: pools, or sets of numbers: down a column and across a row. Half: only the word columns or rows.",
    quiz=("column", "bias", "row"),
    own=("02.6", "02.8", "07.10", "03.9"),
    homework="For all: `02.13` (spot the bugs), `02.14` (their own table), `07.9`; sheet 5 for who likes paper. Who "
    "wants to know about evaluation reads chapter 05. `02.8` is by hand, `03.9` for those who want to undo it.",
)
