"""Oracles for the explorers of what goes on in time: learned γ and β, running statistics, recorded trainings."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch

import normviz as nv
from tests.abuse import texts
from tests.abuse.oracle import Oracle, finite, usable

DATA = Path(nv.__file__).parent / "data"


@cache
def stored(name):
    """The arrays of a stored run, read by NumPy alone."""
    with np.load(DATA / f"{name}.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


class AffineLearning(Oracle):
    starts = ({}, {"data": [[1, 0.5], [2, 1.5], [4, -1]], "rate": 0.05, "step": 3, "loss": "mean"})

    def type(self, name, random):
        return texts.table(random, columns=2)

    def read(self, name, text):
        return texts.Rows(np.array([[8.0, 1], [2, 0], [5, 1], [6, 0]]), (), ("x1", "x2"))

    def numbers(self):
        example = self.settings.example
        if example.startswith("GPA"):
            students = nv.examples.gpa_iq()
            return students.values[:, 0] + 0.1 * students.values[:, 1], np.array([1.0, 0, 0, 1])
        if example.startswith("column"):
            return nv.examples.z_table().values[:, 1], np.array([1.0, 0, 0, 1, 0])
        values = np.array(self.start["data"], float) if "data" in self.start else self.means("table").values
        usable(values.shape[1] == 2)
        return values.T

    def expected(self):
        s = self.settings
        z, target = self.numbers()
        rate, step = s.rate, s.step
        form = "sum" if "Σ" in s.loss else "mean"
        start = s.start_gamma, s.start_beta
        finite(rate, *start)
        usable(rate > 0 and 0 <= step <= 20 and np.ptp(z) > 0)
        away = z - z.mean()
        away = away - away.mean()  # what rounding has left
        z_hat = away / np.sqrt((away**2).mean() + 1e-5)
        x, t = torch.tensor(z_hat), torch.tensor(target)
        at = torch.tensor(start, dtype=torch.float64, requires_grad=True)
        path, losses, gradients = [], [], []
        for _ in range(step + 2):
            loss = 0.5 * ((at[0] * x + at[1] - t) ** 2).sum() / (1 if form == "sum" else len(t))
            (gradient,) = torch.autograd.grad(loss, at)
            path.append(at.detach().numpy().copy())
            losses.append(loss.item())
            gradients.append(gradient.numpy().copy())
            at = (at - rate * gradient).detach().requires_grad_()
        path, losses, gradients = np.array(path), np.array(losses), np.array(gradients)
        finite(path, losses, gradients)
        h = np.linalg.eigvalsh(np.array([[(z_hat**2).mean(), z_hat.mean()], [z_hat.mean(), 1.0]]))
        gamma, beta = path[step]
        found = {
            "z_hat": z_hat, "path": path, "losses": losses, "gradients": gradients, "y": gamma * z_hat + beta,
            "step": step, "rate": rate, "form": form, "bound": 2 / h[1] / (len(z) if form == "sum" else 1),
            "target": target, "table.values": np.column_stack([z, target]), "most_steps": 20,
            "sentence": [gamma, beta, losses[step]],
            "cells": {"z": z_hat, "t": target, "y": gamma * z_hat + beta},
        }  # fmt: skip
        slope = (z_hat @ target) / (z_hat @ z_hat)
        lowest = ((slope * z_hat + target.mean() - target) ** 2).sum() / 2 / (1 if form == "sum" else len(z))
        if lowest > 1e-6 * (target**2).sum():
            found["lowest_loss"] = lowest
        return found


class RunningStatistics(Oracle):
    starts = (
        {},
        {"example": "simulated: 60 batches", "seen": 20, "momentum": 0.3, "column": 2},
        {"data": [[[1.0, 2], [3, 5]], [[2.0, 2], [4, 9], [7, 7]]]},
        {"data": {"a": [1e6, 1e6 + 1, 1e6 + 2, 1e6 + 5], "b": [1.0, 2, 3, 4]}, "rows": 2},
    )

    def type(self, name, random):
        return texts.table(random)

    def read(self, name, text):
        return texts.Rows(np.array([[8.0], [2], [5], [6], [4], [7], [3], [5], [9], [1]]), (), ("minutes",))

    def feed(self):
        """Column names, the batches, and the rows that they are made of."""
        example, rows = self.settings.example, self.settings.rows
        if example.startswith("the lecture"):
            first, second = nv.examples.lecture_batches()
            return first.columns, [first.values, second.values], np.concatenate([first.values, second.values])
        if example.startswith("simulated"):
            usable(2 <= rows <= 10_000)
            z = nv.examples.z_table()
            picked = np.random.default_rng(2015).integers(5, size=(60, rows))
            return z.columns, [z.values[rows] for rows in picked], z.values
        given = self.start.get("data")
        if isinstance(given, list):
            batches = [np.array(batch, dtype=float) for batch in given]
            return ("x1", "x2"), batches, np.concatenate(batches)
        usable(rows >= 2)
        if given is not None:
            values, columns = np.column_stack(list(given.values())), tuple(given)
        else:
            values, _, columns = self.means("table")
        batches = [values[at : at + rows] for at in range(0, len(values), rows)]
        usable(all(len(batch) > 1 for batch in batches))
        return columns, batches, values

    def expected(self):
        s = self.settings
        columns, batches, population = self.feed()
        k, seen, example = s.column, s.seen, s.example[:5]
        convention = s.convention.split(":")[0].split()[0]
        momentum, mean, var, x = (getattr(s, n) for n in ("momentum", "start_mean", "start_var", "x"))
        finite(x)
        if convention == "plain":
            momentum = None
            mean, var = mean if np.isfinite(mean) else 0.0, abs(var) if np.isfinite(var) else 1.0
        else:
            finite(momentum, mean, var)
            usable(0 <= momentum <= 1 and var >= 0)
        times = -(-20 // len(batches))
        fed = [batch[:, k] for batch in batches] * times
        usable(0 <= seen <= len(fed))
        weights = [
            {"torch": momentum, "Keras": None if momentum is None else 1 - momentum, "plain": 1 / (i + 1)}[
                convention
            ]
            for i in range(len(fed))
        ]
        correction = int(s.stored.startswith("unbiased"))
        running, kept = [(mean, var)], []
        for batch, weight in zip(fed, weights, strict=True):
            kept.append(((batch - batch.mean()) ** 2).sum() / (len(batch) - correction))
            old_mean, old_var = running[-1]
            running.append(
                ((1 - weight) * old_mean + weight * batch.mean(), (1 - weight) * old_var + weight * kept[-1])
            )
        running_mean, running_var = np.array(running, dtype=float).T
        finite(running_mean, running_var)
        found = {
            "name": columns[k], "seen": seen, "convention": convention, "simulated": example == "simul",
            "momentum": momentum or 0.0, "correction": correction, "x": float(x),
            "weights": np.array(weights, dtype=float), "running_mean": running_mean, "running_var": running_var,
            "sizes": np.array([len(batch) for batch in fed], dtype=float),
            "means": np.array([batch.mean() for batch in fed]), "variances": np.array([batch.var() for batch in fed]),
            "stored": np.array(kept), "batches": tuple(batch[:, k] for batch in batches),
            "start_weight": np.append(1.0, np.cumprod(1 - np.array(weights, dtype=float))),
            "population": (population[:, k].mean(), population[:, k].var()),
            "sentence": [
                seen, running_mean[seen], np.sqrt(running_var[seen]), x,
                (x - running_mean[seen]) / np.sqrt(running_var[seen] + 1e-5),
            ],
        }  # fmt: skip
        # Everything that has been seen, as one heap of rows, and the other averages of the lecture.
        for n in {1, len(fed) // 2 or 1, len(fed)}:
            heap = np.concatenate(fed[:n])
            stds, variances = (np.array([getattr(b, of)() for b in fed[:n]]) for of in ("std", "var"))
            means = np.array([b.mean() for b in fed[:n]])
            if heap.std() > 1e-5 * np.abs(heap).max():
                found[f"estimates['pooled, by rows'][0][{n}]"] = heap.mean()
                found[f"estimates['pooled, by rows'][1][{n}]"] = heap.var()
                found[f"estimates['pooled, each batch alike'][1][{n}]"] = variances.mean() + means.var()
            found[f"estimates['σ averaged'][0][{n}]"] = means.mean()
            found[f"estimates['σ averaged'][1][{n}]"] = stds.mean() ** 2
            found[f"estimates['σ² averaged'][0][{n}]"] = means.mean()
            found[f"estimates['σ² averaged'][1][{n}]"] = variances.mean()
        shares = [np.prod([1 - w for w in weights[:seen]])]
        shares += [weights[i] * np.prod([1 - w for w in weights[i + 1 : seen]]) for i in range(seen)]
        return found | {"composition": np.array(shares, dtype=float)}


PLACES = {"the activation's input": "after", "before the norm, z": "before"}
MEASURES = {
    "L": "frame_loss", "σ": "input_std", "Shift by": "shift_step", "Shift since": "shift_start",
    "T": "gradient_turn",
}  # fmt: skip


class Training(Oracle):
    starts = ({}, {"step": 0, "left": "bn"})

    def expected(self):
        s, run = self.settings, stored("training")
        step, seed = s.step, s.seed
        frames = run["frame_step"]
        usable(0 <= step <= frames[-1])
        frame = min(range(len(frames)), key=lambda f: abs(int(frames[f]) - step))
        place = PLACES[s.place]
        label = s.measure
        measure = label if label.startswith("L") else f"{label}, layer {s.layer + 1}"
        curve = run[next(key for start, key in MEASURES.items() if label.startswith(start))]
        networks, losses = {}, [float(run["frame_loss"][seed, m, frame]) for m in (s.left, s.right)]
        for i, m in enumerate((s.left, s.right)):
            own = curve[:, m] if label.startswith("L") else curve[:, m, s.layer]
            keys = ("input_mean", "input_std", "shift_step", "shift_start")
            moments = [run[key][seed, m][:, frame] for key in keys]
            networks |= {
                f"networks[{i}].norm": str(run["norm"][m]),
                f"networks[{i}].loss": losses[i],
                f"networks[{i}].shares": run[place][seed, m], f"networks[{i}].curve": own.astype(float),
                f"networks[{i}].numbers": np.array(moments, dtype=float),
            }  # fmt: skip
        return networks | {
            "step": int(frames[frame]), "frame": frame, "frame_step": frames, "edges": run["bin_edges"],
            "tallest": float(np.nanmax(run[place][seed])), "place": s.place, "measure": measure,
            "seed": s.run.value.seeds[seed], "sentence": [s.run.value.seeds[seed], *losses],
        }  # fmt: skip


LOSSES = ("eval_mode", "train_mode", "training_loss")


class Race(Oracle):
    starts = ({}, {"norms": ("bn", "ln"), "measure": "mean_gap", "step": 100}, {"norms": ("rms", "bn", "ln")})

    def expected(self):
        s, run = self.settings, stored("race")
        looks, step = run["frame_step"], s.step
        usable(0 <= step <= looks[-1])
        frame = min(range(len(looks)), key=lambda f: abs(int(looks[f]) - step))
        seeds = slice(None) if s.seed < 0 else slice(s.seed, s.seed + 1)
        at = tuple(
            run[axis].tolist().index(getattr(s, axis)) for axis in ("position", "batch_size", "learning_rate")
        )
        measure = s.measure
        curves, numbers = {}, {}
        for norm in s.norms:
            m = run["norm"].tolist().index(norm)
            keys = ("eval_mode", "train_mode", "mean_gap", "std_gap")
            raw = {key: run[key][(seeds, m, *at)].astype(float) for key in keys}
            with np.errstate(invalid="ignore"):
                raw["eval_minus_train"] = raw["eval_mode"] - raw["train_mode"]
            loss = run["loss"][(seeds, m, *at)].astype(float)
            since = [loss[:, a:b].mean(axis=1) for a, b in pairwise(looks)]
            raw["training_loss"] = np.column_stack([np.full(len(loss), np.nan), *since])
            curves[norm] = raw[measure]
            table = ("eval_mode", "train_mode", "eval_minus_train", "mean_gap", "std_gap")
            numbers[norm] = np.array([raw[key][:, frame] for key in table])
        share = run["pad_share"][seeds][:, at[1]]
        medians = [np.median(curve[:, frame]) for curve in curves.values()]
        medians = [median for median in medians if not np.isnan(median)]
        return {
            "curves": curves, "numbers": numbers, "norms": s.norms, "measure": measure, "frame": frame,
            "position": s.position, "batch_size": s.batch_size, "frame_step": looks,
            "learning_rate": s.learning_rate, "label": self.explorer.measure.text_of(measure),
            "guide": float(run["frequency_loss"]) if measure in LOSSES else None,
            "step": int(looks[frame]), "pad_share": float(np.nanmean(share)),
            "seeds": tuple(s.run.value.seeds[seeds]),
            "sentence": medians if len(medians) < 3 else [min(medians), max(medians)],
        }  # fmt: skip
