"""Starts a worker program and speaks its protocol, as the scheduler does."""
import json
import os
import socket
import subprocess
import tempfile

DEADLINE = 60  # seconds for any answer


class Worker:
    def __init__(self, program, threads=1):
        ours, theirs = socket.socketpair()
        # Shells out so that the socket is descriptor 3 there and nothing else is passed on.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" 3<&{theirs.fileno()} 3>&{theirs.fileno()}', program],
            pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        theirs.close()
        ours.settimeout(DEADLINE)
        self.socket, self.lines, self.threads = ours, ours.makefile("rb"), threads
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, "log")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.lines.close()
        self.socket.close()
        self.folder.cleanup()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def send_bytes(self, data):
        self.socket.sendall(data)

    def receive(self):
        """The next message; None where the channel has ended."""
        line = self.lines.readline()
        return json.loads(line) if line else None

    def prepare(self, **changes):
        self.send({"type": "prepare", "version": 2, "rank": 0, "world": 1, "local_rank": 0,
                   "device": "cpu", "threads": self.threads, **changes})
        return self.receive()

    def start(self, spec, run_id=1, seed=5):
        text = spec if isinstance(spec, str) else json.dumps(spec)
        self.send({"type": "run", "run_id": run_id, "attempt": 1, "kind": "range_test",
                   "seed": seed, "repeat": 0, "fold": 0, "spec": text, "log_path": self.log,
                   "checkpoint_path": ""})

    def finish(self):
        """(points, last message) of the run that was started."""
        points = []
        while True:
            message = self.receive()
            if message is None or message["type"] in ("result", "failed"):
                return points, message
            points += message.get("range_points", [])

    def run(self, spec, **arguments):
        self.start(spec, **arguments)
        return self.finish()

    def wait(self):
        return self.process.wait(DEADLINE)
