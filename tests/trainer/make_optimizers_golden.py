#!/usr/bin/env python3
"""Writes tests/trainer/golden_optimizers.hpp: the weights that optimizers come to in 50 updates, for
optimizers_golden_test.cpp. Those of torch.optim are PyTorch's own; lamb and lion are written below in
float64 from their papers. Needs torch (any 2.x, on the CPU):
python3 tests/trainer/make_optimizers_golden.py
"""
import pathlib
import sys
import types

import torch

# torch.optim marks functions for torch.compile, whose own dependencies .deps leaves out; nothing is
# compiled here.
sys.modules["torch._dynamo"] = torch._dynamo = types.ModuleType("torch._dynamo")
torch._dynamo.disable = lambda function, *_, **__: function

UPDATES = 50


class Lion:
    """Chen et al., arXiv 2302.06675, algorithm 2."""

    def __init__(self, betas=(0.9, 0.99), weight_decay=0.01):
        (self.beta1, self.beta2), self.weight_decay = betas, weight_decay
        self.momentum = 0.0

    def update(self, theta, gradient, lr):
        c = self.beta1 * self.momentum + (1 - self.beta1) * gradient
        self.momentum = self.beta2 * self.momentum + (1 - self.beta2) * gradient
        return theta - lr * (torch.sign(c) + self.weight_decay * theta)


class Lamb:
    """You et al., arXiv 1904.00962, algorithm 2, phi(z) = z, one layer."""

    def __init__(self, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01):
        (self.beta1, self.beta2), self.eps, self.weight_decay = betas, eps, weight_decay
        self.m, self.v, self.t = 0.0, 0.0, 0

    def update(self, x, gradient, lr):
        self.t += 1
        self.m = self.beta1 * self.m + (1 - self.beta1) * gradient
        self.v = self.beta2 * self.v + (1 - self.beta2) * gradient ** 2
        m = self.m / (1 - self.beta1 ** self.t)
        v = self.v / (1 - self.beta2 ** self.t)
        r = m / (torch.sqrt(v) + self.eps)
        direction = r + self.weight_decay * x
        return x - lr * torch.linalg.norm(x) / torch.linalg.norm(direction) * direction


def gradient_of(update, parameter, phase):
    """By a formula that optimizers_support.cpp has too; float64."""
    places = torch.arange(parameter.numel(), dtype=torch.float64).view_as(parameter)
    return torch.sin(0.7 * update + places + phase) + 0.1 * parameter.detach().double()


def rate_of(update):
    return 0.1 / (1 + update / 10)


def initial():
    return torch.linspace(-1, 1, 12).view(3, 4), torch.linspace(0.5, 2, 5)


def weights_of_torch(make):
    parameters = [values.clone().requires_grad_() for values in initial()]
    optimizer = make(parameters)
    for update in range(UPDATES):
        for group in optimizer.param_groups:
            group["lr"] = rate_of(update)
        for phase, parameter in enumerate(parameters):
            parameter.grad = gradient_of(update, parameter, phase).float()
        optimizer.step()
    return torch.cat([parameter.detach().flatten() for parameter in parameters]).tolist()


def weights_of_paper(make):
    parameters = [values.double() for values in initial()]
    optimizers = [make() for _ in parameters]
    for update in range(UPDATES):
        for i, optimizer in enumerate(optimizers):
            gradient = gradient_of(update, parameters[i], i)
            parameters[i] = optimizer.update(parameters[i], gradient, rate_of(update))
    return torch.cat([parameter.flatten() for parameter in parameters]).tolist()


TORCH = {
    "kSgdPlain": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.0, weight_decay=0.0),
    "kSgdMomentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=5e-4),
    "kSgdNesterov": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.8, weight_decay=0.01,
                                              nesterov=True),
    "kSgdDampened": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.01,
                                              dampening=0.3),
    "kAdam": lambda p: torch.optim.Adam(p),
    "kAdamOther": lambda p: torch.optim.Adam(p, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1),
    "kAdamw": lambda p: torch.optim.AdamW(p, weight_decay=0.01),
    "kAdamwOther": lambda p: torch.optim.AdamW(p, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1),
    "kRmsprop": lambda p: torch.optim.RMSprop(p),
    "kRmspropOther": lambda p: torch.optim.RMSprop(p, alpha=0.9, eps=1e-4, momentum=0.7,
                                                   weight_decay=0.1),
    "kAdagrad": lambda p: torch.optim.Adagrad(p),
    "kAdagradOther": lambda p: torch.optim.Adagrad(p, eps=1e-3, weight_decay=0.1),
    "kAdamwNoDecay": lambda p: torch.optim.AdamW([{"params": p[:1], "weight_decay": 0.1},
                                                  {"params": p[1:], "weight_decay": 0.0}]),
}
PAPERS = {
    "kLamb": Lamb,
    "kLambOther": lambda: Lamb(betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1),
    "kLion": Lion,
    "kLionOther": lambda: Lion(betas=(0.8, 0.95), weight_decay=0.1),
}


def array(name, values):
    body = ",\n    ".join(f"{value:.9g}" for value in values)
    return f"inline constexpr std::array {name}{{\n    {body}}};\n"


def main():
    torch.set_num_threads(1)
    parts = [array(name, weights_of_torch(make)) for name, make in TORCH.items()]
    parts += [array(name, weights_of_paper(make)) for name, make in PAPERS.items()]
    text = ("// Made by make_optimizers_golden.py with PyTorch " + torch.__version__.split("+")[0] +
            ".\n#pragma once\n\n#include <array>\n\nnamespace lrsweep::golden {\n\n" +
            "\n".join(parts) + "\n}  // namespace lrsweep::golden\n")
    pathlib.Path(__file__).with_name("golden_optimizers.hpp").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
