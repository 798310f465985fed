#!/usr/bin/env python3
"""Writes tests/trainer/golden_training.hpp: what PyTorch itself computes for the cases of
training_test.cpp. Needs torch (any 2.x, on the CPU): python3 tests/trainer/make_training_golden.py
"""
import pathlib
import sys
import types

import torch
from torch import nn

# torch.optim marks functions for torch.compile, whose own dependencies .deps leaves out; nothing is
# compiled here.
sys.modules["torch._dynamo"] = torch._dynamo = types.ModuleType("torch._dynamo")
torch._dynamo.disable = lambda function, *_, **__: function

CLASSES, SIDE, BATCH, UPDATES = 10, 12, 32, 20


def images(update):
    """uint8 [BATCH, 1, SIDE, SIDE], by a formula that training_support.cpp has too."""
    i = torch.arange(BATCH).view(-1, 1) + update * BATCH
    j = torch.arange(SIDE * SIDE).view(1, -1)
    pixels = (i * 31 + j * 17 + (i * j) % 101 + (i % CLASSES) * 13 * (j % 7)) % 256
    return pixels.to(torch.uint8).view(BATCH, 1, SIDE, SIDE)


def labels(update):
    return (torch.arange(BATCH) + update * BATCH) % CLASSES


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(SIDE * SIDE, 24), nn.ReLU(),
                         nn.Linear(24, CLASSES))


def cnn():
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(4, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(6 * (SIDE // 4) ** 2, 16), nn.ReLU(), nn.Linear(16, CLASSES))


def curve(make, lr, clip=None):
    """Losses and gradient norms of 20 updates; SGD, momentum 0.9, weight decay 5e-4."""
    torch.manual_seed(7)
    model = make()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
    losses, norms = [], []
    for update in range(UPDATES):
        pixels = (images(update).float() - 127.5) / 64
        loss = nn.functional.cross_entropy(model(pixels), labels(update))
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), clip if clip else 1e30)
        optimizer.step()
        losses.append(loss.item())
        norms.append(norm.item())
    return losses, norms


def array(name, values):
    body = ",\n    ".join(f"{value:.9g}" for value in values)
    return f"inline constexpr std::array {name}{{\n    {body}}};\n"


def main():
    torch.set_num_threads(1)
    parts = []
    cases = {"Mlp": (mlp, 0.05), "Cnn": (cnn, 0.15), "Clipped": (cnn, 0.15, 0.1)}
    for name, arguments in cases.items():
        losses, norms = curve(*arguments)
        parts += [array(f"k{name}Loss", losses), array(f"k{name}Norm", norms)]
    torch.manual_seed(11)
    parts.append(array("kLinearInit", nn.Linear(5, 3).weight.flatten().tolist()))
    text = ("// Made by make_training_golden.py with PyTorch " + torch.__version__.split("+")[0] +
            ".\n#pragma once\n\n#include <array>\n\nnamespace lrsweep::golden {\n\n" +
            "\n".join(parts) + "\n}  // namespace lrsweep::golden\n")
    pathlib.Path(__file__).with_name("golden_training.hpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
