"""50 minutes: why do transformers not use batch norm?"""

from dataclasses import replace

import normviz as nv
from docs.lessons.plan import SENTENCE, WRITE, Board, HandOut, Lesson, Look, Run, Say, Set, Step, Vote
from docs.lessons.sheets import COLUMN, QUIZ, ROW, VOTES

SENTENCES = Look("nv.show_pipeline(nv.examples.hi_nitish(), until=1)", "two sentences, as written.")
PIPELINE = Look(
    "nv.show_pipeline(nv.examples.hi_nitish(), until=3)",
    "two sentences on their way to one table: words, vectors with pads, vectors after attention.",
)
MEAN = Vote(
    "06.3",
    "six real numbers in the column d1, then two zeros join. What happens to μ?",
    (
        (
            "Nothing: zeros add nothing to the sum.",
            "They see the sum and forget that it is divided by n.",
        ),
        (
            "It loses a third: two zeros come to six numbers.",
            "They compare pads with words. The share is of *all* rows.",
        ),
        ("It becomes exactly 0.", "They think of the pads alone. Six real rows still pull."),
        ("It becomes three quarters of what it was.", "Right. Ask: “Which share is that?”"),
    ),
)
# What is held must not be told by the reply either.
MEAN_HELD = replace(
    MEAN,
    held=True,
    replies=tuple(
        (
            answer,
            "Right. Ask for the reason, as with every other letter." if tells.startswith("Right.") else tells,
        )
        for answer, tells in MEAN.replies
    ),
)
GROWS = Vote(
    "06.1",
    "more pads, 2, 50, 1000 and on. What happens to the number of “How”?",
    (
        (
            "It stays: 7.5 is real and does not change.",
            "They look at x alone. x̂ says where x lies *among the others*.",
        ),
        ("It shrinks towards 0.", "They move x with the mean. The mean moves away from 7.5."),
        (
            "It grows, but it can never be more than 3.",
            "They remember 3 σ from bell curves. Batch norm has no such wall.",
        ),
    ),
)
GROWS_HELD = replace(GROWS, held=True)
MASK = Vote(
    "06.15",
    "with a mask, how does the number of “How” depend on the number of pads?",
    (
        (
            "It still grows, only more slowly.",
            "They take a mask for a smaller weight. Left out means left out.",
        ),
        (
            "It becomes equal to layer norm's number.",
            "They take every repair for the same repair. The pool is still a column.",
        ),
        (
            "It shrinks, because zero padding always shrinks the variance.",
            "The pads are no longer in σ at all.",
        ),
    ),
)
MASKED = Run(
    "PaddingExplorer(ahead=False)",
    ("norm", "padding_length"),
    (
        Set({"Norm": "batch norm without pads"}, "“How” reads **0.78**, and **1.06** with the pads."),
        Set({"Padding length (tokens)": "28"}, "“How” **0.78**, still."),
    ),
)
SAY_COMPANY = Say(
    "Say",
    "“We have only padded further, as somebody else's longer sentence would make us; this word has changed.”",
)
SIGMA = Vote(
    "06.4",
    "the same two zeros: does σ grow or shrink?",
    (
        (
            "It shrinks, because the two pads are equal to each other.",
            "They compare the pads with each other, not with the mean.",
        ),
        (
            "It stays as it is, because zeros carry no information.",
            "The formula does not know which zeros mean “no word”.",
        ),
        (
            "It changes by the same factor as μ.",
            "They hope for one rule. μ has it, σ does not.",
        ),
        (
            "It grows with every pad: each 0 lies far from the mean.",
            "They stop at the first pads. With ever more of them, nearly all rows are the same 0.",
        ),
    ),
    held=True,
)
ROW_HELD = Vote(
    "06.6",
    "2 pad rows in the batch, then 50. What happens to this row?",
    (
        (
            "They grow, as batch norm's do: the pads pull μ down.",
            "They have not changed the pool yet. Which numbers share this mean?",
        ),
        (
            "They shrink towards 0, as the sentence gets longer.",
            "They think that layer norm pools over the sentence.",
        ),
        (
            "They become β.",
            "They mix up a real row and a pad row. Keep this one: it comes next.",
        ),
    ),
    held=True,
)


NOTES = " and ".join(
    f"“{example.sources[0].title}”" for example in (nv.examples.hi_nitish(), nv.examples.hi_probal())
)

