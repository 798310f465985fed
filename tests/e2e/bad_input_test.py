"""What people type and feed wrongly: one line that names place, value and what is allowed, and the
exit status of the table; nothing is lost, no stack trace."""
import os
import sqlite3
import struct
import unittest

from e2e_support import EndToEnd, write_idx


class BadFlags(EndToEnd):
    def test_unknown_command_and_flag_name_the_nearest(self):
        self.assert_one_line(self.run_lrsweep("rang-test"), 2, "did you mean range-test?")
        self.assert_one_line(self.run_lrsweep("range-test", "--sedes", "3"), 2, "did you mean --seeds?")

    def test_values(self):
        for flags, parts in (
                (("--lr", "-1"), ("--lr", "optimizer.lr is -1", "above 0")),
                (("--lr", "nan"), ("optimizer.lr", "nan")),
                (("--updates", "0"), ("range_test.updates is 0", "from 1")),
                (("--min-lr", "1", "--max-lr", "0.1"), ("min_lr below max_lr",)),
                (("--model", "resnet"), ("model.name", "cnn, linear, mlp")),
                (("--devices", "gpu"), ("gpu", "cpu:N")),
                (("--set", "momntum=1"), ("did you mean optimizer.momentum?",)),
                (("--compat", "fastia"), ("fastia", "fastai"))):
            with self.subTest(flags):
                self.assert_one_line(self.run_lrsweep(*self.range_test(*flags)), 2, *parts)
        self.assertFalse(self.out.exists())

    def test_an_unknown_device(self):
        self.assert_one_line(self.run_lrsweep(*self.range_test("--devices", "cuda:99")), 7, "cuda:99")

    def test_all_problems_of_a_file_at_once(self):
        spec = self.folder / "bad.json"
        spec.write_text('{ // comment\n"model": {"nme": "cnn"},\n"optimizer": {"lr": -1},\n'
                        '"train": {"batch_size": "big"},\n"range_test": {"min_lr": 1, "max_lr": 1}}')
        done = self.run_lrsweep("range-test", "--config", spec)
        self.assert_status(done, 2)
        for part in ("bad.json:2: unknown key", "did you mean model.name?", "bad.json:3: optimizer.lr",
                     "bad.json:4: train.batch_size", "bad.json:5: range_test.min_lr"):
            self.assertIn(part, done.stderr)

    def test_a_spec_that_is_no_json(self):
        spec = self.folder / "bad.json"
        spec.write_text('{"model":\n oops}')
        self.assert_one_line(self.run_lrsweep("range-test", "--config", spec), 2, "bad.json:2")


class BadData(EndToEnd):
    def assert_data_error(self, *parts, status=5):
        done = self.run_lrsweep(*self.range_test("--seeds", "2"))
        self.assert_one_line(done, status, *parts)
        self.assertNotIn("Traceback", done.stderr)
        self.assertNotIn("terminate", done.stderr)

    def test_a_missing_folder(self):
        self.data = self.folder / "none"
        self.assert_data_error("none")

    def test_a_truncated_file(self):
        path = self.data / "train-images-idx3-ubyte"
        path.write_bytes(path.read_bytes()[:1000])
        self.assert_data_error("train-images-idx3-ubyte", "984")

    def test_dimensions_that_overflow(self):
        path = self.data / "train-images-idx3-ubyte"
        path.write_bytes(struct.pack(">BBBBIII", 0, 0, 8, 3, *(0xFFFFFFFF,) * 3))
        self.assert_data_error("train-images-idx3-ubyte")

    def test_fewer_labels_than_images(self):
        write_idx(self.data / "train-labels-idx1-ubyte", (10,), range(10))
        self.assert_data_error("10", "600")

    def test_a_batch_larger_than_the_data(self):
        done = self.run_lrsweep(*self.range_test("--batch-size", "5000"))
        self.assert_one_line(done, 2, "train.batch_size", "5000", "540")


class BadStorage(EndToEnd):
    def database(self, *statements):
        self.out.mkdir()
        with sqlite3.connect(self.out / "sweeps.db") as database:
            for statement in statements:
                database.execute(statement)

    def assert_refused(self, *parts):
        before = (self.out / "sweeps.db").read_bytes()
        for command in (self.range_test(), ("list",)):
            self.assert_one_line(self.run_lrsweep(*command), 6, "sweeps.db", *parts)
        self.assertEqual((self.out / "sweeps.db").read_bytes(), before)

    def test_another_programs_database(self):
        self.database("create table t (x)", "pragma application_id = 7")
        self.assert_refused()

    def test_a_newer_schema(self):
        self.assert_status(self.run_lrsweep(*self.range_test("--seeds", "1")), 0)
        with sqlite3.connect(self.out / "sweeps.db") as database:
            database.execute("pragma user_version = 99")
            database.execute("pragma wal_checkpoint(truncate)")
        self.assert_refused("newer", "99")

    def test_something_that_is_no_database(self):
        self.out.mkdir()
        (self.out / "sweeps.db").write_text("hello " * 1000)
        self.assert_refused("not a database")

    def test_an_output_folder_that_cannot_be(self):
        (self.folder / "file").write_text("")
        done = self.run_lrsweep(*self.range_test(), out=self.folder / "file")
        self.assert_one_line(done, 6, str(self.folder / "file"))

    @unittest.skipUnless(os.access("/proc/version", os.R_OK), "needs /proc")
    def test_a_folder_that_cannot_be_written(self):
        self.assert_one_line(self.run_lrsweep(*self.range_test(), out="/proc/lrsweep"), 6, "/proc")

    def test_no_sweep_yet(self):
        self.assert_one_line(self.run_lrsweep("report"), 6, "lrsweep range-test")

    def test_an_unknown_sweep(self):
        self.assert_status(self.run_lrsweep(*self.range_test("--seeds", "1", "--name", "first")), 0)
        self.assert_one_line(self.run_lrsweep("report", "frist"), 2, "first")


if __name__ == "__main__":
    unittest.main(verbosity=2)
