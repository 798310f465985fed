#!/usr/bin/env python3
"""Writes tests/trainer/golden_training.hpp: what PyTorch itself computes for the cases of
training_test.cpp. Needs torch (any 2.x, on the CPU): python3 tests/trainer/make_training_golden.py
"""
import pathlib

import torch
from torch import nn

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


def optimizer_weights(make, updates=50):
    """Two parameters after 50 updates with gradients by formula, rate 0.1/(1 + update/10)."""
    first = torch.linspace(-1, 1, 12).view(3, 4).clone().requires_grad_()
    second = torch.linspace(0.5, 2, 5).clone().requires_grad_()
    optimizer = make([first, second])
    for update in range(updates):
        for group in optimizer.param_groups:
            group["lr"] = 0.1 / (1 + update / 10)
        for parameter, phase in ((first, 0.0), (second, 1.0)):
            places = torch.arange(parameter.numel(), dtype=torch.float64).view_as(parameter)
            gradient = torch.sin(0.7 * update + places + phase)
            parameter.grad = (gradient + 0.1 * parameter.detach().double()).float()
        optimizer.step()
    return first.detach().flatten().tolist() + second.detach().tolist()


OPTIMIZERS = {
    "kSgdPlain": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.0, weight_decay=0.0),
    "kSgdMomentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=5e-4),
    "kSgdNesterov": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.8, weight_decay=0.01,
                                              nesterov=True),
    "kAdamw": lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.01),
    "kAdamwOther": lambda p: torch.optim.AdamW(p, lr=0.1, betas=(0.8, 0.95), eps=1e-4,
                                               weight_decay=0.1),
}


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
    parts += [array(name, optimizer_weights(make)) for name, make in OPTIMIZERS.items()]
    torch.manual_seed(11)
    parts.append(array("kLinearInit", nn.Linear(5, 3).weight.flatten().tolist()))
    text = ("// Made by make_training_golden.py with PyTorch " + torch.__version__.split("+")[0] +
            ".\n#pragma once\n\n#include <array>\n\nnamespace lrsweep::golden {\n\n" +
            "\n".join(parts) + "\n}  // namespace lrsweep::golden\n")
    pathlib.Path(__file__).with_name("golden_training.hpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
