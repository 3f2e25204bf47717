"""Chapter 08, which norm: what to predict before the recorded race is opened."""

import numpy as np

import normviz as nv
from normviz.exercises.kinds import Beam, choice, option, place


@place(
    "08.1",
    title="Who wins the race?",
    ask="A tiny transformer guesses hidden words: 32 sentences a batch, learning rate 0.02, four seeds for each norm. "
    "Then it reads new sentences. How does batch norm's loss compare with layer norm's?",
    axes=Beam(
        "loss with batch norm, the middle of its four seeds",
        (1.6, 3.6),
        lambda: {
            "layer norm, four seeds": race_outcome.solution()[1],
            "guessing by frequency": race_outcome.solution()[2:],
        },
        first=3.6,
        hand=7.5,
    ),
    options={
        "Every seed of batch norm ends higher than every seed of layer norm.": option(
            lambda ends: ends[0].min() > ends[1].max(),
            "That is what one expects after reading that transformers do not use batch norm. This race does "
            "not show it.",
            rule=lambda _, ends: ends[1].max() + 0.25,
        ),
        "Every seed of batch norm ends lower than every seed of layer norm.": option(
            lambda ends: ends[0].max() < ends[1].min(),
            "Batch norm can hold its own in a transformer, but it does not win this race either.",
            rule=lambda _, ends: ends[1].min() - 0.25,
        ),
        "There is no clear difference: the seeds of the two overlap.": option(
            lambda ends: ends[0].min() < ends[1].max() and ends[1].min() < ends[0].max(),
            rule=lambda _, ends: np.median(ends[0]),
        ),
        "Batch norm does not learn: it stays at the loss of guessing by frequency.": option(
            lambda ends: ends[0].min() > 0.95 * ends[2],
            "It learns, and about as well as the others: its loss falls far below that line.",
            rule=lambda _, ends: ends[2],
        ),
    },
    nudge="Is “they do not use it” the same as “it does not work at all”?",
    method="Think of the four seeds of each norm as dots on a line. How far apart must two groups of dots be "
    "before you believe in a difference?",
    why="At this size the two groups of seeds overlap. A race of this size cannot tell which norm is better; "
    "it can show that batch norm is able to learn in a transformer.",
)
def race_outcome():
    from normviz import experiments

    race = experiments.stored("race")
    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
    batch, layer = (nv.race_values(race, "eval_mode", norm, **setting)[:, -1] for norm in ("bn", "ln"))
    return batch, layer, float(race["frequency_loss"])


@choice(
    "08.2",
    title="Half of the pool is padding",
    ask="In this race about half of all tokens are pads, and plain batch norm counts their zeros. A second one leaves "
    "them out of μ and σ; all else is equal, seed by seed. Where does its loss end?",
    options={
        "Lower in all four seeds, each time by more than 0.1 nats.": option(
            lambda gains: (gains > 0.1).all(),
            "The statistics do change a lot. But they change in about the same way in every batch, and the "
            "layers around the norm can learn to live with that.",
        ),
        "Lower in all four seeds, each time by less than 0.1 nats.": (
            lambda gains: ((gains > 0) & (gains < 0.1)).all()
        ),
        "Lower in some seeds and higher in others.": option(
            lambda gains: (gains > 0).any() and (gains < 0).any(),
            "So it is at the smaller learning rate of this race. At 0.02 all four lean the same way, by less than one "
            "seed differs from another.",
        ),
        "Higher in all four seeds.": option(
            lambda gains: (gains < 0).all(), "Nothing is lost by leaving the pads out."
        ),
    },
    nudge="A distortion that is the same in each batch is something a network can learn. Is this one the same?",
    method="By the padding law of chapter 06, μ is multiplied by the share of real rows. In a batch of 32 "
    "sentences that share is about the same every time.",
    why="Pads distort μ and σ, as chapter 06 shows, but in this race the distortion costs 0.01 to 0.08 nats. And "
    "whoever fears it can mask the pads. What padding costs a large network, this race cannot tell.",
)
def gain_of_masking():
    from normviz import experiments

    race = experiments.stored("race")
    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
    counted, left_out = (
        nv.race_values(race, "eval_mode", norm, **setting)[:, -1] for norm in ("bn", "bn_masked")
    )
    return counted - left_out


@choice(
    "08.3",
    title="Eight times as many sentences",
    ask="μ of a batch, μ_B, differs from batch to batch. Its spread is measured for batches of 4 sentences "
    "and of 32: eight times as many words. What does the spread of μ_B become?",
    options={
        "An eighth of it.": option(
            lambda ratio: ratio < 0.2,
            "A mean does not settle that fast: the spread falls with the root of the number of rows.",
        ),
        "About a third of it.": lambda ratio: 0.28 < ratio < 0.42,
        "It stays as it is: text is text.": option(
            lambda ratio: ratio > 0.8,
            "Words differ from each other, but a mean over more of them varies less.",
        ),
        "It grows: more sentences differ more.": option(
            lambda ratio: ratio > 1.1,
            "The words of a larger batch reach further apart; their mean varies less.",
        ),
    },
    nudge="How does the mean of n rows, drawn one by one, depend on n?",
    method="The spread of a mean of n independent rows is σ/√n. What is 1/√8?",
    why="1/√8 = 0.35. How much the statistics of a batch fluctuate is, first of all, a question of how many "
    "rows share them.",
)
def spread_ratio():
    from normviz import experiments

    run = experiments.stored("fluctuation")
    words, first = list(run["source"]).index("words"), list(run["place"]).index("first")
    spread = run["mean_spread"][:, words, first].mean(axis=(0, -1))
    return float(spread[1] / spread[0])


