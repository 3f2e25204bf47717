"""Chapter 04, inside a network: what to predict before each experiment. The stored runs decide."""

import numpy as np

from normviz.exercises.kinds import Axes, choice, curve, option


@curve(
    "04.1",
    title="Three layers, 420 steps",
    ask="A network with three hidden layers and no norm learns for 420 steps; the points it learns from stay the "
    "same. By how much have the values that each layer hands on moved since the start, measured in their σ?",
    axes=Axes(
        "layer; 0 is the points themselves", (0, 1, 2, 3), "how far they have moved, in σ", (0, 2), tone="ink"
    ),
    options={
        "Not at all: the points are the same.": option(
            lambda drift: drift.max() < 0.01,
            "The points are the same, but the weights are not, and every layer hands on what its weights make of them.",
            rule=lambda layers, drift: np.zeros(4),
        ),
        "About equally in all three layers.": option(
            lambda drift: np.ptp(np.median(drift[:, 1:], axis=0)) < 0.1,
            "Layer 3 works on what layers 1 and 2 hand on, so their changes arrive there too.",
            rule=lambda layers, drift: np.where(layers, drift[1:].mean(), 0),
        ),
        "Least in layer 1, most in layer 3.": lambda drift: (np.diff(drift, axis=1) > 0).all(),
        "Most in layer 1, least in layer 3.": option(
            lambda drift: (np.diff(drift[:, 1:], axis=1) < 0).all(),
            "What changes in layer 1 is passed on; layer 3 adds its own change to it.",
            rule=lambda layers, drift: drift[[0, 3, 2, 1]],
        ),
    },
    nudge="Whose changes arrive in layer 3, and whose in layer 1?",
    method="Layer 1 sees the points themselves, which stand still. Layer 3 sees the outputs of two layers that change.",
    why="In each seed the drift grows from layer to layer: changes add up on the way. This is what the notes call "
    "internal covariate shift.",
)
def drift_without_a_norm():
    from normviz import experiments

    run = experiments.stored("training")
    none = list(run["norm"]).index("none")
    return np.pad(run["shift_start"][:, none, :, -1], ((0, 0), (1, 0)))


@choice(
    "04.2",
    title="The shift of one step",
    ask="Now the same network with batch norm. How far does one step move the distributions that its layers hand on, "
    "in units of their own σ, on the average over the training, compared with no norm?",
    options={
        "Far less: less than half as far in every layer.": option(
            lambda both: (both[1] < both[0] / 2).all(),
            "The notes promise a smaller shift. In these runs one step does not show it.",
        ),
        "Not at all: batch norm holds mean 0 and σ 1.": option(
            lambda both: (both[1] == 0).all(),
            "It holds the mean and the σ of each unit before γ, β and the activation. The shape of the distribution is "
            "free to move, and γ and β move too.",
        ),
        "About as far.": lambda both: ((both[1] > both[0] / 2) & (both[1] < 2 * both[0])).all(),
        "Many times as far.": option(
            lambda both: (both[1] > 5 * both[0]).all(),
            "So it is when noise is added behind the norm, but not with batch norm itself.",
        ),
    },
    nudge="Batch norm fixes the mean and the σ of each unit. Does that fix all of its distribution?",
    method="A faster learner changes its weights more in each step, and that moves distributions, too.",
    why="On the average over the training the shift of one step is about the same with and without batch norm. The "
    "means alone move much less with it in layers 2 and 3. In layer 1 they do not: γ, β and ReLU come after the norm.",
)
def shift_of_one_step():
    from normviz import experiments

    run = experiments.stored("training")
    shift = np.nanmean(run["shift_step"], axis=(0, 3))
    return [shift[list(run["norm"]).index(norm)] for norm in ("none", "bn")]


@choice(
    "04.3",
    title="Noise behind the norm",
    ask="Behind each batch norm, random numbers now shift and scale every unit anew in every step: internal "
    "covariate shift, made on purpose, many times as much as without any norm. All three networks learn "
    "at the rate 0.1. Which is the order, the fastest first?",
    options={
        "batch norm, no norm, batch norm with noise": option(
            lambda steps: steps["bn"] < steps["none"] < steps["bn_noise"],
            "So it would be if the shift were what slows a network down.",
        ),
        "batch norm, batch norm with noise, no norm": lambda s: s["bn"] < s["bn_noise"] < s["none"],
        "Batch norm with noise never gets below a loss of 0.1.": option(
            lambda steps: np.isinf(steps["bn_noise"]), "It does, in spite of all the noise."
        ),
        "no norm, batch norm, batch norm with noise": option(
            lambda steps: steps["none"] < steps["bn"],
            "At this learning rate batch norm is faster than no norm.",
        ),
    },
    nudge="What would you expect if the shift were the reason that networks learn slowly? Do you believe it after "
    "04.2?",
    method="Santurkar and others tried this in 2018 on large networks, and found that the noisy one did well.",
    why="The noisy network has far more shift than the one without a norm, and learns faster. So less shift "
    "cannot be the whole reason why batch norm helps. The noise does cost something: clean batch norm is faster.",
)
def noise_behind_the_norm():
    from normviz import experiments

    run = experiments.stored("learning_rates")
    rate = int(np.argmin(np.abs(run["learning_rate"] - 0.1)))
    steps = experiments.steps_to_reach(run["frame_step"], run["loss"][:, :, rate], 0.1)
    return dict(zip(run["norm"].tolist(), np.median(steps, axis=0), strict=True))


