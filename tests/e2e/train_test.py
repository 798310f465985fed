"""lrsweep train on the real programs: what it measures, keeps, and says."""
import json
import math
import unittest

from e2e_support import EndToEnd
from weights import tensors_of


class Train(EndToEnd):
    def trained(self, *more, out=None):
        """The only run's part of the report."""
        done = self.run_lrsweep(*self.train(*more), "--format", "json", out=out)
        self.assert_status(done, 0)
        return json.loads(done.stdout)["trials"][0]["runs"][0]

    def weights(self, name, out=None):
        return tensors_of(next((out or self.out).glob(f"checkpoints/*/*/{name}.safetensors")))

    def test_history_has_a_row_an_epoch(self):
        run = self.trained("--epochs", "3", "--lr", "0.05", "--schedule", "cosine", "--warmup", "0")
        self.assertEqual(run["state"], "complete")
        self.assertEqual([row["epoch"] for row in run["history"]], [1, 2, 3])
        self.assertEqual([row["update"] for row in run["history"]], [17, 34, 51])
        # 540 of 600 samples train, in 17 batches; the rate of update t is the schedule's at t.
        rates = [0.05 * (1 + math.cos(math.pi * t / 51)) / 2 for t in (16, 33, 50)]
        for row, rate in zip(run["history"], rates):
            self.assertAlmostEqual(row["lr"], rate, places=12)
            for name in ("train_loss", "val_loss", "val_accuracy", "val_f1", "grad_norm",
                         "images_per_second", "peak_memory_bytes"):
                self.assertGreater(row[name], 0, name)
        self.assertLess(run["history"][-1]["train_loss"], run["history"][0]["train_loss"])
        self.assertGreater(run["metrics"]["val_accuracy"], 0.9)

    def test_final_trains_on_everything_and_tests_once(self):
        run = self.trained("--epochs", "4", "--lr", "0.05", "--final", "--save", "last")
        self.assertEqual(run["history"][-1]["update"], 4 * math.ceil(600 / 32))
        self.assertGreater(run["metrics"]["test_accuracy"], 0.9)
        self.assertEqual([row for row in run["history"] if row.get("val_loss") is not None], [])
        weights = self.weights("last")
        self.assertEqual(sum(math.prod(shape) for _, shape, _ in weights.values()),
                         run["metrics"]["parameters"])

    def test_what_is_saved_is_what_was_asked_for(self):
        def kept(save):
            self.trained("--epochs", "2", "--save", save, out=self.folder / save)
            return sorted(file.name for file in (self.folder / save).glob("checkpoints/*/*/*"))
        self.assertEqual(kept("none"), [])
        self.assertEqual(kept("last"), ["last.safetensors"])
        self.assertEqual(kept("best"), ["best.safetensors"])
        self.assertEqual(kept("both"), ["best.safetensors", "last.safetensors"])

    def test_ranks_agree(self):
        """One, two and three ranks share each batch: the same losses and weights, up to rounding."""
        runs = [self.trained("--epochs", "2", "--lr", "0.05", "--save", "last", "--devices",
                             f"cpu:{ranks}", "--devices-per-trial", str(ranks),
                             out=self.folder / f"{ranks}") for ranks in (1, 2, 3)]
        for run in runs[1:]:
            for mine, one in zip(run["curve"]["loss"], runs[0]["curve"]["loss"], strict=True):
                self.assertAlmostEqual(mine, one, delta=2e-4 * max(1, one))
            self.assertAlmostEqual(run["metrics"]["val_loss"], runs[0]["metrics"]["val_loss"], places=3)

    def test_the_same_spec_gives_the_same_bits(self):
        one = self.trained("--epochs", "2", "--save", "last", out=self.folder / "one")
        two = self.trained("--epochs", "2", "--save", "last", out=self.folder / "two")
        self.assertEqual(one["curve"]["loss"], two["curve"]["loss"])
        self.assertEqual(self.weights("last", self.folder / "one"), self.weights("last", self.folder / "two"))

    def test_patience_ends_a_run_early(self):
        run = self.trained("--epochs", "50", "--patience", "2", "--lr", "1e-9", "--set",
                           "train.min_delta=0.1")
        self.assertEqual(run["state"], "complete")
        self.assertEqual(len(run["history"]), 3)
        self.assertEqual(run["metrics"]["stopped_at_update"], 51)

    def test_a_run_that_diverges_is_a_result(self):
        done = self.run_lrsweep(*self.train("--epochs", "3", "--lr", "1e12", "--warmup", "0"))
        self.assert_status(done, 0)
        self.assertRegex(done.stdout + done.stderr, r"the loss is (nan|inf) at update \d+ of 51, rate 9\.962e\+11")
        self.assertEqual(self.query("select state from runs"), [("diverged",)])

    def test_synthetic_needs_no_data(self):
        done = self.run_lrsweep("train", "--model", "synthetic", "--lr", "0.1", "--epochs", "5",
                                "--devices", "cpu:1", "--format", "json")
        self.assert_status(done, 0)
        run = json.loads(done.stdout)["trials"][0]["runs"][0]
        self.assertLess(run["history"][-1]["val_loss"], run["history"][0]["val_loss"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
