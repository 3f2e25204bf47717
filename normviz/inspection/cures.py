"""The line of code that mends a finding.

Each runs as it stands, where ``model`` is the model, ``x`` what arrives at the layer, ``self`` this layer, ``mask`` the
mask, ``data`` and ``loader`` the reader's own, and torch and its ``nn`` are imported.
"""

from keyword import iskeyword
from math import gcd

MORE_SAMPLES = "loader = torch.utils.data.DataLoader(data, batch_size=32, shuffle=True, drop_last=True)"
WITHOUT_CONSTANTS = "x = x[:, x.flatten(2).std((0, 2)) > 0] if x.dim() > 2 else x[:, x.std(0) > 0]"


def each_sample_alone(layer) -> str:
    """Instance norm that takes each sample's own statistics in evaluation, too."""
    if layer.facts["function"] or layer.facts["own"]:
        return "x = nn.functional.instance_norm(x)  # each sample by its own statistics, in evaluation too"
    name = of(layer.name)
    both = f"{name}.running_mean = {name}.running_var = None"
    return f"{name}.track_running_stats = False; {both}  # each sample by its own, in evaluation too"


def made_anew(layer) -> str:
    """New statistics, and then those of the data."""
    name = of(layer.name)
    if layer.facts["counted"]:
        return f"{name}.reset_running_stats(); {counted_again(layer)}"
    mean, var = (f"{name}.{part}" for part in layer.facts["stored"] or ("running_mean", "running_var"))
    return f"{mean}, {var} = torch.zeros_like({mean}), torch.ones_like({var})  # then let it see batches"


def squared_in_float32(layer) -> str:
    axes = layer.calls[0].pool.axes
    centred = "x" if layer.family == "rms" else f"(x - x.mean({axes}, keepdim=True))"
    square = f"{centred}.float().square().mean({axes}, keepdim=True)"
    return f"x = {centred} * ({square} + {layer.eps:g}).rsqrt().to(x.dtype)"


def together(layer, what: str) -> str:
    """Both kinds of inputs in one batch, so that they share a mean in training as they do in evaluation."""
    if what == "batch":
        return "loader = [torch.cat(batches) for batches in zip(*kinds)]  # kinds: a loader for each kind of data"
    return f"left, right = {of(layer.name)}(torch.cat([left, right])).chunk(2)"


def undecayed() -> str:
    """The optimizer's groups parted: weights as before, and γ, β and biases without weight decay."""
    return (
        'optimizer.param_groups[:] = [{**g, "params": [p for p in g["params"] if (p.ndim > 1) == keep], '
        '"weight_decay": g["weight_decay"] * keep} for g in optimizer.param_groups for keep in (True, False)]'
    )


