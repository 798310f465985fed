"""fastai's lr_find: 200 updates, batch 128, SGD with momentum 0.9; writes its curve as JSON."""
import functools
import json
import sys

import matplotlib
matplotlib.use("Agg")
import fashion_mnist
import torch
from fastai.basics import DataLoader, DataLoaders, Learner, OptimWrapper
from fastai.callback.schedule import valley  # noqa: F401 (also registers Learner.lr_find)

torch.manual_seed(0)
torch.set_num_threads(2)
train = torch.utils.data.DataLoader(fashion_mnist.dataset(), batch_size=128, shuffle=True)
optimizer = functools.partial(OptimWrapper, opt=torch.optim.SGD, momentum=0.9, weight_decay=5e-4)
learner = Learner(DataLoaders(train, train), fashion_mnist.model(), opt_func=optimizer,
                  loss_func=torch.nn.CrossEntropyLoss())
with learner.no_bar(), learner.no_logging():
    found = learner.lr_find(start_lr=1e-6, end_lr=10, num_it=200, stop_div=False,
                            suggest_funcs=(valley,), show_plot=False)
with open(sys.argv[1], "w", encoding="utf-8") as report:
    json.dump({"lr": found.valley, "lrs": [float(v) for v in learner.recorder.lrs],
               "losses": [float(v) for v in learner.recorder.losses]}, report)
print(found.valley)
