"""torch-lr-finder: 200 updates, batch 128, SGD with momentum 0.9; writes its curve as JSON."""
import json
import sys

import matplotlib
matplotlib.use("Agg")
import fashion_mnist
import torch
from torch_lr_finder import LRFinder

torch.manual_seed(0)
torch.set_num_threads(2)
train = torch.utils.data.DataLoader(fashion_mnist.dataset(), batch_size=128, shuffle=True)
net = fashion_mnist.model()
optimizer = torch.optim.SGD(net.parameters(), lr=1e-6, momentum=0.9, weight_decay=5e-4)
finder = LRFinder(net, optimizer, torch.nn.CrossEntropyLoss(), device="cpu")
finder.range_test(train, end_lr=10, num_iter=200, diverge_th=float("inf"))
_, suggestion = finder.plot(suggest_lr=True)
with open(sys.argv[1], "w", encoding="utf-8") as report:
    json.dump({"lr": float(suggestion), "lrs": [float(v) for v in finder.history["lr"]],
               "losses": [float(v) for v in finder.history["loss"]]}, report)
print(float(suggestion))
