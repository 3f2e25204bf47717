"""Which rows of a norm's input are real tokens: found by changing the batch and looking at which rows change.

On its way to a norm a model may turn, sort, pack, flatten or stride what it was given, and shapes do not tell how:
(N, T, F) that becomes (T · N, F) has as many rows as (N · T, F).
"""

from collections import Counter

import torch
from torch.overrides import TorchFunctionMode

from normviz.inspection.given import alike, leaves
from normviz.inspection.kept import hooked, plain_paths, unchanged
from normviz.inspection.layers import ARGUMENTS

NEAR = 1e-6  # of the largest: what a row moves by rounding alone


class Places:
    """Finds the rows of each norm's input again among the places of a mask."""

    def __init__(self, model, args, kwargs, mask, own: set[int]):
        self.model, self.args, self.kwargs, self.mask, self.own = model, args, kwargs, mask, own
        self.once, self.runs, self.parts = None, (None, None), {0: [], 1: []}
        if mask is not None and not mask.all():
            self.once = self._rows()
            self.runs = self._moved_by(~mask), self._moved_by(mask)
            flat = [(k, tuple(v.shape)) for k, v in (self.once or {}).items() if v.numel() == mask.numel()]
            if mask.dim() == 2 and any(self._found(*one, *self._forms(one[1])) is None for one in flat):
                self._part_samples()

    def at(self, key, shape, features: int):
        """(which rows are real, how one writes that or ""): as many axes as ``shape``, size 1 at the features.

        None where it is not known.
        """
        if len(shape) < 2:
            return None
        rest = (*shape[:features], *shape[features + 1 :])
        forms, key = self._forms(rest), (*key, features)
        found = self._found(key, rest, *forms)
        found = self._by_sample(key, rest) if found is None else found
        if found is None:
            return None
        written = [said for one, said in forms[1] if torch.equal(one, found)]
        return found.unsqueeze(features), written[0] if written else ""

    def _forms(self, rest):
        """The mask in forms that are usual, and in those and others."""
        known = list(_written(self.mask, rest))
        return known, known + _unusual(self.mask, rest)

    def _found(self, key, rest, known, every):
        """Which rows are real, as far as one change of all pads and one of all tokens tell."""
        pads, real = (self._at(run, key, rest) for run in self.runs)
        if pads is None or real is None or not real.any():
            return _only(known)
        if not (pads & real).any():  # no row has seen the places of others
            return ~pads if pads.any() else real
        if _strided(
            self.mask, rest
        ):  # a row is real if all that it saw is, unless a row sees its whole sample
            mixed = self.mask.any(1) & ~self.mask.all(1)
            if (~pads).any(1)[mixed].float().mean() > 0.5:
                return ~pads
        return _only([one for one in every if _fits(one[0], pads, real)])

    def _part_samples(self) -> None:
        """Change half of the samples, in as many ways as tell them apart."""
        for axis, n in enumerate(self.mask.shape):
            for bit in range((n - 1).bit_length()):
                one = (torch.arange(n, device=self.mask.device) >> bit & 1 == 1).unsqueeze(1 - axis)
                self.parts[axis].append([self._moved_by(self.mask & half) for half in (one, ~one)])

    def _by_sample(self, key, rest):
        """The mask, laid over the rows of each sample in their order."""
        for axis, parts in self.parts.items():
            mask, sample = self.mask.movedim(axis, 0).cpu(), torch.zeros(rest, dtype=torch.long)
            for bit, halves in enumerate(parts):
                up, down = (self._at(run, key, rest) for run in halves)
                if up is None or down is None or (up == down).any():  # samples mix, or nothing moves a row
                    break
                sample += up.cpu().long() << bit
            counts = torch.bincount(sample.flatten(), minlength=len(mask)).tolist()
            if counts == [mask.shape[1]] * len(mask):
                found = torch.empty(sample.numel(), dtype=torch.bool)
                found[sample.flatten().argsort(stable=True)] = mask.flatten()
                found = found.reshape(rest).to(self.mask.device)
                return found if _fits(found, *(self._at(run, key, rest) for run in self.runs)) else None
        return None

    @staticmethod
    def _at(run, key, rest):
        """Which rows have moved at one norm; None where it was not reached, or in another form."""
        seen = run and run.get(key)
        return seen if seen is not None and seen.shape == rest else None

    def _moved_by(self, chosen):
        changed = self._rows(chosen)
        if self.once is None or changed is None:
            return None
        return {
            key: (rows - self.once[key]).abs() > NEAR * self.once[key].abs().max()
            for key, rows in changed.items()
            if key in self.once and rows.shape == self.once[key].shape
        }

    def _rows(self, chosen=None):
        """Each row that reaches a norm as one number, by (norm, axis of the features); None where it does not run."""
        tensors = [t for t in leaves((self.args, self.kwargs)) if not t.is_nested]
        try:
            with unchanged(self.model, tensors), torch.no_grad(), plain_paths(self.model):
                if chosen is not None and not sum(_change(t, self.mask, chosen) for t in tensors):
                    return None
                for module in self.model.modules():
                    module.training = False
                with Rows(self.model, self.own) as rows, hooked(self.model, rows.enter, rows.leave):
                    self.model(*self.args, **self.kwargs)
            return rows.seen
        except Exception:  # a model that does not run in evaluation, or on other numbers, says nothing here
            return None


