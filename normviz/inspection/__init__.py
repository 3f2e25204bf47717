"""Inspection of a model: its norm layers, the numbers that reach them, and what is wrong there."""


def inspect(model, *inputs, mask=None, lengths=None, batches=None, optimizer=None):
    """Run a PyTorch model once, and say what each of its norm layers does with the numbers that reach it.

    The model runs as it is, in training or in evaluation mode, and is afterwards what it was before, bit for bit:
    parameters, running statistics, gradients, flags, hooks and random numbers, those of its own generators too. A
    forward pass may write into other objects, such as a NumPy array or a file; this is not undone.

    Parameters
    ----------
    model : torch.nn.Module; one that ``torch.compile`` made is run without its compiled code
    inputs : the arguments of ``model(…)``: tensors or objects that hold tensors; or one tuple, or one dict by name
    mask : booleans, (B, L), True at real tokens; with ``batches`` a list, one a batch. Behind a convolution with a
        stride, a place is real if all places that it has seen are real
    lengths : instead of a mask, the number of real tokens at the beginning of each sample, (B,); with ``batches`` a
        list
    batches : several inputs, each a tensor, a tuple, a dict or an object, instead of ``inputs``; a loader is read as
        it goes
    optimizer : the model's optimizer, to look at weight decay, too

    Returns
    -------
    Inspection: a notebook shows a table, and a terminal text. ``report["name"]`` is one layer. ``report.findings`` is
    empty if nothing is wrong.

    Raises
    ------
    TypeError, ValueError
        For a model that is no module, inputs without a tensor, a mask of another shape, a model without a norm layer,
        a lazy layer without weights, or numbers that are not finite; the message says where they first appear.
    RuntimeError
        For a model that raises; the message says in which layer, and its own error is the cause.

    Examples
    --------
    >>> import torch
    >>> model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.LayerNorm(2))
    >>> report = inspect(model, torch.tensor([[0.0, 2.0], [4.0, 8.0]]))
    >>> report["1"].pool_size, [finding.code for finding in report.findings]
    (2, ['two-features'])
    """
    from normviz.inspection.run import inspected  # it takes torch along

    return inspected(model, inputs, mask, lengths, batches, optimizer)


__all__ = ["inspect"]
