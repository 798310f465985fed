"""Fashion-MNIST and the conv net as users of the peers write them."""
import gzip
import pathlib

import numpy
import torch
from torch import nn

FOLDER = pathlib.Path("/usr/share/datasets/fashion-mnist")


def read_idx(name, header):
    with gzip.open(FOLDER / name) as file:
        return numpy.frombuffer(file.read(), dtype=numpy.uint8, offset=header)


def dataset():
    """All 60,000 training images, normalised to mean 0 and deviation 1; shape [60000, 1, 28, 28]."""
    images = read_idx("train-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
    labels = read_idx("train-labels-idx1-ubyte.gz", 8)
    x = torch.from_numpy(images.copy()).float().div_(255)
    x = (x - x.mean()) / x.std()
    return torch.utils.data.TensorDataset(x, torch.from_numpy(labels.copy()).long())


def model():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(32 * 7 * 7, 64), nn.ReLU(), nn.Linear(64, 10))
