#!/usr/bin/env python3
"""Writes tests/trainer/golden_models.hpp: losses of 10 SGD updates of the models of models_test.cpp,
written as plain PyTorch modules that make their layers in the same order from the same seed. Needs
torch (any 2.x, on the CPU): python3 tests/trainer/make_models_golden.py
"""
import pathlib

import torch
from torch import nn
from torch.nn import functional as F

CLASSES, SIDE, BATCH, UPDATES = 10, 12, 32, 10


def images(update):
    """float32 [BATCH, 1, SIDE, SIDE], by the formula of golden_batch() in training_support.cpp."""
    i = torch.arange(BATCH).view(-1, 1) + update * BATCH
    j = torch.arange(SIDE * SIDE).view(1, -1)
    pixels = (i * 31 + j * 17 + (i * j) % 101 + (i % CLASSES) * 13 * (j % 7)) % 256
    return (pixels.float().view(BATCH, 1, SIDE, SIDE) - 127.5) / 64


def labels(update):
    return (torch.arange(BATCH) + update * BATCH) % CLASSES


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.downsample = None
        if stride != 1:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False),
                                            nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (self.downsample(x) if self.downsample else x))


class Resnet18(nn.Module):
    def __init__(self, width, channels=1, classes=CLASSES):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, width, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        stages, inputs = [], width
        for stage in range(4):
            outputs = width << stage
            stages.append(nn.Sequential(Block(inputs, outputs, 2 if stage else 1),
                                        Block(outputs, outputs, 1)))
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
    def __init__(self, patch=4, width=24, depth=2, heads=3):
        super().__init__()
        self.patch = nn.Conv2d(1, width, patch, patch)
        self.token = nn.Parameter(torch.empty(1, 1, width).normal_(0, 0.02))
        self.position = nn.Parameter(torch.empty(1, 1 + (SIDE // patch) ** 2, width).normal_(0, 0.02))
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


def cnn(norm, activation, pool_first=False):
    return nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), norm, activation, nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(6 * (SIDE // 2) ** 2, CLASSES))


MODELS = {
    "kLinear": lambda: nn.Sequential(nn.Flatten(), nn.Linear(SIDE * SIDE, CLASSES)),
    "kMlpBatchTanh": lambda: mlp(nn.BatchNorm1d(24), nn.Tanh()),
    "kMlpLayerGelu": lambda: mlp(nn.LayerNorm(24), nn.GELU()),
    "kCnnBatch": lambda: cnn(nn.BatchNorm2d(6), nn.ReLU()),
    "kCnnGroupSilu": lambda: cnn(nn.GroupNorm(6, 6), nn.SiLU()),
    "kCnnLayerGelu": lambda: cnn(nn.GroupNorm(1, 6), nn.GELU()),
    "kResnet18": lambda: Resnet18(4),
    "kVit": Vit,
}


def train(make):
    """10 losses, then the loss of the first batch in evaluation mode."""
    torch.manual_seed(7)
    model = make()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
    losses = []
    for update in range(UPDATES):
        loss = F.cross_entropy(model(images(update)), labels(update))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        losses.append(F.cross_entropy(model(images(0)), labels(0)).item())
    return losses


def main():
    text = ("// Made by make_models_golden.py with PyTorch " + torch.__version__.split("+")[0] +
            ": 10 losses, then one in evaluation mode.\n#pragma once\n\n#include <array>\n\n"
            "namespace lrsweep::golden {\n\n")
    for name, make in MODELS.items():
        body = ", ".join(f"{value:.9g}" for value in train(make))
        text += f"inline constexpr std::array {name}{{{body}}};\n\n"
    text += "}  // namespace lrsweep::golden\n"
    pathlib.Path(__file__).with_name("golden_models.hpp").write_text(text, encoding="utf-8")
    whole = Resnet18(64, 3)
    print("resnet18 of CIFAR-10:", sum(p.numel() for p in whole.parameters()), "parameters")
    print("vit:", sum(p.numel() for p in Vit().parameters()), "parameters")


if __name__ == "__main__":
    main()
