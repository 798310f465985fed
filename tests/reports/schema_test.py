"""Reports against docs/report.schema.json by an independent validator, and the relations between
numbers that a schema cannot say, worked out here: schema_test.py WRITE_PAGES SOURCE_FOLDER
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import unittest

from jsonschema import Draft202012Validator

WRITE_PAGES, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
COLUMNS = ("rung", "lr", "loss", "smoothed", "grad_norm", "clipped_share")


def no_constant(name):
    raise ValueError(f"{name} in a report")


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads((SOURCE / "docs/report.schema.json").read_text())
        Draft202012Validator.check_schema(schema)
        cls.validator = Draft202012Validator(schema)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITE_PAGES, folder], check=True)
            cls.reports = {path.stem: json.loads(path.read_text(), parse_constant=no_constant)
                           for path in pathlib.Path(folder).glob("*.json")}

    def test_there_are_reports_of_every_kind(self):
        self.assertEqual({"measured", "interrupted", "fresh", "flat", "exploding", "unstopped", "hostile",
                          "training", "diverged"}, set(self.reports))

    def test_reports_are_valid(self):
        for name, report in self.reports.items():
            with self.subTest(name):
                self.assertEqual([], [error.message[:200] for error in self.validator.iter_errors(report)])

    def test_the_schema_refuses_what_is_wrong(self):
        for path, value in ((("schema",), "other"), (("suggestion", "lr"), None), (("curves", 0, "stopped"), "tired"),
                            (("sweep", "counts", "owed"), -1), (("surprise",), 1)):
            with self.subTest(path=path):
                wrong = json.loads(json.dumps(self.reports["measured"]))
                place = wrong
                for key in path[:-1]:
                    place = place[key]
                place[path[-1]] = value
                self.assertFalse(self.validator.is_valid(wrong))

    def test_columns_are_equally_long(self):
        for report in self.reports.values():
            for curve in report["curves"]:
                self.assertEqual(1, len({len(curve[column]) for column in COLUMNS}))

    def test_band_and_constant_rate_follow_from_the_runs(self):
        report = self.reports["measured"]
        suggestion = report["suggestion"]
        own = [curve["suggestion"]["lr"] for curve in report["curves"]]
        self.assertAlmostEqual(min(own), suggestion["low"])
        self.assertAlmostEqual(max(own), suggestion["high"])
        self.assertAlmostEqual(math.exp(statistics.median(map(math.log, own))), suggestion["lr"])
        self.assertAlmostEqual(math.log10(max(own) / min(own)), suggestion["width_decades"])
        self.assertAlmostEqual(suggestion["lr"] / 3, suggestion["constant_lr"])

    def test_other_tools_medians_follow_from_the_runs(self):
        report = self.reports["measured"]
        for tool, methods in report["suggestion"]["methods"].items():
            for method, rate in methods.items():
                own = [curve["methods"][tool][method] for curve in report["curves"]]
                with self.subTest(tool=tool, method=method):
                    self.assertAlmostEqual(math.exp(statistics.median(map(math.log, own))), rate)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
