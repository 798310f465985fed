"""lrsweep schedule on the real program: numbers, plot, table, page, and what it refuses."""
import csv
import io
import json
import subprocess
import unittest

from e2e_support import LRSWEEP, EndToEnd

PRESETS = ("imagenet-step", "imagenet-1h", "cifar-step", "super-convergence", "sgdr", "bert", "transformer",
           "vit", "gpt3", "minicpm", "fastai-flat")


class Schedule(EndToEnd):
    def schedule(self, *arguments, status=0):
        done = subprocess.run([LRSWEEP, "schedule", *arguments], capture_output=True, text=True,
                              timeout=20, check=False)
        self.assert_status(done, status)
        return done

    def numbers(self, *arguments):
        return json.loads(self.schedule(*arguments, "--format", "json").stdout)

    def refused(self, *arguments):
        done = self.schedule(*arguments, status=2)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_json_is_a_rate_an_update(self):
        shown = self.numbers("linear", "--lr", "0.5", "--updates", "5", "--warmup", "0")
        self.assertEqual(sorted(shown), ["lr", "momentum"])
        self.assertEqual(len(shown["lr"]), 5)
        self.assertEqual(shown["lr"][0], 0.5)
        self.assertIsNone(shown["momentum"])

    def test_one_cycle_runs_momentum_against_the_rate(self):
        shown = self.numbers("one_cycle", "--lr", "0.1", "--updates", "100")
        peak = shown["lr"].index(max(shown["lr"]))
        self.assertEqual(shown["momentum"].index(min(shown["momentum"])), peak)

    def test_several_are_by_name(self):
        shown = self.numbers("cosine", "--schedule", "wsd", "--updates", "20")
        self.assertEqual(sorted(shown), ["cosine", "wsd"])

    def test_csv_has_a_row_an_update(self):
        text = self.schedule("cosine", "--updates", "4", "--updates-per-epoch", "2", "--format", "csv").stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([row["update"] for row in rows], ["0", "1", "2", "3"])
        self.assertEqual([row["epoch"] for row in rows], ["0", "0.5", "1", "1.5"])

    def test_plateau_follows_the_metrics(self):
        plateau = '{"name": "plateau", "patience": 1, "factor": 0.1}'
        shown = self.numbers(plateau, "--metric-values", "1,0.9,nan,0.95,0.95,0.95,0.5")
        # 0.9 is the best; nan and 0.95 are one more than is borne: the rate falls after the fourth.
        self.assertEqual([round(lr, 12) for lr in shown["lr"]], [1, 1, 1, 1, 0.1, 0.1, 0.01])

    def test_presets_run_for_90_epochs(self):
        listed = self.schedule("--list").stdout
        for preset in PRESETS:
            with self.subTest(preset):
                self.assertIn(preset, listed)
                shown = self.numbers(preset, "--epochs", "90", "--updates-per-epoch", "10")
                self.assertEqual(len(shown["lr"]), 900)
                self.assertGreater(max(shown["lr"]), min(shown["lr"]))
        steps = self.numbers("imagenet-step", "--epochs", "90", "--updates-per-epoch", "10")["lr"]
        self.assertEqual([round(steps[t], 9) for t in (0, 299, 300, 600, 899)], [1, 1, 0.1, 0.01, 0.01])

    def test_text_has_a_plot_and_a_table(self):
        shown = self.schedule("cosine", "--lr", "0.1", "--updates", "200", "--warmup", "10%").stdout
        self.assertIn("rate against update", shown)
        self.assertRegex(shown, r"cosine +200 +0\.\d+ +0\.1 +\d+")

    def test_a_page(self):
        page = self.folder / "schedules.html"
        self.schedule("cosine", "--schedule", "wsd", "--html", str(page))
        text = page.read_text(encoding="utf-8")
        self.assertIn("Content-Security-Policy", text)
        self.assertIn("wsd", text)

    def test_odd_choices_are_warned_of(self):
        for arguments, part in (
                (("constant", "--warmup", "0"), "the rate never falls"),
                (("linear", "--warmup", "80%"), "the warm-up takes 800 of 1000 updates"),
                (('{"name": "linear", "end_factor": 2}',), "above its start"),
                (('{"name": "step", "every": 30}', "--epochs", "9", "--updates-per-epoch", "400"),
                 'every 30 counts updates and is 0.075 epochs; for epochs write "30ep"')):
            with self.subTest(arguments):
                self.assertIn(part, self.schedule(*arguments).stderr)
        self.assertEqual(self.schedule("cosine").stderr, "")

    def test_what_it_refuses(self):
        for arguments, parts in (
                (("cosin",), ("cosin", "cosine")),
                (('{"name": "step"}',), ("every",)),
                (('{"name": "cosine", "gamma": 0.5}',), ("gamma", "cosine")),
                (('{"name": "step", "every": "3ep"}',), ("3ep", "epoch")),
                (("cosine", "--lr", "-1"), ("--lr", "-1", "above 0")),
                (("cosine", "--updates", "1.5"), ("--updates", "1.5")),
                (("cosine", "--updates", "1e99"), ("--updates", "1e+99")),
                (("cosine", "--warmup", "2000"), ("warmup", "2 times the run")),
                (("cosine", "--metric-values", "1,2"), ("cosine", "plateau")),
                (("plateau", "--metric-values", "1,x"), ("1,x",)),
                (("cosine", "--epochs", "3"), ("--updates-per-epoch",)),
                (("cosine", "--format", "xml"), ("xml", "csv"))):
            with self.subTest(arguments):
                said = self.refused(*arguments)
                for part in parts:
                    self.assertIn(part, said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
