"""What does not fit is said before training starts: all of it, with place, value and what is allowed."""
import struct
import unittest

from e2e_support import EndToEnd, write_idx


class BadTraining(EndToEnd):
    def refused(self, *flags, status):
        done = self.run_lrsweep(*self.train(*flags))
        self.assert_status(done, status)
        self.assertNotIn("terminate", done.stderr)
        self.assertEqual(self.rows("select 1 from metrics"), [])
        return done.stderr

    def test_sizes_that_do_not_fit(self):
        for flags, part in (
                (("--model", "vit", "--set", "model.patch=3"), "model.patch 3: the samples are 8 x 8 pixels"),
                (("--model", "vit", "--set", "model.heads=5"), "model.heads"),
                (("--batch-size", "600"), "train.batch_size 600: the training part has 540 samples"),
                (("--batch-size", "1", "--set", "model.norm=batch"), "train.batch_size is 1 with model.norm batch"),
                (("--precision", "fp16"), "train.precision fp16: the device is a CPU"),
                (("--epochs", "2", "--warmup", "1000"), "warmup"),
                (("--metric", "val_mse"), "metric.name val_mse: the targets are classes"),
                (("--set", "train.loss=mse"), "mse")):
            with self.subTest(flags):
                self.assertIn(part, self.refused(*flags, status=2))

    def test_all_at_once(self):
        said = self.refused("--model", "vit", "--set", "model.patch=3", "--batch-size", "600", "--precision",
                            "fp16", "--metric", "val_mse", status=2)
        for part in ("model.patch 3", "train.batch_size 600", "train.precision fp16", "metric.name val_mse"):
            self.assertIn(part, said)

    def csv(self, text):
        self.data = self.folder / "data.csv"
        self.data.write_text(text, encoding="utf-8")

    def rows_of(self, count, last=""):
        return "a,b,y\n" + "".join(f"{i % 7},{i % 5},{i % 2}\n" for i in range(count)) + last

    def test_csv(self):
        for last, part in (("1,2\n", "data.csv:102: 2 cells"),
                           ("1,nan,1\n", "data.csv:102: column"),
                           ("1,inf,1\n", "data.csv:102: column"),
                           ("1,x,1\n", "data.csv:102: column")):
            with self.subTest(last):
                self.csv(self.rows_of(100, last))
                self.assertIn(part, self.refused("--label", "y", status=5))

    def test_a_class_without_samples(self):
        labels = bytes(label % 4 for label in range(600) if label % 4 != 2)
        write_idx(self.data / "train-labels-idx1-ubyte", (len(labels),), labels)
        write_idx(self.data / "train-images-idx3-ubyte", (len(labels), 8, 8), bytes(64 * len(labels)))
        self.assertIn("no training sample has label 2", self.refused(status=5))

    def test_a_header_that_promises_too_much(self):
        images = self.data / "train-images-idx3-ubyte"
        images.write_bytes(struct.pack(">BBBB3I", 0, 0, 8, 3, 2**31, 2**31, 2**31))
        self.assertIn("train-images-idx3-ubyte", self.refused(status=5))


if __name__ == "__main__":
    unittest.main(verbosity=2)
