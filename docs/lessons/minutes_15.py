"""15 minutes: what do empty places do to a mean?"""

from docs.lessons.minutes_50 import GROWS, MASK, MASKED, MEAN, PIPELINE, SAY_COMPANY, SENTENCES
from docs.lessons.plan import SENTENCE, HandOut, Lesson, Run, Say, Set, Step
from docs.lessons.sheets import QUIZ, VOTES

LESSON = Lesson(
    minutes=15,
    title="what do empty places do to a mean?",
    audience="a class that knows a mean and a standard deviation; the end of a lecture, or a taste",
    aim="has seen that a pad changes a word that nobody touched, and that a mask repairs it",
    sheets=(VOTES, QUIZ),
    steps=(
        Step(
            0,
            2,
            "two sentences become one table",
            (HandOut(VOTES, "Every vote is first a cross on paper, then a hand."), SENTENCES, PIPELINE),
        ),
        Step(
            2,
            5,
            "first vote, μ",
            (
                Say("Ask", "“One sentence has two words, the other four: two places are filled with zeros.”"),
                MEAN,
            ),
        ),
        Step(
            5,
            9,
            "one word, and the pads of somebody else",
            (
                GROWS,
                Run(
                    "PaddingExplorer(ahead=False)",
                    ("padding_length",),
                    (
                        Set(
                            {"Padding length (tokens)": "4"},
                            "the ruler's 0 lies at μ **3.90**, “How” reads **1.06**.",
                        ),
                        Set({"Padding length (tokens)": "8"}, "μ **1.95**, “How” **1.79**."),
                        Set({"Padding length (tokens)": "28"}, "μ **0.56**, “How” **3.70**."),
                    ),
                ),
                SAY_COMPANY,
            ),
            late="the length 8",
        ),
        Step(
            9,
            12,
            "can it be repaired?",
            (
                Say(
                    "Ask",
                    "“We know which rows are pads. What would you do?” Leave them out: a **mask**. “Layer "
                    "norm, in one answer, is another norm.”",
                ),
                MASK,
                MASKED,
            ),
        ),
        Step(
            12,
            15,
            "one question and one sentence",
            (
                HandOut(QUIZ, "One minute, alone. Then the sentence on the first sheet.", minutes=1),
                Say("Everybody", "completes the sentence, and leaves both sheets at the door.", SENTENCE),
            ),
            late="the question goes home",
        ),
    ),
    sentence="A pad changes the number of a word, because …",
    criteria="Full: the pad joins the pool (or: is counted in n), so μ and σ move, though the word does not. Half: "
    "only that it is counted.",
    quiz=("mean",),
    own=("06.7", "06.12"),
    homework="Sections 1 to 3 of chapter 06 come before.",
)
