"""The view of each explorer as most notebooks would draw it: ``interact``, ``plt.subplots`` and ``plt.show()``.

Each stands for one explorer, moves the same slider over the same range, and draws the tables and charts of its view
with their names and axes, and nothing more: no sentences, no arithmetic put into words. So it shows a little less.
"""

from textwrap import indent

ONE_NUMBER = """
import ipywidgets
slider, view = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
slider.observe(lambda change: setattr(view, "value", f"<div class='one-number'>{change.new}</div>"), "value")
slider.value = 5
ipywidgets.VBox([slider, view])
"""

# The page writes the number itself: the kernel is told, and nobody waits for it.
ONE_NUMBER_ALONE = """
import ipywidgets
alone = ipywidgets.IntSlider(value=4, min=0, max=28), ipywidgets.HTML("4")
ipywidgets.jsdlink((alone[0], "value"), (alone[1], "value"))
ipywidgets.VBox(alone)
"""

TOOLS = """
import ipywidgets, matplotlib.pyplot as plt, numpy as np
import normviz as nv

def table(ax, values, rows, columns, title=""):
    ax.imshow(values, aspect="auto", cmap="Blues")
    for (i, k), value in np.ndenumerate(values):
        ax.text(k, i, f"{value:.4f}", ha="center", va="center", fontsize=7)
    ax.set_yticks(range(len(rows)), rows)
    ax.set_xticks(range(len(columns)), columns)
    ax.set_title(title)

def spread(ax, column, title=""):
    mean, std = column.mean(), column.std()
    ax.axvspan(mean - std, mean + std, alpha=0.3)
    ax.plot(column, np.zeros(len(column)), "o")
    ax.plot(mean, 0, "^")
    ax.set_yticks([])
    ax.set_title(f"{title} μ {mean:.4f}, σ {std:.4f}")

def stored(name):
    return np.load(f"{nv.__path__[0]}/data/{name}.npz")
"""

