"""20 minutes: what does your own network do? Its cells are those of chapter 10."""

from math import sqrt

import normviz as nv
from docs.lessons.plan import SENTENCE, Cell, HandOut, Lesson, Look, Say, Step, Vote
from docs.lessons.sheets import QUIZ, VOTES

CHAPTER = "10_your_own_network"


def _word_at_its_mean(longest: int) -> str:
    """What counted pads make of a word at its own mean, 2, with σ 1: 31 sentences of 5.5 words, and a longest one."""
    mean, var = nv.padding_law(2.0, 1.0, (31 * 5.5 + longest) / (32 * longest))
    return f"{(2 - mean) / sqrt(var):.1f}"


KEPT = 0.99**80  # of the initial mean 0 and variance 1, after 80 batches with momentum 0.01
MEAN, VAR = (1 - KEPT) * 80, KEPT + (1 - KEPT) * 30**2  # stored, of flats with μ 80 and σ 30

LESSON = Lesson(
    minutes=20,
    title="what does your own network do?",
    audience="a class that trains networks in PyTorch, and has met padding and running statistics",
    aim="has found a trouble in a network that is not theirs, mended it in one line, and looked into one of their own",
    setup="import numpy as np\nimport torch\n\nimport normviz as nv\nfrom normviz.experiments import patients",
    sheets=(VOTES, QUIZ),
    steps=(
        Step(
            0,
            2,
            "a curve that does not fall",
            (
                Say(
                    "Before the class",
                    "run the notebook once to the end: the trainings take some ten seconds. A folded cell opens with a "
                    "click on its three dots.",
                ),
                HandOut(VOTES),
                Cell(CHAPTER, "ch10-017", 15, "the network, which normalizes words."),
                Cell(CHAPTER, "ch10-reader-curve", 2, "it is trained, three times."),
                Say(
                    "Say",
                    "“Sentences of 3 to 8 words, and in each batch one that may have 80; zeros fill the rest. No "
                    "error, no warning, the loss stays near that of guessing, 0.69.”",
                    slide=True,
                ),
                Look(
                    'nv.show_spread(reader.steps, {"loss": reader.in_training}, title="Loss, nats", x_name="batches")',
                    "its curve.",
                    live=True,
                ),
                Say("Ask", "“Where do you look first?”", 10, slide=True),
                Say(
                    "They will say",
                    "the learning rate, more layers, more data. Write it down; nobody will say “which numbers share "
                    "a mean?”.",
                ),
            ),
        ),
        Step(
            2,
            5,
            "the first patient",
            (
                Vote(
                    "10.2",
                    "the same five words, in a batch whose longest sentence has 8 words, and in one where it has 80.",
                    (
                        (
                            "About the same numbers in both: their own values have not changed.",
                            "They look at x alone, and not at its company.",
                        ),
                        (
                            "In the second batch they are mostly larger: the pads pull μ down.",
                            "Right. Ask: “And what does the network learn from that?”",
                        ),
                        (
                            "In the second batch they are mostly smaller, because pads are zeros.",
                            "They move x with the mean.",
                        ),
                    ),
                ),
                Say(
                    "Say",
                    "“By the law of chapter 06: a word at its own mean comes out as "
                    f"{_word_at_its_mean(8)} where the longest sentence has 8 words, and as {_word_at_its_mean(80)} "
                    "where it has 80.”",
                    slide=True,
                ),
            ),
        ),
        Step(
            5,
            8,
            "one line mends it",
            (
                Say("Ask", "“Which line would you change?”", 30, slide=True),
                Look(
                    "nv.inspect(reader.model, words, mask, mask=mask)",
                    "the finding, and its line. Let somebody read it aloud.",
                    live=True,
                ),
                Cell(CHAPTER, "ch10-022", 11, "the norm gets the real words alone."),
                Look(
                    'nv.show_spread(reader.steps, curves, title=title, x_name="batches", guide=guessing, '
                    'tones=["pad", "column"])',
                    "both curves.",
                    live=True,
                ),
                Say(
                    "Say",
                    "“Only real words go into the norm, and the loss falls. The task was made so that it would show: "
                    "in chapter 08 pads cost next to nothing. So look, do not assume.”",
                    slide=True,
                ),
            ),
            late="the last sentence",
        ),
        Step(
            8,
            11,
            "the patient that trains well",
            (
                Cell(CHAPTER, "ch10-037", 12, "another network, and flats; its momentum is 0.01."),
                Look(
                    'nv.show_spread(slow.steps, curves, title=title, x_name="batches", guide=guessing, '
                    'tones=["column", "ink"])',
                    "its curves.",
                    live=True,
                ),
                Say(
                    "Ask",
                    "“On unseen flats it guesses. Overfitted?”",
                    slide=True,
                ),
                Say("They will say", "yes, most of them. The curve is good in training, and bad in use."),
                Vote(
                    "10.4",
                    "twins with two momenta; their losses in training, step by step.",
                    (
                        (
                            "The first learns more slowly: its momentum is smaller.",
                            "They think of an optimizer's momentum.",
                        ),
                        (
                            "The first learns more steadily: it averages over more batches.",
                            "They think that training uses the averages.",
                        ),
                        (
                            "They are equal, to the last digit.",
                            "Right. Ask: “Then which curve can show that the averages are bad?”",
                        ),
                    ),
                ),
            ),
        ),
        Step(
            11,
            13,
            "what it has stored",
            (
                Say(
                    "Say",
                    "“After 80 batches with momentum 0.01 the initial mean 0 and variance 1 still weigh 0.99⁸⁰ = "
                    f"{KEPT:.2f}. Flats have 80 m² on average, σ 30. Stored: mean {MEAN:.0f}, variance "
                    f"about {round(VAR, -1):.0f}. An ordinary flat is 0 in training, and "
                    f"{(80 - MEAN) / sqrt(VAR):.1f} in use.”",
                    slide=True,
                ),
                Cell(CHAPTER, "ch10-038", 1, "flats that it has not seen."),
                Look("nv.inspect(slow.model, flats)", "the findings.", live=True),
                Cell(CHAPTER, "ch10-042", 5, "its twin, with momentum 0.1."),
                Look(
                    'nv.show_spread(usual.steps, curves, title=title, x_name="batches", guide=guessing, '
                    'tones=["ink", "column"])',
                    "both in use.",
                    live=True,
                ),
            ),
            late="the report",
        ),
        Step(
            13,
            16,
            "their own",
            (
                Say(
                    "Everybody",
                    "opens chapter 10 and puts a model and a batch of their own into the first cell of section 5; who "
                    "has none takes what stands there.",
                    90,
                ),
                Cell(CHAPTER, "ch10-046", 4, "what stands there."),
                Look("nv.inspect(my_model, my_batch)", "three lines, two findings.", live=True),
                Say(
                    "Ask",
                    "“Which codes have you found? *Nothing to report* counts: the norms do what norms are for. It does "
                    "not say that the model is good.”",
                    30,
                    slide=True,
                ),
            ),
            late="the cell; they finish at home",
        ),
        Step(
            16,
            20,
            "two questions and one sentence",
            (
                HandOut(QUIZ, "Two minutes, alone. Then the sentence on the first sheet.", minutes=2),
                Say("Everybody", "completes the sentence, and leaves both sheets at the door.", SENTENCE),
            ),
            late="the quiz goes home",
        ),
    ),
    sentence="A training curve cannot show …",
    criteria="Full: that the stored statistics are bad (or: how the network does in use), because training never reads "
    "them. Half: without the reason.",
    quiz=("momentum", "modes"),
    own=("10.5", "10.6", "10.7"),
    homework="For all: `10.10` (spot the bugs), `10.13` (a norm of their own).",
)
