"""Models in a line: parts by their names, and a function of the model and of what comes in."""

from torch import nn


class Made(nn.Module):
    def __init__(self, forward, parts):
        super().__init__()
        self.does = forward
        for name, part in parts.items():
            setattr(self, name, part)

    def forward(self, *inputs, **named):
        return self.does(self, *inputs, **named)


def made(forward, name="Made", **parts):
    """A module whose class is called ``name``, as a report will call it."""
    return type(name, (Made,), {})(forward, parts)