@choice(
    "08.4",
    title="Words dealt like cards",
    ask="The words of one sentence belong together. Now all words are shuffled and dealt to batches of the "
    "same sizes, so that no sentence stays whole. Batches of 4 sentences: what happens to the spread of μ_B?",
    options={
        "It becomes much smaller: words of one sentence are alike, and pulled μ_B along together.": option(
            lambda ratio: ratio < 0.8,
            "If words of a sentence were much alike, whole sentences would fluctuate more than dealt words. "
            "In this measurement they do not.",
        ),
        "It stays about the same, within a tenth.": lambda ratio: 0.9 < ratio < 1.1,
        "It becomes much larger: disorder adds to the fluctuation.": option(
            lambda ratio: ratio > 1.25,
            "Shuffling breaks up what belongs together; it cannot make the mean of many words less steady "
            "than independent rows are.",
        ),
    },
    nudge="Would rows that belong together count as more independent rows than n, or as fewer?",
    method="Rows drawn one by one give 1/√n. If sentences held alike words, the spread would lie above that.",
    why="Here the words of a sentence fluctuate about as if they were independent. The paper that blames "
    "fluctuation looked at other tasks, larger networks and longer training, and at the distance from the running "
    "mean; this measurement cannot contradict it.",
)
def shuffled_against_whole():
    from normviz import experiments

    run = experiments.stored("fluctuation")
    sources, first = list(run["source"]), list(run["place"]).index("first")
    spread = run["mean_spread"][:, :, first, 0].mean(axis=(0, -1))
    return float(spread[sources.index("shuffled_words")] / spread[sources.index("words")])


@choice(
    "08.5",
    title="The same sentences, twice",
    ask="The same network, the same unseen sentences, read twice: in train mode, with the statistics of each "
    "batch, and in eval mode, with the running statistics. Batch norm, learning rate 0.02, 32 sentences. "
    "When, after the first step, is the loss in eval mode furthest above the one in train mode?",
    options={
        "Never: same weights, same sentences, same loss.": option(
            lambda gap: gap.max() < 0.02,
            "That is so for layer norm. Batch norm computes with other means and other σ in the two modes.",
        ),
        "Early, while the network changes fast.": (
            lambda gap: gap.max() >= 0.02 and gap.argmax() < len(gap) / 3
        ),
        "At the end: the difference adds up step by step.": option(
            lambda gap: gap.argmax() > 2 * len(gap) / 3,
            "Running statistics forget: with momentum 0.1 they follow the network within some twenty steps.",
        ),
    },
    nudge="Running statistics are an average over the past. When is the past a bad guide?",
    method="The running mean looks back over the last ten or twenty batches. Ask when the network of twenty "
    "steps ago is most different from the present one.",
    why="The running statistics belong to the network of some steps ago. While the weights move fast, it is "
    "another network; once they move slowly, the two modes agree again.",
)
def gap_over_steps():
    from normviz import experiments

    race = experiments.stored("race")
    setting = {"position": "pre", "batch_size": 32, "learning_rate": 0.02}
    gap = nv.race_values(race, "eval_minus_train", "bn", **setting)
    return np.median(gap[:, 1:], axis=0)


@choice(
    "08.6",
    title="Before the part, or after the sum",
    ask="Each part of a block adds to what comes in. Pre-LN: x + part(LN(x)). Post-LN: LN(x + part(x)). Batches of 32 "
    "sentences, learning rate 0.02, the same four seeds for both. How does the loss with post-LN end?",
    options={
        "Lower in all four seeds: it normalizes what is handed on.": option(
            lambda more: (more < 0).all(),
            "It does keep what is handed on at one size. But every gradient must pass through every norm, and at "
            "this learning rate no seed ended lower.",
        ),
        "Higher in all four seeds.": lambda more: (more > 0).all(),
        "Lower in some seeds and higher in others.": option(
            lambda more: (more < 0).any() and (more > 0).any(),
            "At the smaller learning rate of this race it is like that. At 0.02 it is not.",
        ),
    },
    nudge="In which of the two can x reach the end of the network untouched?",
    method="At a small learning rate both do well. Which of them needs a gentler start?",
    why="In pre-LN what comes in is carried on untouched, and gradients flow back along the same way. Xiong "
    "and others (2020) found post-LN to have large gradients near its output at the start, which makes large "
    "rates risky. This race measured no gradient, but at its smaller rate the two do end alike.",
)
def post_minus_pre():
    from normviz import experiments

    race = experiments.stored("race")
    setting = {"batch_size": 32, "learning_rate": 0.02}
    pre, post = (nv.race_values(race, "eval_mode", "ln", position=p, **setting) for p in ("pre", "post"))
    return (post - pre)[:, -1]