@choice(
    "04.4",
    title="How large may the steps be?",
    ask="Each network is trained with learning rates from 0.01 to 10, with eight seeds. A training has failed if "
    "it ends no better than a coin. What do you expect?",
    options={
        "Batch norm never fails: it keeps all values in bounds.": option(
            lambda share: share["bn"].max() == 0,
            "Batch norm tames the values, not the steps of γ, β and the last layer. At 10 some seeds fail.",
        ),
        "Both fail from the same rate on.": option(
            lambda share: (share["bn"] > 0).argmax() == (share["none"] > 0).argmax(),
            "There is a rate at which seeds fail without a norm, and none fails with batch norm.",
        ),
        "Batch norm stands larger rates, but not every rate.": (
            lambda share: (
                (share["bn"] > 0).argmax() > (share["none"] > 0).argmax() > 0 and share["bn"].max() > 0
            )
        ),
        "Batch norm needs smaller rates.": option(
            lambda share: (share["bn"] > 0).argmax() < (share["none"] > 0).argmax(),
            "It is the other way round.",
        ),
    },
    nudge="Think of the scale of the weights: with batch norm behind them, what does it still change?",
    method="Where weights grow, batch norm makes their gradients smaller. That is a brake, but not on every parameter.",
    why="With batch norm the first seeds fail at a larger rate than without. There still is a rate that is too large.",
)
def failing_rates():
    from normviz import experiments

    run = experiments.stored("learning_rates")
    share = experiments.failed(run["loss"]).mean(axis=0)
    return dict(zip(run["norm"].tolist(), share, strict=True))


@choice(
    "04.5",
    title="Forty layers",
    ask="Forty hidden layers of ReLU, each fed by the one before it alone, with good first weights and no training "
    "yet. The gradient of the first layer is divided by that of the last: near 1 is healthy. What comes out?",
    options={
        "Without a norm it explodes; batch norm keeps it near 1.": option(
            lambda ratio: ratio["none"] > 100 > 10 > ratio["bn"],
            "That is what batch norm is praised for. It is the other way round here.",
            21,
        ),
        "Both are near 1.": option(
            lambda ratio: max(ratio.values()) < 10, "One of them is far away from 1: the one with batch norm."
        ),
        "Without a norm it is about 1 or less; with batch norm it is above 1000.": (
            lambda ratio: ratio["none"] < 3 and ratio["bn"] > 1000
        ),
        "With batch norm it vanishes: less than 1/1000.": option(
            lambda ratio: ratio["bn"] < 1e-3, "The gradient grows on its way back, it does not shrink."
        ),
    },
    nudge="Good first weights already keep a network without a norm in balance. What does each batch norm add?",
    method="On the way back each batch norm multiplies the gradient, a little more than the layer shrinks it. "
    "Forty times a little is a lot.",
    why="In a deep network without skip connections (ways that lead around a layer) batch norm itself makes gradients "
    "explode, before any training. Yang and others showed in 2019 why.",
)
def forty_layers():
    from normviz import experiments

    run = experiments.stored("gradient_by_depth")
    ratio = np.median(run["ratio"][:, :, -1], axis=0)
    return dict(zip(run["norm"].tolist(), ratio, strict=True))


@choice(
    "04.6",
    title="What does the noise of the batch do?",
    ask="96 points, a tenth with a wrong label, batches of 8. One network takes μ and σ from each batch; its twin "
    "takes them from all 96 points in every step, so it has no such noise. Overfitting is measured by the gap: "
    "loss of new points minus loss of the 96. Which network has the smaller gap?",
    options={
        "The one with the noise.": lambda gap: (gap["bn"] < gap["bn_all"]).all(),
        "The one without the noise: exact statistics are better.": option(
            lambda gap: (gap["bn"] > gap["bn_all"]).all(),
            "They fit the 96 points better, wrong labels included. That is what makes the gap.",
        ),
        "It is a matter of luck.": option(
            lambda gap: 0.2 < (gap["bn"] < gap["bn_all"]).mean() < 0.8,
            "The sign of the difference is the same in every stored seed.",
        ),
    },
    nudge="Which of the two finds it harder to learn the wrong labels by heart?",
    method="A point's output depends on the seven others in its batch, and they change each time.",
    why="The noise makes it harder to learn single points by heart. That narrows the gap. Whether the loss of new "
    "points gets any lower is another question: look at it below.",
)
def noise_of_the_batch():
    from normviz import experiments

    run = experiments.stored("batch_noise")
    gap = (run["validation_loss"] - run["train_loss"])[:, :, 0, -1]
    return dict(zip(run["norm"].tolist(), gap.T, strict=True))