def wider(layer, enough: int) -> str:
    """A norm whose pool holds ``enough`` numbers, if its features can bring them."""
    features = layer.features
    if layer.family == "group":
        numbers = layer.pool_size * layer.groups
        fit = next((g for g in range(layer.groups, 1, -1) if features % g == 0 and numbers // g >= enough), 1)
        return put(layer, f"nn.GroupNorm({fit}, {features})")
    if layer.family == "instance":
        axis = layer.calls[0].pool.features if layer.calls else 1
        if axis == 0:  # one sample alone
            return "x = nn.functional.layer_norm(x, x.shape)"
        last = layer.calls and axis == len(layer.calls[0].shape) - 1  # in a layer of one's own
        return put(layer, f"nn.LayerNorm({features})" if last else f"nn.GroupNorm(1, {features})")
    return put(layer, "nn.Identity()") + "  # or more features before it"


def _called(layer, features: int = 0) -> str:
    """The norm as one writes it before its brackets; one that is no layer, or is for other ``features``, is made."""
    if not layer.facts["function"] and not features:
        return of(layer.name)
    features = features or layer.features
    kinds = {"layer": "LayerNorm", "rms": "RMSNorm", "batch": "BatchNorm1d", "instance": "InstanceNorm1d"}
    groups = f"{gcd(layer.groups, features)}, " if layer.family == "group" else ""
    return f"nn.{kinds.get(layer.family, 'GroupNorm')}({groups}{features})"


def turned(layer, here: int, there: int, features: int = 0) -> str:
    """The norm, or one for ``features``, with these moved from axis ``here`` to axis ``there``, and back again."""
    name = _called(layer, features)
    if abs(here - there) == 1:
        low, high = sorted((here, there))
        return f"x = {name}(x.transpose({low}, {high})).transpose({low}, {high})"
    return f"x = {name}(x.movedim({here}, {there})).movedim({there}, {here})"


def pads_left_out(layer, call) -> str:
    """Batch norm of the real rows alone; each token alone, where it is another norm, or no line says which they are."""
    name, features, axis, last = _called(layer), layer.features, call.pool.features, len(call.shape) - 1
    if layer.family == "batch" and call.written:
        turned, again = "x", ""
        if axis < last:
            turned, again = f"x.movedim({axis}, -1)", f"; x = x.movedim(-1, {axis})"
        real, known = ("mask", "") if call.written == "mask" else ("real", f"real = {call.written}; ")
        normed = f"{name}(x[{real}])"
        if last > 2:  # batch norm of images takes no rows
            normed = f"{name}(x[{real}][..., {', '.join(['None'] * (last - 1))}]).flatten(1)"
        return f"x = {turned}.clone(); {known}x[{real}] = {normed}{again}"
    kind = "RMSNorm" if layer.family == "rms" else "LayerNorm"
    if axis == last:
        return put(layer, f"nn.{kind}({features})") + "  # each token alone"
    normed = f"nn.functional.layer_norm(x.movedim({axis}, -1), ({features},)).movedim(-1, {axis})"
    return f"x = {normed}  # each token alone"


def momentum(layer, value: float) -> str:
    if layer.facts["function"]:
        stored = "running_mean, running_var"
        return f"x = nn.functional.batch_norm(x, {stored}, training=True, momentum={value:.4g})"
    if layer.facts["own"]:
        old, new = _stored(layer), _of_batch(layer)
        mixed = (f"{1 - value:.4g} * {a} + {value:.4g} * {b}" for a, b in zip(old, new, strict=True))
        return f"with torch.no_grad(): {', '.join(old)} = {', '.join(mixed)}"
    return f"{of(layer.name)}.momentum = {value:.4g}  # then let it see batches in training mode"


def counted_again(layer) -> str:
    """Statistics of the reader's data; a quantized layer learns none, and gets those of what arrives."""
    if layer.facts["quantized"]:
        name, axes = of(layer.name), layer.calls[0].pool.axes
        both = f"x.dequantize().mean({axes}), x.dequantize().var({axes})"
        return f"{name}.running_mean, {name}.running_var = {both}  # x is what arrives at the layer"
    if layer.facts["fused"]:
        return "model.apply(torch.ao.nn.intrinsic.qat.update_bn_stats); torch.optim.swa_utils.update_bn(loader, model)"
    if layer.family == "batch" and layer.facts["counted"]:
        return "torch.optim.swa_utils.update_bn(loader, model)"
    return "with torch.no_grad(): model.train(), [model(x) for x in loader], model.eval()"


def smaller_eps(layer, typical: float) -> str:
    """An ε that is small beside a ``typical`` σ²; larger numbers, where a layer has no ε of that name."""
    if layer.facts["eps"]:
        return f"{of(layer.name)}.eps = {min(1e-5, typical / 1000):.1g}"
    return f"x = {max(1.0, typical**-0.5):.1g} * x  # before {layer.name!r}"


def without_bias(layer, before: str) -> str:
    """A bias of 0 that stays so: the state keeps its names, and evaluation gives what it gave."""
    bias, moved = f"{of(before)}.bias", ""
    if layer.stored is not None and layer.stored[0].any() and not layer.facts["function"]:
        moved = f"{of(layer.name)}.{layer.facts['stored'][0]} -= {bias}; "
    return f"with torch.no_grad(): {moved}{bias}.zero_().requires_grad_(False)  # or make it with bias=False"


def dropout_after(layer, drop) -> str:
    """The two change places in a list of layers; where they stand in no such list, the line is one of the forward."""
    name = of(layer.name)
    homes = [n.rpartition(".") for n in (drop.layer or "", layer.name)]
    if homes[0][0] == homes[1][0] and all(place.isdigit() for *_, place in homes):
        other = of(drop.layer)
        if drop.direct:
            return f"{other}, {name} = {name}, {other}  # dropout after the norm"
        return f"{name}, {other} = nn.Sequential({name}, {other}), nn.Identity()  # dropout after the norm"
    return f"x = nn.functional.dropout({_called(layer)}(x), {drop.p:g}, model.training)  # instead of dropout before it"


def revived(layer, limit: float | None) -> str:
    weight = f"{of(layer.name)}.weight"
    if limit is None:
        return f"nn.init.ones_({weight})"
    return f"with torch.no_grad(): {weight}[{weight}.abs() < {limit:.3g}] = 1"


def with_gradient(layer) -> str:
    over = f"{layer.calls[0].pool.axes}, keepdim=True"
    without = "  # without detach() or no_grad()"
    if layer.family == "rms":
        return f"rms = (x.square().mean({over}) + {layer.eps:g}).sqrt(){without}"
    return f"mean, var = x.mean({over}), x.var({over}, correction=0){without}"


def stored_in_use(layer) -> str:
    """The statistics of the batch in training, the stored ones in evaluation."""
    return f"mean, var = ({', '.join(_of_batch(layer))}) if self.training else ({', '.join(_stored(layer))})"


def _stored(layer) -> list[str]:
    return [f"self.{name}" for name in layer.facts["stored"] or ("running_mean", "running_var")]


def _of_batch(layer) -> tuple[str, str]:
    """The batch's statistics, with as many axes as the stored ones have."""
    shape = layer.facts["stored_shape"]
    over = f"{layer.calls[0].pool.axes}" + ", keepdim=True" * (shape is None or len(shape) > 1)
    return f"x.mean({over})", f"x.var({over}, correction=0)"


def put(layer, made: str) -> str:
    """Another layer in the place of this one; a call cannot stand at the left of =."""
    if layer.facts["function"]:
        return f"x = {made}(x)  # instead of {layer.facts['function']}"
    written = of(layer.name)
    return f"model.set_submodule({layer.name!r}, {made})" if written.endswith(")") else f"{written} = {made}"


def of(name: str) -> str:
    """How one writes a layer down.

    >>> of("layers.0.norm"), of("norms.class")
    ('model.layers[0].norm', "model.get_submodule('norms.class')")
    """
    written = "model"
    for part in name.split(".") if name else ():
        if part.isdigit():
            written += f"[{part}]"
        elif part.isidentifier() and not iskeyword(part):
            written += f".{part}"
        else:
            return f"model.get_submodule({name!r})"
    return written