class Rows(TorchFunctionMode):
    """Takes down what reaches each norm of a model, a number for each row."""

    def __init__(self, model, own: set[int]):
        super().__init__()
        self.own, self.stack, self.seen, self.counted = own, [model], {}, Counter()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if name in ARGUMENTS:
            self._see(id(self.stack[-1]), name, args[0] if args else kwargs["input"])
        return func(*args, **kwargs)

    def enter(self, module, args, kwargs):
        self.stack.append(module)
        if id(module) in self.own and args and isinstance(args[0], torch.Tensor):
            self._see(id(module), "", args[0])

    def leave(self, *given):
        self.stack.pop()

    def _see(self, module: int, name: str, x) -> None:
        key = (module, name, self.counted[module, name])
        self.counted[module, name] += 1
        for axis in {1, x.dim() - 1} if x.dim() > 1 else ():
            own = torch.Generator().manual_seed(0)
            weights = 1 + torch.rand(x.shape[axis], generator=own, dtype=torch.double)
            self.seen[*key, axis] = x.double().movedim(axis, -1) @ weights.to(x.device)


def _written(mask, rest):
    """The mask in the form of ``rest``, in every order that is usual, and how one writes it."""
    for order, said in ((mask, "mask"), (mask.mT, "mask.T")) if mask.dim() == 2 else ((mask, "mask"),):
        if order.shape == rest:
            yield order, said
        elif len(rest) == 1 and order.numel() == rest[0]:
            yield order.flatten(), f"{said}.flatten()"
    if _strided(mask, rest):
        stride = round(mask.shape[1] / rest[1])
        yield _seen(mask, stride, max(mask.shape[1] - stride * (rest[1] - 1), 1))


def _strided(mask, rest) -> bool:
    """Whether there are fewer places than in the mask, as behind a convolution or pooling."""
    return len(rest) == 2 == mask.dim() and mask.shape[0] == rest[0] and 1 < rest[1] < mask.shape[1]


def _seen(mask, stride: int, width: int):
    """A place is real if all that it saw was."""
    return mask.unfold(1, width, stride).all(-1), f"mask.unfold(1, {width}, {stride}).all(-1)"


def _unusual(mask, rest) -> list:
    """Forms that are believed only where the rows that move agree: sorted by length, packed, another axis between."""
    found = []
    if mask.dim() == 2:
        longest = mask[mask.sum(1).argsort(descending=True)]
        said = "mask[mask.sum(1).argsort(descending=True)]"
        found += [(one, how.replace("mask", said)) for one, how in _written(longest, rest)]
    if _strided(mask, rest):
        n, fewer = mask.shape[1], rest[1] - 1
        for stride in range(1, (n - 1) // fewer + 1):
            most = n - stride * fewer
            found += [_seen(mask, stride, width) for width in range(max(most - stride, 0) + 1, most + 1)]
    if rest == (int(mask.sum()),):
        found.append((torch.ones(rest, dtype=torch.bool, device=mask.device), "mask[mask]"))
    more = len(rest) - mask.dim()
    for axis in range(mask.dim(), 0, -1) if more > 0 else ():
        wide = mask[(slice(None),) * axis + (None,) * more]
        if all(a in (1, b) for a, b in zip(wide.shape, rest, strict=True)):
            said = f"mask[{':, ' * axis}{', '.join(['None'] * more)}].expand{rest}"
            found.append((wide.expand(rest), said))
    return found


def _fits(found, pads, real) -> bool:
    """Whether all real rows move with the tokens, and all others with the pads, where these count at all."""
    return not ((found & ~real).any() or (pads.any() and (~found & ~pads).any()))


def _only(found):
    """The one form of a mask that there is; None where two differ."""
    return found[0][0] if found and all(torch.equal(found[0][0], other) for other, _ in found) else None


def _change(x, mask, chosen) -> bool:
    """Put other numbers where ``chosen`` is, in a tensor that has the mask's places; whether there are any."""
    if x.dtype == torch.bool or x.is_complex():
        return False
    turned = [t for t in (x, x.movedim(1, -1) if x.dim() > 2 else x) if t.shape[: mask.dim()] == mask.shape]
    turned.sort(key=lambda t: not alike(t.data[~mask]))  # pads are alike, as a rule
    real = turned[0].data[mask] if turned else x[:0]
    values = real.unique()
    if not turned or (len(values) < 3 and x.dim() == mask.dim()):  # a mask itself, or kinds of tokens
        return False
    here, chosen = turned[0].data, chosen.to(x.device)
    if x.is_floating_point():
        drawn = torch.Generator().manual_seed(1)
        picked = real[torch.randint(len(real), (int(chosen.sum()),), generator=drawn)]
        here[chosen] = picked * -0.7 + 0.5 * real.std(correction=0)
    else:  # ids of other tokens that are there
        here[chosen] = values[(torch.searchsorted(values, here[chosen]) + 1) % len(values)]
    return True
