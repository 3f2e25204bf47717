"""Ordinary models in a few lines each, as people write them, and what goes into each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F

ROWS, PLACES, FEATURES, WORDS = 16, 12, 16, 50


@dataclass(frozen=True)
class Ordinary:
    """A model: how it is made, and how a batch is drawn; the batch is (inputs, mask or None)."""

    name: str
    make: Callable[[], nn.Module]
    draw: Callable[[], tuple[tuple, torch.Tensor | None]]

    def trained(self, steps=60):
        """The model after a few steps of training; many enough for running statistics to arrive."""
        model = self.make().train()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        for _ in range(steps):
            inputs, _ = self.draw()
            loss = (model(*inputs) - 1).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        return model


def table():
    return (6 + 3 * torch.randn(ROWS, 20),), None


def pictures():
    return (0.5 + torch.randn(8, 3, 12, 12),), None


def noise():
    return (torch.randn(ROWS, 8, 1, 1),), None


def pair():
    return (torch.randn(ROWS, 20), torch.randn(ROWS, 20)), None


def series(length=PLACES, channels=3):
    return (1 + torch.randn(ROWS, channels, length),), None


def words():
    return (torch.randint(1, WORDS, (ROWS, PLACES)),), None


def sentences(places=PLACES):
    """Sentences of 3 words and more, filled up with the word 0; the model gets the mask, too."""
    lengths = torch.randint(3, places + 1, (ROWS,))
    lengths[0] = places
    mask = torch.arange(places) < lengths[:, None]
    return (torch.randint(1, WORDS, (ROWS, places)) * mask, mask), mask


def mlp():
    wide = nn.Linear(20, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU()
    deep = nn.Linear(32, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2)
    return nn.Sequential(*wide, *deep, nn.Linear(32, 4))


def mlp_mixed():
    return nn.Sequential(
        nn.BatchNorm1d(20), nn.Linear(20, 32), nn.GELU(), nn.LayerNorm(32), nn.Dropout(0.1), nn.Linear(32, 4)
    )


def conv(before, after, size=3, **options):
    """Convolution, batch norm, ReLU: what most networks for pictures are made of."""
    options = {"padding": size // 2, "bias": False} | options
    return nn.Sequential(nn.Conv2d(before, after, size, **options), nn.BatchNorm2d(after), nn.ReLU())


def head(channels):
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 4))


def cnn():
    return nn.Sequential(conv(3, 8), nn.MaxPool2d(2), conv(8, 16), head(16))


def vgg():
    wide, deep = (conv(3, 8), conv(8, 8)), (conv(8, 16), conv(16, 16))
    return nn.Sequential(*wide, nn.MaxPool2d(2), *deep, nn.Dropout(0.3), head(16))


class Block(nn.Module):
    """A residual block; ``zero`` starts the last γ at 0, as many recipes do."""

    def __init__(self, channels, zero=False, squeeze=False):
        super().__init__()
        self.first, self.second = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.norm1, self.norm2 = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)
        gate = nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, 4, 1), nn.ReLU(), nn.Conv2d(4, channels, 1)
        self.gate = nn.Sequential(*gate, nn.Sigmoid()) if squeeze else None
        if zero:
            nn.init.zeros_(self.norm2.weight)

    def forward(self, x):
        y = self.norm2(self.second(self.norm1(self.first(x)).relu()))
        y = y if self.gate is None else y * self.gate(y)
        return (x + y).relu()


def resnet(**options):
    return nn.Sequential(conv(3, 8), Block(8, **options), Block(8, **options), head(8))


class Inverted(nn.Module):
    def __init__(self, channels):
        super().__init__()
        wide = 3 * channels
        self.parts = nn.Sequential(
            conv(channels, wide, 1),
            conv(wide, wide, groups=wide),
            nn.Conv2d(wide, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x):
        return x + self.parts(x)


def mobilenet():
    return nn.Sequential(conv(3, 8, stride=2), Inverted(8), Inverted(8), head(8))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.middle, self.up = conv(3, 8), conv(8, 16), conv(24, 8)
        self.last = nn.Conv2d(8, 1, 1)

    def forward(self, x):
        across = self.down(x)
        below = F.interpolate(self.middle(F.max_pool2d(across, 2)), scale_factor=2)
        return self.last(self.up(torch.cat([across, below], 1)))


class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleList(nn.BatchNorm2d(c) for c in (3, 11, 19))
        self.convs = nn.ModuleList(nn.Conv2d(c, 8, 3, padding=1, bias=False) for c in (3, 11, 19))
        self.head = head(27)

    def forward(self, x):
        for norm, convolution in zip(self.norms, self.convs, strict=True):
            x = torch.cat([x, convolution(norm(x).relu())], 1)
        return self.head(x)


def generator():
    return nn.Sequential(
        nn.ConvTranspose2d(8, 16, 4, bias=False),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.ConvTranspose2d(16, 8, 4, stride=2, padding=1, bias=False),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.ConvTranspose2d(8, 3, 4, stride=2, padding=1),
        nn.Tanh(),
    )


def group_cnn():
    def part(before, after):
        return nn.Conv2d(before, after, 3, padding=1), nn.GroupNorm(4, after), nn.SiLU()

    return nn.Sequential(*part(3, 8), *part(8, 16), head(16))


def style():
    def part(before, after):
        norm = nn.InstanceNorm2d(after, affine=True)
        return nn.ReflectionPad2d(1), nn.Conv2d(before, after, 3), norm, nn.ReLU()

    return nn.Sequential(*part(3, 8), *part(8, 8), nn.Conv2d(8, 3, 1))


class ChannelsLast(nn.Module):
    """A block of a modern network for pictures: layer norm over the channels of each pixel."""

    def __init__(self, channels=8):
        super().__init__()
        self.stem = nn.Conv2d(3, channels, 2, stride=2)
        self.deep = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)
        self.norm = nn.LayerNorm(channels)
        self.parts = nn.Sequential(
            nn.Linear(channels, 4 * channels), nn.GELU(), nn.Linear(4 * channels, channels)
        )
        self.scale = nn.Parameter(torch.full((channels,), 1e-6))

    def forward(self, x):
        x = self.stem(x)
        y = self.parts(self.norm(self.deep(x).permute(0, 2, 3, 1)))
        return x + (self.scale * y).permute(0, 3, 1, 2)


def whole_pictures():
    return nn.Sequential(nn.Conv2d(3, 12, 3, padding=1), nn.LayerNorm((12, 12, 12)), nn.ReLU(), head(12))


class Mixer(nn.Module):
    """Tokens are mixed by a linear layer over them, features by one over features; there are as many of both."""

    def __init__(self, size=9):
        super().__init__()
        self.patches = nn.Conv2d(3, size, 4, stride=4)
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.tokens, self.features = (
            nn.Sequential(nn.Linear(size, 16), nn.GELU(), nn.Linear(16, size)) for _ in range(2)
        )
        self.last = nn.Linear(size, 4)

    def forward(self, x):
        x = self.patches(x).flatten(2).mT
        x = x + self.tokens(self.norms[0](x).mT).mT
        x = x + self.features(self.norms[1](x))
        return self.last(self.norms[2](x).mean(1))


def autoencoder():
    down = nn.Linear(20, 16, bias=False), nn.BatchNorm1d(16), nn.LeakyReLU(0.1), nn.Linear(16, 3)
    up = nn.Linear(3, 16, bias=False), nn.BatchNorm1d(16), nn.LeakyReLU(0.1), nn.Linear(16, 20)
    return nn.Sequential(*down, *up)


class Siamese(nn.Module):
    """One part for both inputs, so that its norm is called twice."""

    def __init__(self):
        super().__init__()
        self.part = nn.Sequential(
            nn.Linear(20, 16, bias=False), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 8)
        )

    def forward(self, a, b):
        return (self.part(a) - self.part(b)).square()


class Temporal(nn.Module):
    """Convolutions that look back in time; ``channels`` may equal the length of the series."""

    def __init__(self, channels=8):
        super().__init__()
        self.convs = nn.ModuleList(
            nn.Conv1d(c, channels, 3, dilation=d, bias=False) for c, d in ((3, 1), (channels, 2))
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(channels) for _ in range(2))
        self.last = nn.Linear(channels, 1)

    def forward(self, x):
        for convolution, norm in zip(self.convs, self.norms, strict=True):
            x = norm(convolution(F.pad(x, (2 * convolution.dilation[0], 0)))).relu()
        return self.last(x[..., -1])


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(WORDS, FEATURES, padding_idx=0)
        self.lstm = nn.LSTM(FEATURES, FEATURES, batch_first=True)
        self.norm = nn.LayerNorm(FEATURES)
        self.last = nn.Linear(FEATURES, 1)

    def forward(self, x, mask):
        h = self.norm(self.lstm(self.embed(x))[0]) * mask[..., None]
        return self.last(h.sum(1) / mask.sum(1, keepdim=True))


class Encoder(nn.Module):
    def __init__(self, pre):
        super().__init__()
        self.embed = nn.Embedding(WORDS, FEATURES)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(FEATURES, 2, 32, dropout=0.1, batch_first=True, norm_first=pre)
            for _ in range(2)
        )
        self.norm = nn.LayerNorm(FEATURES) if pre else nn.Identity()
        self.last = nn.Linear(FEATURES, 3)

    def forward(self, x, mask):
        h = self.embed(x)
        for layer in self.layers:
            h = layer(h, src_key_padding_mask=~mask)
        return self.last(self.norm(h)[:, 0])


class Speaker(nn.Module):
    """A language model in small: RMS norm before each part, attention that looks back only."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(WORDS, FEATURES)
        self.norms = nn.ModuleList(nn.RMSNorm(FEATURES) for _ in range(3))
        self.attention = nn.MultiheadAttention(FEATURES, 2, batch_first=True)
        self.wide = nn.Linear(FEATURES, 32, bias=False)
        self.narrow = nn.Linear(32, FEATURES, bias=False)

    def forward(self, x):
        h, later = self.embed(x), torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        y = self.norms[0](h)
        h = h + self.attention(y, y, y, attn_mask=later, need_weights=False)[0]
        h = h + self.narrow(F.silu(self.wide(self.norms[1](h))))
        return self.norms[2](h) @ self.embed.weight.T


