#!/usr/bin/env python3
"""Writes tests/trainer/golden_models.hpp: outputs, losses of 4 SGD updates and sizes of the models
of models_golden_test.cpp, written as plain PyTorch modules that make their layers in the same order
from the same seed. Needs torch (any 2.x, on the CPU), and clang-format on the header afterwards:
python3 tests/trainer/make_models_golden.py
"""
import pathlib

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

CLASSES, SIDE, BATCH, UPDATES = 10, 12, 32, 4


def images(update):
    """float64 [BATCH, 1, SIDE, SIDE], by the formula of golden_batch() in training_support.cpp."""
    i = torch.arange(BATCH).view(-1, 1) + update * BATCH
    j = torch.arange(SIDE * SIDE).view(1, -1)
    pixels = (i * 31 + j * 17 + (i * j) % 101 + (i % CLASSES) * 13 * (j % 7)) % 256
    return (pixels.double().view(BATCH, 1, SIDE, SIDE) - 127.5) / 64


def labels(update):
    return (torch.arange(BATCH) + update * BATCH) % CLASSES


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride, norm):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = norm(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = norm(outputs)
        self.downsample = None
        if stride != 1:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False),
                                            norm(outputs))

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (self.downsample(x) if self.downsample else x))


class Resnet18(nn.Module):
    def __init__(self, width, channels=1, classes=CLASSES, norm=nn.BatchNorm2d):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, width, 3, 1, 1, bias=False)
        self.bn1 = norm(width)
        stages, inputs = [], width
        for stage in range(4):
            outputs = width << stage
            stages.append(nn.Sequential(Block(inputs, outputs, 2 if stage else 1, norm),
                                        Block(outputs, outputs, 1, norm)))
            inputs = outputs
        self.layer1, self.layer2, self.layer3, self.layer4 = stages
        self.fc = nn.Linear(inputs, classes)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        self.heads = heads

    def forward(self, x):
        n, tokens, width = x.shape
        q, k, v = (part.view(n, tokens, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(self.norm1(x)).chunk(3, dim=-1))
        scores = (q @ k.transpose(2, 3)) / (width // self.heads) ** 0.5
        mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(n, tokens, width)
        x = x + self.out(mixed)
        return x + self.narrow(F.gelu(self.wide(self.norm2(x))))


class Vit(nn.Module):
    def __init__(self, patch=4, width=24, depth=2, heads=3, channels=1, side=SIDE):
        super().__init__()
        self.patch = nn.Conv2d(channels, width, patch, patch)
        self.token = nn.Parameter(torch.empty(1, 1, width).normal_(0, 0.02))
        self.position = nn.Parameter(torch.empty(1, 1 + (side // patch) ** 2, width).normal_(0, 0.02))
        self.blocks = nn.Sequential(*[Attention(width, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, CLASSES)

    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.position
        return self.head(self.norm(self.blocks(x)[:, 0]))


def mlp(norm, activation):
    return nn.Sequential(nn.Flatten(), nn.Linear(SIDE * SIDE, 24), norm, activation,
                         nn.Linear(24, CLASSES))


def cnn(norm, dense_norm, activation):
    return nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), norm, activation, nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(6 * (SIDE // 2) ** 2, 16), dense_norm, activation,
                         nn.Linear(16, CLASSES))


def groups(channels):
    return nn.GroupNorm(channels, channels)  # what 32 groups at most are for so few channels


RUNS = {
    "kLinear": lambda: nn.Sequential(nn.Flatten(), nn.Linear(SIDE * SIDE, CLASSES)),
    "kMlpBatchTanh": lambda: mlp(nn.BatchNorm1d(24), nn.Tanh()),
    "kMlpGroupSilu": lambda: mlp(groups(24), nn.SiLU()),
    "kMlpLayerGelu": lambda: mlp(nn.LayerNorm(24), nn.GELU()),
    "kCnnBatchRelu": lambda: cnn(nn.BatchNorm2d(6), nn.BatchNorm1d(16), nn.ReLU()),
    "kCnnBatchTanh": lambda: cnn(nn.BatchNorm2d(6), nn.BatchNorm1d(16), nn.Tanh()),
    "kCnnGroupSilu": lambda: cnn(groups(6), groups(16), nn.SiLU()),
    "kCnnLayerGelu": lambda: cnn(nn.GroupNorm(1, 6), nn.LayerNorm(16), nn.GELU()),
    "kResnet18": lambda: Resnet18(4),
    "kResnet18Group": lambda: Resnet18(4, norm=groups),
    "kVit": Vit,
}

SIZES = {
    "kLinearOfCifar": lambda: nn.Sequential(nn.Flatten(), nn.Linear(3 * 32 * 32, CLASSES)),
    "kResnet18OfCifar": lambda: Resnet18(64, 3),
    "kVitOfCifar": lambda: Vit(width=192, depth=6, channels=3, side=32),
}


def train(model):
    """Loss of each update. Few, for what rounding does grows 10,000-fold an update in Resnet18."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.005, momentum=0.9, weight_decay=5e-4)
    losses = []
    for update in range(UPDATES):
        loss = F.cross_entropy(model(images(update)), labels(update))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def answer(model):
    with torch.no_grad():
        return model.eval()(images(0))[0].tolist()


def first_norm(model):
    """Running mean, then variance, of the first batch norm."""
    for module in model.modules():
        if isinstance(module, (nn.BatchNorm1d, nn.BatchNorm2d)):
            return module.running_mean[:4].tolist() + module.running_var[:4].tolist()
    return []


def sizes(model, samples):
    """Parameters, and FLOP of one sample as torch's own counter has them."""
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        model.eval()(samples)
    return [sum(p.numel() for p in model.parameters()), counter.get_total_flops() // len(samples)]


def braced(values):
    return "{" + ", ".join(f"{value:.12g}" if isinstance(value, float) else str(value)
                           for value in values) + "}"


def known(model):
    """Parameters by a formula: bits that no processor changes."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1 and bool((parameter == 1).all()):
                continue
            waves = torch.cos(torch.arange(parameter.numel(), dtype=torch.float64) * 0.7)
            fan_in = parameter.numel() // parameter.shape[0]
            parameter.copy_(waves.view(parameter.shape) / fan_in ** 0.5)
    return model


def run(make):
    torch.manual_seed(7)
    model = make().double()  # made in float32, as ours
    before = answer(model)
    losses = train(known(model).train())
    return [before, losses, answer(model), first_norm(model), sizes(model, images(0)[:2])]


HEAD = """// Made by make_models_golden.py with PyTorch {version}.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lrsweep::golden {{

struct Sizes {{
  std::int64_t parameters;
  std::int64_t flops;
}};

struct ModelRun {{
  std::array<double, 10> before;   // answer to the first image in evaluation mode, untrained
  std::array<double, 4> losses;    // of 4 updates
  std::array<double, 10> after;    // the same answer after them
  std::array<double, 8> running;   // 4 means and 4 variances of the first batch norm after them
  Sizes sizes;
}};

"""


def main():
    text = HEAD.format(version=torch.__version__.split("+")[0])
    for name, make in RUNS.items():
        text += f"inline constexpr ModelRun {name}{braced(map(braced, run(make)))};\n\n"
    for name, make in SIZES.items():
        text += f"inline constexpr Sizes {name}{braced(sizes(make(), torch.zeros(2, 3, 32, 32)))};\n\n"
    names = ", ".join(f'"{name}"' for name, _ in Resnet18(4).named_parameters())
    text += f"inline constexpr auto kResnet18Names = std::to_array<std::string_view>({{{names}}});\n\n"
    text += "}  // namespace lrsweep::golden\n"
    pathlib.Path(__file__).with_name("golden_models.hpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
