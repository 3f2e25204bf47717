"""20 minutes: what does your own network do? Its cells are those of chapter 10."""

from docs.lessons.plan import HandOut, Lesson, Say, Step, Vote
from docs.lessons.sheets import VOTES

LESSON = Lesson(
    minutes=20,
    title="what does your own network do?",
    audience="a class that trains networks in PyTorch, and has met padding and running statistics",
    aim="has found a trouble in a network that is not theirs, mended it in one line, and looked into one of their own",
    chapter="10_your_own_network",
    sheets=(VOTES,),
    steps=(
        Step(
            0,
            2,
            "a curve that does not fall",
            (
                Say(
                    "Before the class",
                    "open the chapter, choose *Run → Run All Cells*, then *View → Collapse All Outputs*. A click on "
                    "the three dots below a cell opens its output. The text under an output names the answer: keep it "
                    "below the edge of the screen until then. Put the next line into a new cell under `reader = …`, "
                    "and run it.",
                ),
                HandOut(VOTES),
                Say(
                    "Show",
                    "section 2: the task, the class `Reader`, and its curve alone, "
                    '`nv.show_spread(reader.steps, {"pads in the pool": reader.in_training}, title="Loss in training, '
                    'nats", x_name="batches seen")`. No error, no warning.',
                    20,
                ),
                Say("Ask", "“Where do you look first?”", 20),
                Say(
                    "They will say",
                    "the learning rate, more layers, more data. Write it down; nobody will say “which numbers share "
                    "a mean?”.",
                    20,
                ),
            ),
        ),
        Step(
            2,
            8,
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
                    "Show",
                    "`nv.inspect(reader.model, words, mask, mask=mask)`, and let somebody read the finding aloud.",
                    45,
                ),
                Say("Ask", "for the line that mends it, then show it, and the other curve.", 45),
                Say(
                    "Say",
                    "“The task was made so that it would show. In chapter 08 pads cost next to nothing. So look, do "
                    "not assume.”",
                ),
            ),
        ),
        Step(
            8,
            14,
            "the patient that trains well",
            (
                Say("Show", "section 4, the picture with two curves: good in training, bad in use.", 20),
                Say("Ask", "“Overfitted?” Most will say yes.", 15),
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
                Say(
                    "Compute",
                    "with the class: after 80 batches with momentum 0.01 the initial values weigh 0.99⁸⁰, nearly "
                    "half. Then show the report and the mended curve.",
                    90,
                ),
            ),
            late="the sum with 0.99⁸⁰",
        ),
        Step(
            14,
            18,
            "their own",
            (
                Say(
                    "Everybody",
                    "puts a model and a batch of their own into the first cell of section 5, in training mode and in "
                    "evaluation mode. Who has none takes the three lines that stand there: two findings.",
                    150,
                ),
                Say(
                    "Collect",
                    "codes on the board. *Nothing to report* counts: it says that the norms do what norms are for, "
                    "and not that the model is good.",
                    60,
                ),
            ),
        ),
        Step(
            18,
            20,
            "one sentence",
            (
                Say(
                    "Everybody",
                    "completes the sentence at the end of the sheet.",
                    90,
                ),
            ),
        ),
    ),
    sentence="A training curve cannot show …",
    criteria="Full: that the stored statistics are bad (or: how the network does in use), because training never reads "
    "them. Half: without the reason.",
    homework="`10.5`, `10.6`, `10.7` (numbers), `10.10` (spot the bugs), `10.13` (a norm of their own).",
)
