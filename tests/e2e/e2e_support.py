"""The real programs, a small data set, and time limits instead of sleeps: what the e2e tests share."""
import json
import os
import pathlib
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest

LRSWEEP = os.environ["LRSWEEP_PROGRAM"]
DEADLINE = 60  # seconds; nothing here takes more than a few


def write_idx(path, shape, values):
    path.write_bytes(struct.pack(f">BBBB{len(shape)}I", 0, 0, 8, len(shape), *shape) + bytes(values))


def make_part(folder, part, samples, size, classes, state):
    images, labels = bytearray(), bytearray()
    for index in range(samples):
        label = index % classes
        labels.append(label)
        for row in range(size):
            for column in range(size):
                state = (state * 1103515245 + 12345) % 2**31
                bright = (row >= size // 2) * 2 + (column >= size // 2) == label
                images.append((160 if bright else 20) + state // 65536 % 60)
    write_idx(folder / f"{part}-images-idx3-ubyte", (samples, size, size), images)
    write_idx(folder / f"{part}-labels-idx1-ubyte", (samples,), labels)


def make_data(folder, samples=600, size=8, classes=4):
    """A learnable set: the class is the quadrant that is bright; deterministic."""
    folder.mkdir(parents=True, exist_ok=True)
    make_part(folder, "train", samples, size, classes, state=1)
    make_part(folder, "t10k", 100, size, classes, state=2)
    return folder


class EndToEnd(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.out = self.folder / "out"
        self.data = make_data(self.folder / "data")

    def tearDown(self):
        self._folder.cleanup()

    def command(self, *arguments, out=None):
        return [LRSWEEP, *map(str, arguments), "--out", str(out or self.out)]

    def range_test(self, *more):
        return ("range-test", "--data", self.data, "--model", "mlp", "--batch-size", "32",
                "--devices", "cpu:2", *more)

    def train(self, *more):
        return ("train", "--data", self.data, "--model", "mlp", "--batch-size", "32",
                "--devices", "cpu:2", *more)

    def run_lrsweep(self, *arguments, out=None, **more):
        return subprocess.run(self.command(*arguments, out=out), capture_output=True, text=True,
                              timeout=DEADLINE, check=False, **more)

    def start(self, *arguments, out=None, **more):
        return subprocess.Popen(self.command(*arguments, out=out), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True, **more)

    def assert_status(self, done, status):
        self.assertEqual(done.returncode, status, f"stdout: {done.stdout}\nstderr: {done.stderr}")

    def assert_one_line(self, done, status, *parts):
        """The error: one line on stderr that begins with lrsweep:, and holds the parts."""
        self.assert_status(done, status)
        errors = [line for line in done.stderr.splitlines() if line.startswith("lrsweep: ")]
        self.assertEqual(len(errors), 1, done.stderr)
        for part in parts:
            self.assertIn(part, errors[0])

    def query(self, sql, out=None):
        with sqlite3.connect(f"file:{(out or self.out) / 'sweeps.db'}?mode=ro", uri=True) as database:
            return database.execute(sql).fetchall()

    def wait_for(self, condition, what):
        """Waits until condition() is true; a failure of the test after the deadline."""
        deadline = time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            value = condition()
            if value:
                return value
            time.sleep(0.01)
        return self.fail(f"no {what} within {DEADLINE} s")

    def rows(self, sql):
        try:
            return self.query(sql)
        except sqlite3.Error:
            return []

    def report(self, *arguments):
        done = self.run_lrsweep("report", *arguments, "--json", "-")
        self.assert_status(done, 0)
        return json.loads(done.stdout)

    def curves(self, *arguments):
        """What must be equal between two sweeps that trained the same."""
        report = self.report(*arguments)
        return [[curve[key] for key in ("repeat", "lr", "loss", "grad_norm", "stopped")]
                for curve in report["curves"]]

    def assert_sound_database(self):
        self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
