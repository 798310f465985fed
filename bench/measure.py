"""Runs a command and measures it as a whole: wall time, and the peak of its processes' memory."""
import json
import os
import subprocess
import sys
import threading
import time


def _children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            direct = [int(child) for child in file.read().split()]
    except OSError:
        return []
    return direct + [below for child in direct for below in _children(child)]


def _proportional_set_size(pid):
    """Bytes of memory of one process, shared pages counted by their share."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Pss:")) * 1024
    except OSError:
        return 0


def run(command, env=None, every=0.05):
    """(seconds, peak bytes over the process tree, exit status, stdout) of `command`."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env={**os.environ, **(env or {})})
    peak, done = [0], threading.Event()

    def sample():
        while not done.wait(every):
            tree = [process.pid, *_children(process.pid)]
            peak[0] = max(peak[0], sum(map(_proportional_set_size, tree)))

    sampler = threading.Thread(target=sample)
    sampler.start()
    output = process.communicate()[0]
    seconds = time.monotonic() - started
    done.set()
    sampler.join()
    return seconds, peak[0], process.returncode, output


def runs(command):
    """(the runs of the first trial, peak bytes) of an lrsweep command with --format json."""
    no_suggestion = 4  # of a range test: its report is whole
    _, peak, status, output = run(command)
    if status not in (0, no_suggestion):
        sys.exit(f"lrsweep ended with status {status}: {output}")
    return json.loads(output)["trials"][0]["runs"], peak
