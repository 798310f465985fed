"""Numbers that train_loss_test.cpp and train_evaluation_test.cpp quote, from PyTorch:
tests/trainer/make_metrics_golden.py (needs torch, any 2.x).
"""
import torch
from torch.nn import functional as F

OUTPUTS = torch.tensor([[2.0, -1.0, 0.5, 0.1], [0.3, 0.2, -0.7, 1.5], [-0.4, 2.2, 0.0, 0.3],
                        [1.0, 1.5, 0.2, -2.0], [0.0, 0.1, 3.0, -0.5]])
CLASSES = torch.tensor([0, 3, 2, 1, 2])
PREDICTED = torch.tensor([1.0, 2.5, -0.5, 4.0, 0.25])
NUMBERS = torch.tensor([1.5, 2.0, 0.5, 1.0, 0.0])


def main():
    for smoothing in (0.0, 0.1):
        print("cross_entropy, smoothing", smoothing,
              F.cross_entropy(OUTPUTS, CLASSES, label_smoothing=smoothing).item())
    print("mse", F.mse_loss(PREDICTED, NUMBERS).item())
    print("mae", F.l1_loss(PREDICTED, NUMBERS).item())
    for delta in (1.0, 0.3):
        print("huber, delta", delta, F.huber_loss(PREDICTED, NUMBERS, delta=delta).item())
    guesses = OUTPUTS.argmax(1)
    print("accuracy", (guesses == CLASSES).float().mean().item())
    f1 = []
    for c in range(4):
        both = ((guesses == c) & (CLASSES == c)).sum().item()
        either = (guesses == c).sum().item() + (CLASSES == c).sum().item()
        f1.append(2 * both / either if either else 0.0)
    print("macro f1", sum(f1) / 4)
    spread = ((NUMBERS - NUMBERS.mean()) ** 2).sum()
    print("r2", (1 - ((PREDICTED - NUMBERS) ** 2).sum() / spread).item())


main()
