"""A training run killed in the middle and continued ends with the weights of an undisturbed one."""
import signal
import unittest

from e2e_support import DEADLINE, EndToEnd
from weights import tensors_of

# Long enough to be hit in the middle; dropout, augmentation, averages and a plateau all have state.
RUN = ("--updates", "3000", "--lr", "0.02", "--optimizer", "adamw", "--augment", "flip", "--save", "both",
       "--schedule", '{"name": "plateau", "patience": 0, "factor": 0.5}', "--set", "model.dropout=0.2",
       "--set", "train.ema=0.9", "--set", "train.checkpoint_every=100", "--set", "train.validate_every=70")


class TrainInterruption(EndToEnd):
    def begin(self, *more):
        """A run that has written two checkpoints."""
        sweep = self.start(*self.train(*RUN, *more))
        self.addCleanup(sweep.kill)
        self.wait_for(lambda: any(int(file.name.split("-")[1]) >= 200 for file in self.checkpoints()),
                      "checkpoint")
        return sweep

    def checkpoints(self, out=None):
        return list((out or self.out).glob("checkpoints/*/*/checkpoint-*.safetensors"))

    def weights(self, out):
        files = sorted(out.glob("checkpoints/*/*/*.safetensors"))
        self.assertEqual([file.name for file in files], ["best.safetensors", "last.safetensors"])
        return [tensors_of(file) for file in files]

    def assert_resume_equals_undisturbed(self, *more):
        resumed = self.run_lrsweep("resume")
        self.assert_status(resumed, 0)
        self.assert_sound_database()
        run = self.report("1")["trials"][0]["runs"][0]
        self.assertGreaterEqual(run["metrics"]["resumed_at_update"], 100)
        other = self.folder / "undisturbed"
        self.assert_status(self.run_lrsweep(*self.train(*RUN, *more), out=other), 0)
        self.assertEqual(self.weights(self.out), self.weights(other))
        self.assertEqual(self.metrics(self.out), self.metrics(other))

    def metrics(self, out):
        rows = self.query("select name, \"update\", value, max(attempt) from metrics "
                          "join metric_names on metric_names.id = name_id where name not in "
                          "('images_per_second', 'peak_memory_bytes') group by 1, 2 order by 1, 2", out)
        return [row[:3] for row in rows]

    def test_kill_9_of_everything(self):
        sweep = self.begin()
        sweep.kill()
        sweep.communicate(timeout=DEADLINE)
        self.assert_resume_equals_undisturbed()

    def test_ctrl_c(self):
        sweep = self.begin()
        sweep.send_signal(signal.SIGINT)
        sweep.communicate(timeout=DEADLINE)
        self.assertEqual(sweep.returncode, 130)
        self.assert_resume_equals_undisturbed()

    def test_two_ranks_and_kill_9(self):
        ranks = ("--devices-per-trial", "2")
        sweep = self.begin(*ranks)
        sweep.kill()
        sweep.communicate(timeout=DEADLINE)
        self.assert_resume_equals_undisturbed(*ranks)

    def test_a_damaged_checkpoint_is_left_out(self):
        sweep = self.begin()
        sweep.kill()
        sweep.communicate(timeout=DEADLINE)
        newest = max(self.checkpoints(), key=lambda file: int(file.name.split("-")[1]))
        data = bytearray(newest.read_bytes())
        data[len(data) // 2] ^= 1
        newest.write_bytes(data)
        self.assert_resume_equals_undisturbed()


if __name__ == "__main__":
    unittest.main(verbosity=2)
