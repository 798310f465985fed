"""lrsweep range-test from flags to reports on disk, and every command that looks at them."""
import json
import os
import re
import subprocess
import unittest

from e2e_support import DEADLINE, LRSWEEP, EndToEnd


class RangeTest(EndToEnd):
    def test_finds_a_rate_and_keeps_everything(self):
        done = self.run_lrsweep(*self.range_test("--seeds", "2", "--name", "quadrants"))
        self.assert_status(done, 0)
        self.assertIn("peak_lr", done.stdout)
        self.assertIn("constant_lr", done.stdout)
        self.assertIn("2 seeds × 100 updates from 1e-06 to 10", done.stderr)
        self.assert_sound_database()

        report = self.report()
        self.assertEqual(report["schema"], "lrsweep.report/1")
        self.assertEqual(report["sweep"]["state"], "complete")
        self.assertGreater(report["suggestion"]["lr"], 1e-3)
        self.assertLess(report["suggestion"]["lr"], 10)
        self.assertEqual([curve["repeat"] for curve in report["curves"]], [0, 1])
        self.assertNotEqual(report["curves"][0]["loss"], report["curves"][1]["loss"])
        stored = self.query("select lr from suggestions where method = 'lrsweep'")
        self.assertEqual(stored, [(report["suggestion"]["lr"],)])

        page = (self.out / "reports/quadrants-1.html").read_text(encoding="utf-8")
        self.assertIn("Content-Security-Policy", page)
        written = json.loads((self.out / "reports/quadrants-1.json").read_text(encoding="utf-8"))
        self.assertEqual(written["suggestion"], report["suggestion"])
        self.assertEqual([path.name for path in (self.out / "reports").iterdir()
                          if path.name.startswith(".")], [])

    def test_the_looking_commands_agree(self):
        self.assert_status(self.run_lrsweep(*self.range_test("--seeds", "1", "--name", "one")), 0)
        listed = json.loads(self.run_lrsweep("list", "--format", "json").stdout)
        self.assertEqual([(one["id"], one["name"], one["state"]) for one in listed],
                         [(1, "one", "complete")])
        status = json.loads(self.run_lrsweep("status", "one", "--format", "json").stdout)
        self.assertEqual(status["counts"], {"runs": 1, "done": 1, "running": 0, "failed": 0})
        self.assertIn("sweep_ended", self.run_lrsweep("show", "1").stdout)
        self.assertIn("peak_lr", self.run_lrsweep("report").stdout)
        csv = self.run_lrsweep("report", "--csv", "-").stdout
        points = self.query("select count(*) from range_points")[0][0]
        self.assertEqual(len(csv.splitlines()), points + 1)
        self.assert_status(self.run_lrsweep("logs"), 0)

    def test_json_on_stdout_is_pure(self):
        done = self.run_lrsweep(*self.range_test("--seeds", "1", "--format", "json"))
        self.assert_status(done, 0)
        self.assertEqual(json.loads(done.stdout)["schema"], "lrsweep.report/1")
        events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        self.assertIn("run_ended", [event["event"] for event in events])

    def test_the_same_spec_gives_the_same_bits(self):
        for _ in range(2):
            self.assert_status(self.run_lrsweep(*self.range_test("--seeds", "2")), 0)
        self.assertEqual(self.curves("1"), self.curves("2"))
        warm = self.range_test("--seeds", "2", "--max-parallel", "1")
        self.assert_status(self.run_lrsweep(*warm), 0)  # both seeds on one warm worker
        self.assertEqual(self.curves("1"), self.curves("3"))

    def test_data_without_an_answer_gets_none(self):
        labels = (self.data / "train-labels-idx1-ubyte").read_bytes()
        noise = bytes((value * 7919 >> 3) % 4 for value in range(len(labels) - 8))
        (self.data / "train-labels-idx1-ubyte").write_bytes(labels[:8] + noise)
        done = self.run_lrsweep(*self.range_test("--seeds", "1", "--max-lr", "1e-5", "--no-extend"))
        self.assert_status(done, 4)
        self.assertNotRegex(done.stdout, r"peak_lr +[0-9]")
        self.assertIsNone(self.report()["suggestion"]["lr"])

    def test_dry_run_starts_nothing(self):
        done = self.run_lrsweep(*self.range_test("--dry-run"))
        self.assert_status(done, 0)
        self.assertRegex(done.stdout, "3 seeds × 100 updates")
        self.assertFalse(self.out.exists())

    def test_other_tools_are_quoted_on_request(self):
        done = self.run_lrsweep(*self.range_test("--seeds", "1", "--compat", "all"))
        for peer in ("fastai valley", "torch-lr-finder", "lightning", "ignite"):
            self.assertIn(peer, done.stdout)

    def test_the_probe_set_gives_a_smoother_curve(self):
        def roughness(curve):
            steps = [abs(b - a) for a, b in zip(curve["loss"][:20], curve["loss"][1:20])]
            return sum(steps)
        shared = ("--seeds", "1", "--set", "data.validation=0.3")
        self.run_lrsweep(*self.range_test(*shared))
        self.run_lrsweep(*self.range_test(*shared, "--curve", "val"))
        train, probe = self.report("1")["curves"][0], self.report("2")["curves"][0]
        self.assertLess(roughness(probe), roughness(train) / 10)

    def test_one_two_and_three_devices_train_the_same(self):
        # 32 samples over three ranks are uneven shares; without averaged gradients the curves part.
        shared = ("--seeds", "1", "--updates", "80", "--max-lr", "0.5", "--no-extend", "--no-stop")
        for devices in ("1", "2", "3"):
            self.assert_status(self.run_lrsweep(*self.range_test(
                *shared, "--devices", "cpu:3", "--devices-per-trial", devices)), 0)
        alone = self.report("1")["curves"][0]
        self.assertLess(min(alone["loss"]), alone["loss"][0] / 2)  # it does learn
        for sweep in ("2", "3"):
            together = self.report(sweep)["curves"][0]
            self.assertEqual(together["lr"], alone["lr"])
            for ours, theirs in zip(together["loss"], alone["loss"]):
                self.assertAlmostEqual(ours, theirs, delta=1e-5)

    def test_a_failing_reader_of_stdout_is_no_crash(self):
        command = " ".join(self.command(*self.range_test("--seeds", "1"))) + " 2>&1 | head -1"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True,
                              text=True, timeout=DEADLINE, check=False)
        self.assertEqual(done.returncode, 0)

    def test_hostile_names_stay_text(self):
        name = "</script>'; drop table sweeps; $(touch x) ../../\x1b[31m"
        done = self.run_lrsweep(*self.range_test("--seeds", "1", "--name", name))
        self.assert_status(done, 0)
        self.assertEqual(self.query("select name from sweeps"), [(name,)])
        self.assertNotIn("\x1b", done.stdout + done.stderr)
        files = [path.name for path in (self.out / "reports").iterdir()]
        for file in files:
            self.assertRegex(file, re.compile(r"^[A-Za-z0-9._-]+$"))
        self.assert_status(self.run_lrsweep("report", name), 0)


class Program(EndToEnd):
    def test_links_no_torch_and_starts_at_once(self):
        libraries = subprocess.run(["ldd", LRSWEEP], capture_output=True, text=True, check=True)
        self.assertNotIn("torch", libraries.stdout)

    def test_doctor_finds_the_workers(self):
        done = self.run_lrsweep("doctor", "--format", "json")
        findings = {one["what"]: one for one in json.loads(done.stdout)}
        self.assertTrue(findings["worker, CPU"]["ok"], findings)
        self.assertTrue(findings["database"]["ok"], findings)

    def test_a_missing_worker_is_said(self):
        done = self.run_lrsweep(*self.range_test(), env={**os.environ, "LRSWEEP_WORKER": "/none"})
        self.assert_one_line(done, 1, "/none")


if __name__ == "__main__":
    unittest.main(verbosity=2)