@choice(
    "04.7",
    title="Ten times the weights",
    ask="The first layer's weights W are multiplied by 10; batch norm follows. What happens to the loss, and to the "
    "length of the gradient of the loss with respect to W?",
    options={
        "Both stay the same: batch norm removes the scale.": option(
            lambda times: np.allclose(times, [1, 1], atol=0.01),
            "The loss does stay. But a change of W by 0.01 is now a ten times smaller part of W.",
            20,
        ),
        "The loss stays the same, the gradient becomes ten times smaller.": (
            lambda times: np.allclose(times, [1, 0.1], atol=0.01)
        ),
        "Both become ten times larger.": option(
            lambda times: np.allclose(times, [10, 10], rtol=0.1),
            "What comes out of the norm is the same as before, so the loss is the same.",
        ),
        "The loss stays the same, the gradient becomes ten times larger.": option(
            lambda times: np.allclose(times, [1, 10], rtol=0.1),
            "If W is ten times longer, the same step changes its direction less, not more.",
        ),
    },
    nudge="The norm divides by σ, and σ has become ten times as large.",
    method="f(10·W) = f(W). Take the derivative on both sides: 10 · f′(10·W) = f′(W).",
    why="The loss does not feel the scale of W, and so the gradient at 10·W is a tenth of that at W. The size of the "
    "weights has become a part of the learning rate.",
)
def ten_times_the_weights():
    from normviz import experiments

    run = experiments.stored("weight_scale")
    bn, (once, tenfold) = list(run["norm"]).index("bn"), np.searchsorted(run["scale"], [1, 10])
    both = [run[key][:, bn, tenfold] / run[key][:, bn, once] for key in ("scale_loss", "scale_gradient")]
    return np.median(both, axis=1)


@choice(
    "04.8",
    title="Before or after",
    ask="Batch norm can stand before the activation, relu(norm(z)), or after it, norm(relu(z)). In which of the "
    "two does the next layer get values with mean 0 and σ 1 (γ = 1, β = 0)?",
    options={
        "In both: batch norm is batch norm.": option(
            lambda fits: fits == {"before": True, "after": True},
            "If ReLU comes last, it turns all negative values into 0. The mean becomes positive, and σ shrinks.",
        ),
        "Only before, as in the paper.": option(
            lambda fits: fits == {"before": True, "after": False},
            "What the activation gets is normalized there. What it hands on is not: nothing negative is left.",
            13,
        ),
        "Only after.": lambda fits: fits == {"before": False, "after": True},
        "In neither.": option(
            lambda fits: fits == {"before": False, "after": False},
            "If the norm comes last, its own mean 0 and σ 1 are what the next layer gets.",
        ),
    },
    nudge="Which of the two operations comes last?",
    method="relu(norm(z)) holds no negative number. Can its mean be 0?",
    why="Behind a norm that comes last, mean 0 and σ 1 hold. If ReLU comes last, the mean is about 0.4 and σ "
    "about 0.6. Both orders are in use, and the documents do not agree.",
)
def before_or_after():
    from normviz import experiments

    run = experiments.stored("activation_order")
    close = (np.abs(run["start_mean"]) < 0.01) & (np.abs(run["start_std"] - 1) < 0.01)
    return dict(zip(run["order"].tolist(), close.all(axis=(0, 2)).tolist(), strict=True))


@choice(
    "04.9",
    title="Statistics without a gradient",
    ask="A programmer computes μ and σ of each batch under no_grad: they are right, but no gradient flows through "
    "them. In front of each norm stands a bias b, which starts at 0. What becomes of the biases in 800 steps?",
    options={
        "They stay at 0, as with true batch norm: b has no effect.": option(
            lambda end: end["bn_detached"][0] < 0.01,
            "b has no effect in either network. But this gradient treats μ as a constant, so it is not 0.",
        ),
        "They grow, although they change nothing.": (
            lambda end: end["bn"][0] < 0.01 < 1 < end["bn_detached"][0]
        ),
        "They grow, and the loss gets lower for it.": option(
            lambda end: end["bn_detached"][1] < end["bn"][1] and end["bn_detached"][0] > 1,
            "Whatever b becomes, it is subtracted again with μ. It cannot lower any loss.",
            12,
        ),
        "They grow with true batch norm too.": option(
            lambda end: end["bn"][0] > 1, "True batch norm gives b a gradient of 0.", 12
        ),
    },
    nudge="What is the true derivative of the loss with respect to b, and what does the programmer's gradient say?",
    method="The true one is 0, since μ moves along with b. Without the gradient of μ, it is the sum of all arriving "
    "gradients, over σ.",
    why="The gradient points somewhere, b follows it, μ follows b, and nothing is gained: so it goes on for ever. "
    "Ioffe and Szegedy describe this in section 2 of their 2015 paper; it is why batch norm belongs into the gradient.",
)
def without_a_gradient():
    from normviz import experiments

    run = experiments.stored("detached_statistics")
    end = [np.median(run[key][:, :, -1], axis=0) for key in ("bias_norm", "loss")]
    return dict(zip(run["norm"].tolist(), np.transpose(end), strict=True))