class MaskedReader(nn.Module):
    """Batch norm over words, as it should be: the pads stay out."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(WORDS, FEATURES, padding_idx=0)
        self.lift = nn.Linear(FEATURES, FEATURES, bias=False)
        self.norm = nn.BatchNorm1d(FEATURES)
        self.last = nn.Linear(FEATURES, 1)

    def forward(self, x, mask):
        h = self.lift(self.embed(x))
        h[mask] = self.norm(h[mask])
        return self.last((h.relu() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))


ORDINARY = (
    Ordinary("mlp", mlp, table),
    Ordinary("mlp, two kinds of norm", mlp_mixed, table),
    Ordinary("autoencoder", autoencoder, table),
    Ordinary("siamese", Siamese, pair),
    Ordinary("cnn", cnn, pictures),
    Ordinary("vgg", vgg, pictures),
    Ordinary("resnet", resnet, pictures),
    Ordinary("resnet, last γ starts at 0", partial(resnet, zero=True), pictures),
    Ordinary("squeeze and excite", partial(resnet, squeeze=True), pictures),
    Ordinary("mobilenet", mobilenet, pictures),
    Ordinary("u-net", UNet, pictures),
    Ordinary("densenet", Dense, pictures),
    Ordinary("generator", generator, noise),
    Ordinary("group norm cnn", group_cnn, pictures),
    Ordinary("style, instance norm", style, pictures),
    Ordinary("channels last", ChannelsLast, pictures),
    # Its pictures are 6 by 6.
    Ordinary("channels last, as wide as deep", partial(ChannelsLast, channels=6), pictures),
    Ordinary("layer norm of whole pictures", whole_pictures, pictures),
    Ordinary("mixer, as many tokens as features", Mixer, pictures),
    Ordinary("temporal", Temporal, series),
    Ordinary("temporal, as many channels as times", partial(Temporal, PLACES), series),
    Ordinary("lstm", Recurrent, sentences),
    Ordinary("encoder, norm before", partial(Encoder, pre=True), sentences),
    Ordinary("encoder, norm after", partial(Encoder, pre=False), sentences),
    Ordinary("language model", Speaker, words),
    Ordinary("masked batch norm", MaskedReader, sentences),
)
