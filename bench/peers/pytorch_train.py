"""The plain training loop that people write in PyTorch: SGD with momentum at a constant rate.

    pytorch_train.py MODEL BATCH LR UPDATES nchw|channels_last|dataloader

Prints {"seconds": of the loop alone, "losses": [...]}; weights and batches are lrsweep's.
"""
import json
import pathlib
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

import fashion_mnist
import lrsweep_streams

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "trainer"))
from make_models_golden import Resnet18  # noqa: E402  (a plain module)

MODELS = {
    "cnn": fashion_mnist.model,
    "mlp": lambda: nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)),
    "resnet18": lambda: Resnet18(64),
}


def batches_of(data, batch, how):
    images, labels = data.tensors
    order = torch.tensor(lrsweep_streams.epoch_order(len(labels)))
    if how == "dataloader":
        yield from torch.utils.data.DataLoader(data, batch_size=batch, sampler=order.tolist())
        return
    for begin in range(0, len(order), batch):
        numbers = order[begin:begin + batch]
        yield images[numbers], labels[numbers]


def train(name, batch, lr, updates, how):
    torch.manual_seed(lrsweep_streams.init_seed())
    model = MODELS[name]()
    if how == "channels_last":
        model = model.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
    data = fashion_mnist.dataset()
    losses = []
    batches = batches_of(data, batch, how)
    lrsweep_streams.epoch_order(60000)  # made before the clock starts
    started = time.perf_counter()
    for _ in range(updates):
        x, y = next(batches)
        if how == "channels_last":
            x = x.contiguous(memory_format=torch.channels_last)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return time.perf_counter() - started, losses


def main():
    name, batch, lr, updates, how = sys.argv[1:]
    torch.set_num_threads(1)
    seconds, losses = train(name, int(batch), float(lr), int(updates), how)
    print(json.dumps({"seconds": seconds, "losses": losses}))


if __name__ == "__main__":
    main()
