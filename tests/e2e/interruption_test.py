"""Ctrl-C, kill -9, a full disk: nothing that was shown as done is lost, and resume gives the report of
an undisturbed sweep."""
import json
import os
import pathlib
import signal
import subprocess
import unittest

from e2e_support import DEADLINE, EndToEnd

SLOW = ("--seeds", "3", "--updates", "4000", "--max-parallel", "1", "--no-extend")


def processes_with(text):
    """Pids of processes whose command line or environment holds `text`."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (folder / "environ").read_bytes() and int(folder.name) != os.getpid():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


class Interruption(EndToEnd):
    def setUp(self):
        super().setUp()
        # In the environment of every process of the sweep: how the test finds what is left of it.
        self.tag = f"LRSWEEP_TEST={self.folder.name}"
        self.environment = {**os.environ, "LRSWEEP_TEST": self.folder.name}

    def begin(self, *more):
        """A sweep with its first run ended and acknowledged, the second one on its way."""
        sweep = self.start(*self.range_test(*SLOW, *more), env=self.environment)
        self.addCleanup(sweep.kill)
        self.wait_for(lambda: self.rows("select 1 from runs where state = 'complete'") and
                      self.rows("select 1 from range_points p join runs r on r.id = p.run_id "
                                "where r.state = 'running' and p.rung > 20"), "second run")
        return sweep

    def finish(self, sweep):
        stdout, stderr = sweep.communicate(timeout=DEADLINE)
        return subprocess.CompletedProcess(sweep.args, sweep.returncode, stdout, stderr)

    def assert_nobody_left(self):
        self.wait_for(lambda: not processes_with(self.tag), "end of all processes")

    def assert_resume_equals_undisturbed(self):
        done_before = self.query("select id, repeat, updates_done from runs where state = 'complete'")
        resumed = self.run_lrsweep("resume")
        self.assert_status(resumed, 0)
        self.assert_sound_database()
        after = self.query("select id, repeat, updates_done from runs where state = 'complete'")
        self.assertEqual(len(after), 3)
        self.assertLessEqual(set(done_before), set(after))
        attempts = self.query("select count(*) from attempts a join runs r on r.id = a.run_id "
                              f"where r.id = {done_before[0][0]}")
        self.assertEqual(attempts, [(1,)], "a finished run ran again")
        self.assert_status(self.run_lrsweep(*self.range_test(*SLOW)), 0)
        self.assertEqual(self.curves("1"), self.curves("2"))
        self.assertEqual(self.report("1")["suggestion"], self.report("2")["suggestion"])

    def test_ctrl_c_then_resume(self):
        sweep = self.begin()
        sweep.send_signal(signal.SIGINT)
        done = self.finish(sweep)
        self.assert_one_line(done, 130, "lrsweep resume 1 continues")
        self.assert_nobody_left()
        self.assertEqual(self.query("select state from sweeps"), [("interrupted",)])
        self.assert_resume_equals_undisturbed()

    def test_termination_has_its_own_status(self):
        sweep = self.begin()
        sweep.send_signal(signal.SIGTERM)
        self.assert_one_line(self.finish(sweep), 143, "lrsweep resume 1 continues")
        self.assert_nobody_left()

    def test_kill_9_then_resume(self):
        sweep = self.begin()
        sweep.kill()
        self.finish(sweep)
        self.assert_nobody_left()
        self.assert_sound_database()
        self.assert_resume_equals_undisturbed()

    def test_a_killed_worker_is_replaced(self):
        sweep = self.begin()
        workers = [pid for pid in processes_with(self.tag) if pid != sweep.pid]
        self.assertTrue(workers)
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        done = self.finish(sweep)
        self.assert_status(done, 0)
        causes = [row[0] for row in self.query("select cause from attempts order by run_id, number")]
        self.assertEqual(sorted(causes), ["ok", "ok", "ok", "signal"])

    def test_one_killed_rank_ends_the_attempt_of_both(self):
        sweep = self.begin("--devices-per-trial", "2")
        ranks = self.query("select pids_json from attempts order by run_id desc, number desc limit 1")
        victim = json.loads(ranks[0][0])[1]
        self.assertEqual(victim["rank"], 1)
        os.kill(victim["pid"], signal.SIGKILL)
        done = self.finish(sweep)
        self.assert_status(done, 0)
        causes = [row[0] for row in self.query("select cause from attempts")]
        self.assertEqual(len(causes), 4)
        self.assertEqual(causes.count("ok"), 3)
        self.assert_nobody_left()

    def test_the_same_spec_is_resumed_not_begun_again(self):
        sweep = self.begin()
        sweep.send_signal(signal.SIGINT)
        self.finish(sweep)
        again = self.run_lrsweep(*self.range_test(*SLOW))
        self.assert_one_line(again, 2, "sweep 1 has this spec, 1 of 3 done", "lrsweep resume 1")

    def test_a_second_writer_is_refused(self):
        sweep = self.begin()
        second = self.run_lrsweep(*self.range_test("--seeds", "1"))
        self.assert_one_line(second, 6, "in use by pid", str(sweep.pid))
        self.assert_status(self.run_lrsweep("status"), 0)  # reading goes on
        sweep.kill()
        self.finish(sweep)

    @unittest.skipUnless(os.geteuid() == 0, "mounting a small disk needs root")
    def test_a_full_disk_is_said_and_survived(self):
        self.out.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", self.out], check=True)
        done = self.run_lrsweep(*self.range_test("--seeds", "2", "--updates", "20000", "--no-stop"))
        try:
            self.assert_one_line(done, 6, "full", str(self.out))
            self.assert_sound_database()
        finally:
            subprocess.run(["umount", "-l", self.out], check=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