USUAL_WAY = {
    "ModeratorExplorer": """
minutes = nv.examples.talk_times().values[:, 0]
people = [f"person {k + 1}" for k in range(len(minutes))]
def draw(person=1):
    x_hat = (minutes - minutes.mean()) / minutes.std()
    columns = {"minutes": minutes, "x̂": x_hat, "y": x_hat}
    figure, axes = plt.subplot_mosaic("ab;ac;ad", figsize=(9, 6))
    table(axes["a"], np.column_stack([*columns.values()]), people, columns)
    for ax, (name, column) in zip("bcd", columns.items()):
        spread(axes[ax], column, name)
        axes[ax].plot(column[person - 1], 0, "wo", mec="k")
    plt.show()
ipywidgets.interact(draw, person=(1, 10))
""",
    "ScalingExplorer": """
data = nv.datasets.year_of_students().values
x, t = data[:, :2] - data[:, :2].mean(0), data[:, 2] - data[:, 2].mean()
hessian = x.T @ x / len(x)
bound = 2 / np.linalg.eigvalsh(hessian)[-1]
def loss(w):
    return np.mean((x @ w - t[:, None]) ** 2, axis=0) / 2
def draw(share=0.91):
    path = [np.zeros(2)]
    for _ in range(40):
        path.append(path[-1] - share * bound * (hessian @ path[-1] - x.T @ t / len(x)))
    path = np.array(path)
    figure, axes = plt.subplot_mosaic("ab;cd", figsize=(9, 7))
    w1, w2 = np.meshgrid(np.linspace(-1, 9, 40), np.linspace(-5, 5, 40))
    axes["a"].contourf(w1, w2, loss(np.array([w1.ravel(), w2.ravel()])).reshape(w1.shape), 12)
    axes["a"].plot(*path.T, "k.-")
    axes["a"].set(xlim=(-1, 9), ylim=(-5, 5), xlabel="w1", ylabel="w2", title=f"η = {share * bound:.6f}")
    axes["b"].semilogy(loss(path.T))
    axes["b"].set(xlabel="steps", title="loss")
    spread(axes["c"], data[:, 0], "GPA")
    spread(axes["d"], data[:, 1], "IQ")
    plt.show()
ipywidgets.interact(draw, share=(0.01, 3.01, 0.03))
""",
    "BatchNormExplorer": """
z = nv.examples.z_table().values
def draw(row=1):
    y = (z - z.mean(0)) / np.sqrt(z.var(0) + 1e-5)
    figure, axes = plt.subplots(2, 2, figsize=(9, 7))
    for (above, below), values, name in zip(axes.T, (z, y), ("before", "after")):
        stacked = np.vstack([values, values.mean(0), values.std(0)])
        table(above, stacked, [*[f"row {k + 1}" for k in range(len(z))], "μ", "σ"], ["z1", "z2", "z3"], name)
        spread(below, values[:, 0], "z1")
        below.plot(values[row - 1, 0], 0, "wo", mec="k")
    plt.show()
ipywidgets.interact(draw, row=(1, 5))
""",
    "EpsilonExplorer": """
def draw(exponent=-3.0):
    powers = np.linspace(-8, 2, 81)
    figure, axes = plt.subplots(1, 2, figsize=(9, 4))
    half = 10.0**exponent / 2
    kinds = ["÷ √(σ² + ε)", "÷ σ + ε", "÷ σ"]
    values = np.outer([-1, 1], [half / np.sqrt(half**2 + 1e-5), half / (half + 1e-5), 1])
    table(axes[0], values, ["0", f"{2 * half:g}"], kinds)
    halves = 10.0**powers / 2
    axes[1].plot(powers, halves / np.sqrt(halves**2 + 1e-5), label=kinds[0])
    axes[1].plot(powers, halves / (halves + 1e-5), "--", label=kinds[1])
    axes[1].axhline(1, ls=":", label=kinds[2])
    axes[1].axvline(exponent, ls=":")
    axes[1].set(xlabel="column × 10 to the power", title="x̂ of the largest value")
    axes[1].legend()
    plt.show()
ipywidgets.interact(draw, exponent=(-8, 2, 0.25))
""",
    "DiagnoseExplorer": """
x = np.arange(1.0, 13.0).reshape(3, 4)
def draw(decimals=3):
    y = np.round((x - x.mean(0)) / x.std(0, ddof=1), decimals)
    figure, axes = plt.subplots(1, 2, figsize=(9, 3))
    for ax, values, title in zip(axes, (x, y), ("input", f"result, {decimals} decimals")):
        table(ax, values, ["row 1", "row 2", "row 3"], ["x1", "x2", "x3", "x4"], title)
    plt.show()
ipywidgets.interact(draw, decimals=(0, 8))
""",
    "AffineExplorer": """
z = nv.examples.z_table().values[:, 0]
def draw(gamma=1.0):
    z_hat = (z - z.mean()) / np.sqrt(z.var() + 1e-5)
    p = gamma * z_hat
    columns = {"z1": z, "ẑ": z_hat, "p": p, "a": 1 / (1 + np.exp(-p))}
    figure, axes = plt.subplot_mosaic("ab;ac;ad;ae", figsize=(9, 8))
    table(axes["a"], np.column_stack([*columns.values()]), [f"row {k + 1}" for k in range(len(z))], columns)
    for ax, name in zip("bcd", columns):
        spread(axes[ax], columns[name], name)
    at = np.linspace(-6, 6, 81)
    axes["e"].plot(at, 1 / (1 + np.exp(-at)))
    axes["e"].plot(p, columns["a"], "o")
    axes["e"].set(xlabel="p", title="a = sigmoid(p)")
    plt.show()
ipywidgets.interact(draw, gamma=(-3, 3, 0.1))
""",
    "AffineLearningExplorer": """
z, t = np.array([8.0, 2, 5, 6]), np.array([1.0, 0, 1, 0])
z_hat = (z - z.mean()) / z.std()
def loss(gamma, beta):
    return sum((gamma * a + beta - b) ** 2 for a, b in zip(z_hat, t)) / 2
def draw(step=0):
    path = [np.array([1.0, 0.0])]
    for _ in range(20):
        error = path[-1][0] * z_hat + path[-1][1] - t
        path.append(path[-1] - 0.1 * np.array([error @ z_hat, error.sum()]))
    path = np.array(path)
    p = path[step][0] * z_hat + path[step][1]
    figure, axes = plt.subplot_mosaic("ab;cc", figsize=(9, 7))
    columns = {"ẑ": z_hat, "p": p, "t": t, "p − t": p - t, "(p − t) · ẑ": (p - t) * z_hat}
    table(axes["a"], np.column_stack([*columns.values()]), [f"student {k + 1}" for k in range(4)], columns)
    grid = np.meshgrid(np.linspace(-0.4, 1.2, 40), np.linspace(-0.2, 1.2, 40))
    axes["b"].contourf(*grid, loss(*grid), 12)
    axes["b"].plot(*path[: step + 1].T, "ko-")
    axes["b"].set(xlabel="γ", ylabel="β", title=f"γ {path[step][0]:.4f}, β {path[step][1]:.4f}")
    axes["c"].plot(loss(*path[: step + 1].T), "o-")
    axes["c"].set(xlabel="steps taken", title="loss")
    plt.show()
ipywidgets.interact(draw, step=(0, 20))
""",
    "TrainingExplorer": """
run = stored("training")
steps = run["frame_step"]
def draw(step=420):
    frame = np.searchsorted(steps, step)
    figure, axes = plt.subplot_mosaic("abcdef;gghhii;jjjjjj", figsize=(9, 8))
    for ax, (norm, layer) in zip("abcdef", np.ndindex(2, 3)):
        for k, earlier in enumerate(np.linspace(0, frame, 7).astype(int)):
            axes[ax].stairs(run["after"][0, norm, layer, earlier] + 7 - k, run["bin_edges"])
        axes[ax].set(title=f"layer {layer + 1}", yticks=[])
    names = ["input_mean", "input_std", "shift_step", "shift_start"]
    for norm, ax in enumerate("gi"):
        values = [run[name][0, norm, :, frame] for name in names]
        table(axes[ax], np.column_stack(values), ["1", "2", "3"], ["μ", "σ", "one step", "since start"])
    axes["h"].set_axis_off()
    for norm, name in enumerate(("no norm", "batch norm")):
        losses = run["frame_loss"][:, norm]
        axes["j"].plot(steps, np.median(losses, 0), label=name)
        axes["j"].fill_between(steps, losses.min(0), losses.max(0), alpha=0.3)
    axes["j"].axvline(step, ls=":")
    axes["j"].set(xlabel="steps of training", title="loss")
    axes["j"].legend()
    plt.show()
ipywidgets.interact(draw, step=(0, 420, 7))
""",
    "RunningStatisticsExplorer": """
batches = [batch.values[:, 0] for batch in nv.examples.lecture_batches()]
def draw(seen=2):
    mean, var = 0.0, 1.0
    history = [(mean, var)]
    for k in range(seen):
        batch = batches[k % len(batches)]
        mean, var = 0.9 * mean + 0.1 * batch.mean(), 0.9 * var + 0.1 * batch.var(ddof=1)
        history.append((mean, var))
    figure, axes = plt.subplot_mosaic("ab;ac", figsize=(9, 5))
    every = np.concatenate(batches)
    rows = {"running": (mean, var), "population": (every.mean(), every.var())}
    rows |= {f"batch {k + 1}": (batch.mean(), batch.var()) for k, batch in enumerate(batches)}
    table(axes["a"], np.array([(m, v, np.sqrt(v)) for m, v in rows.values()]), rows, ["μ", "σ²", "σ"])
    for ax, values, name, whole in zip("bc", np.transpose(history), ("μ", "σ²"), rows["population"]):
        axes[ax].plot(values, "o-", label="running")
        axes[ax].axhline(whole, ls=":", label="population")
        axes[ax].axvline(seen, ls=":")
        axes[ax].set(xlabel="batches seen", title=f"{name} of z1", xlim=(0, 20))
        axes[ax].legend()
    plt.show()
ipywidgets.interact(draw, seen=(0, 20))
""",
    "PaddingExplorer": """
def draw(length=4):
    stacked = nv.examples.hi_nitish().batch.pad_to(length).stacked()
    x = stacked.values
    y = nv.batch_norm(x).y
    names = ["d1", "d2", "d3"]
    figure, axes = plt.subplot_mosaic("ab;cc;dd", figsize=(9, 10), height_ratios=[4, 1, 2])
    table(axes["a"], np.vstack([x, x.mean(0), x.std(0)]), [*stacked.rows, "μ", "σ"], names, "stacked")
    table(axes["b"], y, stacked.rows, names, "output")
    spread(axes["c"], x[:, 0], "d1")
    pads = np.arange(0, 51, 2)
    law = np.array([nv.padding_law(5.2017, 2.9524**2, 6 / (6 + p)) for p in pads])
    axes["d"].plot(pads, law[:, 0], "o-", label="μ")
    axes["d"].plot(pads, np.sqrt(law[:, 1]), "o--", label="σ")
    axes["d"].axvline(len(x) - 6, ls=":")
    axes["d"].set_xlabel("pad rows in the batch")
    axes["d"].legend()
    plt.show()
ipywidgets.interact(draw, length=(4, 28))
""",
    "AxesExplorer": """
batch = nv.examples.hi_nitish().batch
x, names = batch.values, ["d1", "d2", "d3"]
def draw(sentence=2):
    y = nv.batch_norm(x).y
    figure, axes = plt.subplot_mosaic("abe;cdf", figsize=(9, 5))
    for ax, values, words in zip("abcd", (*x, *y), (*batch.tokens, *batch.tokens)):
        table(axes[ax], values, words, names)
    for ax, values, title in zip("ef", (x, y), ("before", "after")):
        spread(axes[ax], values[..., 0].ravel(), title)
        axes[ax].plot(values[sentence - 1, 0, 0], 0, "wo", mec="k")
    plt.show()
ipywidgets.interact(draw, sentence=(1, 2))
""",
    "RaceExplorer": """
race = stored("race")
frames, norms = race["frame_step"], race["norm"]
def draw(step=240):
    at = np.searchsorted(frames, step)
    runs = race["eval_mode"][:, :, 0, 0, 0]
    figure, axes = plt.subplots(2, 1, figsize=(9, 7))
    for k, norm in enumerate(norms):
        axes[0].plot(frames, np.median(runs[:, k], 0), label=norm)
        axes[0].fill_between(frames, runs[:, k].min(0), runs[:, k].max(0), alpha=0.3)
    axes[0].axvline(step, ls=":")
    axes[0].set(xlabel="steps of training", title="loss in eval mode")
    axes[0].legend()
    columns = ["eval_mode", "train_mode", "mean_gap", "std_gap"]
    values = [np.median(race[name][:, :, 0, 0, 0, at], 0) for name in columns]
    table(axes[1], np.column_stack(values), norms, columns)
    plt.show()
ipywidgets.interact(draw, step=(0, 240, 20))
""",
    "LedgerExplorer": """
example = nv.examples.talk_times()
claims = nv.examples.printed_claims()
def draw(claim=1):
    figure, axes = plt.subplots(1, 2, figsize=(9, 4))
    axes[0].text(0, 1, f"{claim}. {claims[claim - 1].id}", fontsize=12)
    for k, verdict in enumerate(("right", "rounded", "hypothetical", "wrong", "disputed")):
        axes[0].text(0, 0.8 - k / 6, verdict)
    axes[0].set_axis_off()
    table(axes[1], example.values, example.rows, ["minutes"])
    plt.show()
ipywidgets.interact(draw, claim=(1, 44))
""",
}


def usual_way(explorer: str) -> str:
    """A cell that shows the explorer's peer; its names stay its own, also beside other peers in one notebook."""
    body = indent((TOOLS + USUAL_WAY[explorer]).strip(), "    ")
    return f"def usual_way():\n{body}\nusual_way()"
