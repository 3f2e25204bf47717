"""The twenty-one misconceptions that the questions look for, each with the reason it is one.

What a misconception leads to (the wrong value or the wrong function) is computed by each question from its
own data; here stands what to tell the learner, and where to see it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Misconception:
    """A common wrong idea."""

    number: int  # 1 to 21
    name: str  # the wrong idea, as those who hold it would say it
    explanation: str  # what is true instead, in two or three sentences
    chapter: str  # "02" and so on, where it is treated
    see: str  # the explorer, and what to set there, that shows it

    @property
    def text(self) -> str:
        return f"{self.explanation} See it: chapter {self.chapter}, {self.see}."


MISCONCEPTIONS: dict[int, Misconception] = {
    m.number: m
    for m in (
        Misconception(
            1,
            "Normalizing squeezes values into a fixed range",
            "Subtracting the mean and dividing by σ sets a scale, not a range: how far from 0 a number can come "
            "depends on how many share the mean. Squeezing into 0 … 1 is min–max scaling.",
            "02",
            "the batch norm explorer on the z table: go to row 4, column 3 and see what becomes of the 6",
        ),
        Misconception(
            2,
            "Normalizing makes data Gaussian",
            "Subtracting one number and dividing by another moves and stretches a distribution; its shape "
            "stays. What was lopsided before is exactly as lopsided afterwards.",
            "02",
            "the batch norm explorer with your table: type a column with one very large value; its pattern stays",
        ),
        Misconception(
            3,
            "var() and std() give what batch norm uses",
            "Batch norm and layer norm divide the sum of squares by n. PyTorch's var() and std(), and a spreadsheet's "
            "STDEV, divide by n − 1 unless told otherwise. That makes every output smaller, by the factor "
            "√((n − 1)/n).",
            "02",
            "the batch norm explorer on the article's batch: set “Divide by” to n − 1 and back",
        ),
        Misconception(
            4,
            "One variance serves both training and running_var",
            "Inside a training step torch divides by n. What it stores for evaluation is the unbiased variance, with n "
            "− 1. Both are meant: the store estimates the population, the step describes this batch.",
            "05",
            "the running statistics explorer: feed one batch and compare its variance with what was stored",
        ),
        Misconception(
            5,
            "ε is too small to matter, wherever it stands",
            "The formula is √(σ² + ε): ε joins the variance, inside the root. For a column with a large σ no "
            "one can tell; when σ² is about as small as ε, it decides the output; outside the root it gives another.",
            "02",
            "the epsilon explorer with the column at 10 to the power −3: switch where ε stands",
        ),
        Misconception(
            6,
            "Momentum means the same everywhere",
            "In torch momentum is the weight of the new batch; in Keras it is the weight of the old value. "
            "torch's 0.1 is Keras' 0.9, and neither is the momentum of an optimizer.",
            "05",
            "the running statistics explorer: set “How momentum is read” to Keras and back, and see what the newest "
            "batch weighs",
        ),
        Misconception(
            7,
            "The overall σ is the average of the batches' σ",
            "The average of roots lies below the root of the average, and the distance between the batches' means is "
            "lost as well. The pooled variance is the mean of the variances plus the variance of the means.",
            "05",
            "the running statistics explorer on the lecture's two batches: compare average σ and population σ",
        ),
        Misconception(
            8,
            "no_grad() is as good as eval()",
            "no_grad() only stops the recording of gradients. The layer still normalizes with the statistics of the "
            "batch, and still changes its running statistics; eval() is what switches to the stored ones.",
            "05",
            "the table of four in its section 5, and the running statistics explorer: no control of it asks for "
            "gradients, and each batch moves the stored mean",
        ),
        Misconception(
            9,
            "Running statistics are right from the first batch",
            "They start at mean 0 and variance 1, and with momentum 0.1 each batch takes away only a tenth of what is "
            "left of that. Evaluate too early, and the layer normalizes with numbers nobody measured.",
            "05",
            "the running statistics explorer: feed batches one by one and read the weight of the start values",
        ),
        Misconception(
            10,
            "A tiny batch is just a noisier batch",
            "With one row a column's σ is 0 and nothing is left; torch refuses such a batch in training. "
            "With two rows every column comes out as about −1 and +1, however near or far the two rows are.",
            "02",
            "the batch norm explorer with two students, two nodes: move the weights and watch ±1 stay",
        ),
        Misconception(
            11,
            "If γ and β can undo the normalization, it does nothing",
            "γ = √(σ² + ε) and β = μ give one batch back, but μ and σ are new in every batch. What stays is that scale "
            "and mean have become two parameters, learned directly, and no longer a product of all the weights below.",
            "03",
            "the affine explorer: press Get z back, then change the batch",
        ),
        Misconception(
            12,
            "The bias before batch norm matters",
            "A bias moves the whole column and its mean by the same amount, and the mean is subtracted. In "
            "training it has no effect and no gradient; β does its work. Only evaluation, with a stored "
            "mean, would notice a changed bias.",
            "02",
            "the batch norm explorer with GPA and IQ: move b and watch the normalized column stand still",
        ),
        Misconception(
            13,
            "It is settled whether batch norm stands before or after the activation",
            "The paper puts it before; others put it after, and that works too. The two are not the same: after ReLU "
            "and then batch norm, mean 0 and σ 1 hold; after batch norm and then ReLU, they do not.",
            "04",
            "the training explorer at step 0: what batch norm and then ReLU hand on has a mean of about 0.4, not 0",
        ),
        Misconception(
            14,
            "Any layout of a batch of sentences will do",
            "torch's BatchNorm1d wants (N, C, L), features in the middle; here, as in most text code, they stand last. "
            "The wrong layout pools over features instead of tokens, and stays silent when L happens to equal C.",
            "07",
            "the axes explorer: pick batch norm, click a cell, and see which cells share its mean",
        ),
        Misconception(
            15,
            "Layer norm pools over the whole sentence",
            "In a transformer every token's row is a pool of its own: D numbers, one μ, one σ. Norms with other pools "
            "have other names: LayerNorm over (L, D), InstanceNorm, GroupNorm. Ask of each whose cells share a mean.",
            "07",
            "the axes explorer: switch between layer norm, instance norm and group norm on one cell",
        ),
        Misconception(
            16,
            "Zero padding always shrinks the variance",
            "Pads add zeros, and zeros may lie far from the other values: then σ grows. With more and more pads most "
            "rows are the same 0, and σ falls. Section 5 of chapter 06 has the law of both.",
            "06",
            "the padding explorer: raise the padding length step by step and follow σ of d1, for a good while",
        ),
        Misconception(
            17,
            "Layer norm makes padding harmless",
            "Layer norm protects one step: no pad enters a real token's μ or σ. Attention still looks at the "
            "pads, unless a key mask forbids it, and then the real tokens arrive changed.",
            "06",
            "the padding explorer with layer norm: no padding length moves the row of “Hi”. What attention without a "
            "mask has made of “Hi” before stands in the optional part of its section 2",
        ),
        Misconception(
            18,
            "Layer norm needs running statistics",
            "A row carries its own μ and σ, in training as in evaluation. So layer norm stores nothing and "
            "does the same in both.",
            "07",
            "the axes explorer with layer norm: the row's mean needs no other row",
        ),
        Misconception(
            19,
            "Layer norm of a row of zeros is NaN",
            "The row minus its mean is 0, and 0 divided by √(0 + ε) is 0. What comes out is γ·0 + β, so "
            "exactly β; that is 0 only as long as β is.",
            "06",
            "the padding explorer with layer norm: move β of a feature and read the pad rows",
        ),
        Misconception(
            20,
            "With batch norm the size of the weights no longer matters",
            "Ten times the weights give the same output, since σ grows ten times too. The gradient is not the "
            "same, though: how far one step of learning turns such weights depends on their size.",
            "04",
            "the picture of gradient lengths in its section 6: ten times the weights, a tenth of the gradient; "
            "the batch norm explorer with GPA and IQ shows the other half: halve w1 and w2, and the output stays",
        ),
        Misconception(
            21,
            "Batch norm cures exploding gradients",
            "It often allows larger learning rates. Yet in a deep network without skip connections, batch "
            "norm itself makes gradients grow from layer to layer, before any training.",
            "04",
            "the picture of gradients by depth (the networks of the training explorer are too shallow for it)",
        ),
    )
}
