"""A tiny transformer encoder whose normalization can be exchanged: two blocks, four heads, guesses hidden
words.
"""

import torch
from torch import nn
from torch.nn import functional as F

from normviz.experiments.corpus import PAD

NORMS = ("bn", "bn_masked", "ln", "rms", "none")
POSITIONS = ("pre", "post")
EPS = 1e-5
MOMENTUM = 0.1
HEADS, REACH = 4, 8


class ColumnNorm(nn.Module):
    """Batch norm over all tokens of a batch, (B, L, D) → (B, L, D), with running statistics as in torch.

    If ``masked``, the pads stay out of the statistics. A list as ``watched`` switches to watching: every call appends
    its input, its mask, μ and σ², normalizes with these, and leaves the running statistics alone.
    """

    def __init__(self, features: int, masked: bool):
        super().__init__()
        self.masked, self.watched = masked, None
        self.gamma, self.beta = nn.Parameter(torch.ones(features)), nn.Parameter(torch.zeros(features))
        self.register_buffer("running_mean", torch.zeros(features))
        self.register_buffer("running_var", torch.ones(features))

    def pool(self, x: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """The rows that share a mean, (n, D)."""
        return x[real] if self.masked else x.flatten(0, 1)

    def forward(self, x: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        if self.training or self.watched is not None:
            rows = self.pool(x, real)
            var, mean = torch.var_mean(rows, dim=0, correction=0)
            if self.watched is None:
                self._remember(mean.detach(), var.detach() * len(rows) / (len(rows) - 1))
            else:
                self.watched.append((x, real, mean, var))
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) * (self.gamma * torch.rsqrt(var + EPS)) + self.beta

    def _remember(self, mean, var) -> None:
        self.running_mean.lerp_(mean, MOMENTUM)
        self.running_var.lerp_(var, MOMENTUM)


class RowNorm(nn.Module):
    """Layer norm or RMS norm, which need to know nothing about pads."""

    def __init__(self, inner: nn.Module):
        super().__init__()
        self.inner = inner

    def forward(self, x: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        return self.inner(x)


def norm_layer(norm: str, features: int) -> nn.Module:
    """Make one of NORMS, to be called with x (B, L, D) and real (B, L)."""
    if norm in ("bn", "bn_masked"):
        return ColumnNorm(features, masked=norm == "bn_masked")
    inner = {"ln": nn.LayerNorm, "rms": nn.RMSNorm}
    return RowNorm(inner[norm](features, eps=EPS) if norm in inner else nn.Identity())


class Block(nn.Module):
    """Self-attention, then a two-layer network, each with a residual connection and a norm."""

    def __init__(self, width: int, norm: str, position: str):
        super().__init__()
        self.position = position
        self.project, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.widen, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.norms = nn.ModuleList(norm_layer(norm, width) for _ in range(2))
        # Each head starts out looking at one neighbour: so short a training would be spent on finding them.
        bias = torch.zeros(HEADS, 2 * REACH + 1)
        bias[torch.arange(HEADS), REACH + torch.tensor([-1, 1, -2, 2])] = 4.0
        self.distance_bias = nn.Parameter(bias)

    def _attend(self, x, real):
        batch, length, width = x.shape
        heads = self.project(x).view(batch, length, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        token = torch.arange(length)
        distance = (token[None, :] - token[:, None]).clamp(-REACH, REACH) + REACH
        bias = self.distance_bias[:, distance].masked_fill(~real[:, None, None, :], -torch.inf)
        seen = F.scaled_dot_product_attention(*heads, attn_mask=bias)
        return self.mix(seen.transpose(1, 2).reshape(batch, length, width))

    def _think(self, x, real):
        return self.narrow(self.widen(x).relu())

    def forward(self, x, real):
        # Pads are zero after every step, as in the documents: what they change, they change as zeros in a pool.
        keep = real[..., None]
        for part, norm in zip((self._attend, self._think), self.norms, strict=True):
            x = (
                x + keep * part(norm(x, real), real)
                if self.position == "pre"
                else keep * norm(x + part(x, real), real)
            )
        return x


class Encoder(nn.Module):
    """Embeds the words, runs the blocks, and gives logits for the hidden words.

    Of the ``vocabulary`` of words that can be read, 0 is the pad; ``targets`` can be guessed; ``width`` is a multiple
    of the number of heads. ``position`` is "pre", a norm before each part and one at the end, or "post", a norm after
    each sum.
    """

    def __init__(self, vocabulary: int, targets: int, width: int, blocks: int, norm: str, position: str):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(Block(width, norm, position) for _ in range(blocks))
        self.last_norm = norm_layer(norm if position == "pre" else "none", width)
        self.guess = nn.Linear(width, targets)

    def forward(self, words: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """Return logits (hidden words, targets) for words (B, L), integers, and hidden (B, L), True at hidden
        words.
        """
        real = words != PAD
        x = self.embed(words) * real[..., None]
        for block in self.blocks:
            x = block(x, real)
        return self.guess(self.last_norm(x, real)[hidden])

    def column_norms(self) -> list[ColumnNorm]:
        """The batch norms in it, in the order of their creation; none for the other norms."""
        return [module for module in self.modules() if isinstance(module, ColumnNorm)]