LESSON = Lesson(
    minutes=50,
    title="why do transformers not use batch norm?",
    audience="a class that has met batch norm",
    aim="can say what padding does to a mean, repair it with a mask, and say why the repair does not end the story",
    sheets=(VOTES, COLUMN, ROW, QUIZ),
    steps=(
        Step(
            0,
            4,
            "two sentences become one table",
            (
                HandOut(VOTES, "It stays on the desk: every vote is first a cross on paper, then a hand."),
                SENTENCES,
                Say(
                    "Ask",
                    "“One sentence has two words, the other four. A block of numbers has no ragged edge. What do we "
                    "write where there is no word?”",
                    30,
                ),
                Say(
                    "They will say",
                    "“nothing” or “zeros”. *Nothing* is the better idea, and a block cannot hold it. Zeros are "
                    "numbers, and they will be counted.",
                ),
                PIPELINE,
                Say(
                    "Say",
                    "“The third table is what the network has made of the words. Nobody can recompute it here; we "
                    "begin behind it. A word is called a *token*, and so is a pad. "
                    "x̂ is x after normalizing, and ε a tiny number that keeps us from dividing by 0.”",
                ),
            ),
        ),
        Step(4, 7, "first vote, μ", (MEAN_HELD,)),
        Step(
            7,
            18,
            "by hand",
            (
                SIGMA,
                HandOut(
                    COLUMN,
                    "Two neighbours share one: each takes every other row. The left half of the room takes all eight "
                    "rows, the right half the six words. Two decimals are enough. The left half leaves its last "
                    "box, “How”, empty.",
                    numbers=14,
                ),
                Board("left μ 3.9013, σ 3.4075; right μ 5.2017, σ 2.9524, “How” 0.7785."),
                Say(
                    "Say",
                    f"“3.90 is three quarters of 5.20, as six of eight rows are real: so *{MEAN.letter}*. σ has "
                    f"grown from 2.95 to 3.41: so *{SIGMA.letter}*.”",
                ),
                Say(
                    "Two decimals",
                    "give 3.90 and 3.41 on the left, 5.20, 2.95 and 0.78 on the right, and 1.06 for the last box; a "
                    "square that is off by 0.03 is rounding. Leave room on the board for the “How” of the left.",
                ),
            ),
            late="write μ of both halves on the board; each half computes σ and “How” alone",
        ),
        Step(
            18,
            23,
            "move it",
            (
                GROWS_HELD,
                Say("Left half:", "“Now fill in your last box.”", WRITE),
                Board("left “How” 1.0561. Nobody changed the word."),
                Run(
                    "PaddingExplorer(ahead=False)",
                    ("padding_length",),
                    (
                        Set(
                            {"Padding length (tokens)": "4"},
                            "the ruler's 0 lies at μ **3.90**, “How” reads **1.06**, as on the left half of the board.",
                        ),
                        Set({"Padding length (tokens)": "8"}, "μ **1.95**, “How” **1.79**."),
                        Set(
                            {"Padding length (tokens)": "28"},
                            f"μ **0.56**, “How” **3.70**. That is larger than 3 already: so not *d*. "
                            f"There is no end: 100 000 pads make it 161.9, so *{GROWS.letter}*.",
                        ),
                    ),
                ),
                SAY_COMPANY,
            ),
        ),
        Step(
            23,
            29,
            "can it be repaired?",
            (
                Say(
                    "Ask",
                    "“We know which rows are pads. What would you do?” Somebody will say: leave them out. That is a "
                    "**mask**.",
                    30,
                ),
                Say(
                    "Say",
                    "“One answer names *layer norm*, which comes next: it takes other numbers for its mean.”",
                ),
                MASK,
                MASKED,
                Say(
                    "If somebody says",
                    "“write the mean into the pads”, thank them, and go to the last cell of the notebook. It "
                    "mends μ and leaves σ too small. Released research code has done so; section 6 of chapter 06 "
                    "tells the story.",
                ),
                Run(
                    'PaddingExplorer(norm="batch norm, pads filled with the mean", ahead=False)',
                    ("padding_length",),
                    (
                        Set(
                            {"Padding length (tokens)": "4"},
                            "μ **5.20**, as it should be, but “How” **0.90**.",
                        ),
                        Set(
                            {"Padding length (tokens)": "8"},
                            "“How” **1.27**. It still grows with every pad.",
                        ),
                    ),
                    aside=True,
                ),
            ),
            late="the idea with the mean",
        ),
        Step(
            29,
            39,
            "layer norm",
            (
                Say(
                    "Say",
                    "“Batch norm takes a column: one feature of all words. Layer norm turns the table: it takes a row, "
                    "one word with its three numbers. Numbers that share a mean we call a *pool*.”",
                ),
                ROW_HELD,
                HandOut(ROW, "Two neighbours take the row of “How” together: 7.5, 9.2, 1.5.", numbers=10),
                Board(
                    "μ 6.07, σ 3.30; the row becomes 0.43, 0.95, −1.38. Nobody outside the row had a say: so "
                    f"*{ROW_HELD.letter}*."
                ),
                Run(
                    "AxesExplorer()",
                    ("norm",),
                    (Set({"Norm": "layer norm"}, "the lit column turns into a row: “How” reads **0.43**."),),
                ),
                Say(
                    "Say",
                    "“After normalizing, a network may multiply by γ and add β; it learns both.”",
                ),
                Run(
                    'PaddingExplorer(norm="layer norm", ahead=False)',
                    ("padding_length",),
                    (Set({"Padding length (tokens)": "28"}, "“How” **0.43**. Nothing real has moved."),),
                ),
                Run(
                    'PaddingExplorer(norm="layer norm", ahead=False)',
                    ("beta",),
                    (
                        Set(
                            {"β of this feature": "0.5"},
                            "“How” **0.93**, and a row of zeros becomes β.",
                        ),
                    ),
                ),
            ),
            late="the sheet: write μ 6.0667 and σ 3.3029 on the board, and let everybody compute 7.5 alone",
        ),
        Step(
            39,
            50,
            "so is that the reason?",
            (
                Vote(
                    "09.4",
                    "padding is why transformers do not use batch norm: right, wrong, or disputed? The two documents "
                    f"are the handwritten notes {NOTES}.",
                    (
                        (
                            "Right: the pads change every number of the batch.",
                            "They have seen the damage, and have forgotten the mask.",
                        ),
                        (
                            "Wrong: pads do not touch a real word's number.",
                            "They look at x alone, still. Point at 1.0561 and 0.7785 on the board.",
                        ),
                        (
                            "Right: masking helps a little, the pads still count.",
                            "They take a mask for a smaller weight, as in the fourth vote.",
                        ),
                    ),
                ),
                Say(
                    "Say",
                    "“*Disputed.* Counted pads spoil μ and σ, and a mask repairs that, exactly. Two studies had to "
                    "explain why batch norm did worse in transformers.”",
                ),
                Say(
                    "Show the last slide, or write:",
                    "RegularizedBN, 2022, pads left out: training and inference differ. PowerNorm, 2020: batch "
                    "statistics fluctuate all through training.",
                    30,
                    slide=True,
                ),
                Say(
                    "If asked",
                    "RegularizedBN is by Wang, Wu and Huang, PowerNorm by Shen and others. PowerNorm's released code "
                    "fills the pads with the mean, which mends μ alone.",
                ),
                Say(
                    "Be honest",
                    "about small experiments: in the tiny transformer of chapter 08 batch norm and layer norm do "
                    "*not* differ clearly (`08.1`). What padding does is arithmetic; what wins in a large network "
                    "is a measurement.",
                    15,
                ),
                HandOut(
                    QUIZ,
                    "Four minutes, alone. Then the sentence on the first sheet.",
                    minutes=4,
                ),
                Say("Everybody", "completes the sentence, and leaves both sheets at the door.", SENTENCE),
            ),
            late="the names of the studies; the quiz goes home",
        ),
    ),
    sentence="Padding is a reason for a mask, because …",
    criteria="Full: pads that are counted move μ and σ of real words, and a mask leaves them out; and nothing is said "
    "of it as the reason against batch norm. Half: one of the two.",
    quiz=("mean", "mask", "row"),
    own=("06.7", "06.8", "06.12", "07.10"),
    homework="For all: `07.3` (what becomes of a pad row), `06.14` (a table of their own), and for those who like a "
    "puzzle `06.9`. Chapter 08 before the next lesson.",
)
