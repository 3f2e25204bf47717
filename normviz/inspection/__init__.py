"""What does your own network do? Its norm layers, the numbers that reach them, and what is wrong there."""


def inspect(model, *inputs, mask=None, lengths=None, batches=None, optimizer=None):
    """Run a PyTorch model once, and say what each of its norm layers does with the numbers that reach it.

    The model runs as it is, in training or in evaluation mode, and is afterwards what it was before, bit for bit:
    parameters, running statistics, gradients, flags, hooks and random numbers, those of its own generators too. What a
    forward pass writes into other objects, such as a NumPy array or a file, stays written.

    Parameters
    ----------
    model : torch.nn.Module; one that ``torch.compile`` made is run without its compiled code
    inputs : what ``model(…)`` takes, tensors or objects that hold some; or one tuple of it, or one dict of it by name
    mask : booleans, (B, L), True at real tokens, where a batch holds pads; with ``batches`` a list, one a batch. Behind
        a convolution that makes fewer places, a place is real if all that it saw is
    lengths : instead of a mask, how many real tokens each sample begins with, (B,); with ``batches`` a list
    batches : several inputs, each a tensor, a tuple, a dict or an object, instead of ``inputs``; a loader is read as
        it goes
    optimizer : the model's, if weight decay is to be looked at, too

    Returns
    -------
    Inspection, which a notebook shows as a table and a terminal as text; ``report["name"]`` is one layer, and
    ``report.findings`` is empty where there is nothing to report

    Raises
    ------
    TypeError, ValueError
        For what is no module or no tensor, a mask of another shape, a model without a norm layer, one that is not made
        yet (lazy), or numbers on the way that are not finite; the message says where they first appear.
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
