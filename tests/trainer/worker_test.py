#!/usr/bin/env python3
"""The worker program over its channel: worker_test.py PROGRAM."""
import copy
import math
import os
import struct
import sys
import tempfile
import unittest

from worker_client import Worker

PROGRAM = sys.argv.pop(1)
CLASSES, SIDE, SAMPLES = 4, 8, 400


def write_data(folder):
    """A set that can be learnt: each class has its own bright rows."""
    images, labels = bytearray(), bytearray()
    for i in range(SAMPLES):
        label = i * 7 % CLASSES
        labels.append(label)
        for place in range(SIDE * SIDE):
            bright = place // SIDE // 2 == label
            images.append((200 if bright else 20) + (i * 31 + place * 17) % 50)
    for name, header, content in (("images-idx3", (SAMPLES, SIDE, SIDE), images),
                                  ("labels-idx1", (SAMPLES,), labels)):
        with open(os.path.join(folder, f"train-{name}-ubyte"), "wb") as file:
            file.write(bytes([0, 0, 8, len(header)]) + struct.pack(f">{len(header)}I", *header))
            file.write(content)


def spec(folder, **changes):
    whole = {
        "name": None,
        "data": {"source": folder, "dir": None, "limit": None, "validation": 0.1},
        "model": {"name": "mlp", "channels": [4], "hidden": [16], "dropout": 0.2},
        "optimizer": {"name": "sgd", "lr": None, "momentum": None, "nesterov": False, "beta1": 0.9,
                      "beta2": 0.999, "eps": 1e-8, "weight_decay": None},
        "train": {"batch_size": 32, "accumulate": 1, "precision": "fp32", "clip_norm": None,
                  "seed": 0},
        "range_test": {"min_lr": 1e-4, "max_lr": 1.0, "updates": 40, "seeds": 1, "shape": "exp",
                       "curve": "train", "stop": False, "extend": 0},
        "resources": {"devices": "auto", "devices_per_trial": 1, "max_parallel": None,
                      "trial_timeout": None},
    }
    whole = copy.deepcopy(whole)
    for key, value in changes.items():
        section, name = key.split("__")
        whole[section][name] = value
    return whole


class WorkerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = tempfile.TemporaryDirectory()
        write_data(cls.data.name)

    @classmethod
    def tearDownClass(cls):
        cls.data.cleanup()

    def spec(self, **changes):
        return spec(self.data.name, **changes)

    def ready(self):
        worker = Worker(PROGRAM)
        self.addCleanup(worker.__exit__)
        self.assertEqual(worker.prepare()["type"], "ready")
        return worker

    def failure(self, cause, **changes):
        points, message = self.ready().run(self.spec(**changes))
        self.assertEqual((points, message["type"], message["cause"]), ([], "failed", cause))
        return message["message"]

    def test_range_test(self):
        points, result = self.ready().run(self.spec())
        self.assertEqual(result["type"], "result")
        self.assertEqual(result["updates_done"], 40)
        self.assertEqual(result["metrics"], '{"stop":"end","parameters":1108,"flops_per_sample":2176}')
        self.assertEqual([point[0] for point in points], list(range(40)))
        for rung, lr, loss, norm, clipped in points:
            self.assertAlmostEqual(lr, 1e-4 * 1e4 ** (rung / 39), delta=1e-9 * lr)
            # The set is separable: a loss of exactly 0 has no gradient.
            self.assertTrue(math.isfinite(loss) and (norm > 0 or loss == 0) and clipped == 0)
        self.assertAlmostEqual(points[0][2], math.log(CLASSES), delta=0.4)
        self.assertLess(min(point[2] for point in points), 0.3)

    def test_warm_worker_gives_the_bits_of_a_fresh_one(self):
        for model in ("mlp", "cnn"):
            wanted = self.spec(model__name=model, model__channels=[4])
            fresh, _ = self.ready().run(wanted, seed=9)
            warm = self.ready()
            warm.run(self.spec(optimizer__name="adamw", train__precision="bf16"), seed=1)
            warm.run(self.spec(data__limit=200), run_id=2)
            again, _ = warm.run(wanted, run_id=3, seed=9)
            other, _ = warm.run(wanted, run_id=4, seed=10)
            self.assertEqual(again, fresh)
            self.assertNotEqual(other, fresh)

    def test_validation_curve_is_of_the_same_samples(self):
        worker = self.ready()
        points, result = worker.run(self.spec(
            range_test__curve="val", range_test__min_lr=1e-7, range_test__max_lr=1e-5))
        losses = [point[2] for point in points]
        self.assertEqual(result["type"], "result")
        # Rates that change next to nothing: of a training batch each, the losses would scatter.
        self.assertLess(max(losses) - min(losses), 0.02)
        self.assertEqual(len(set(losses)), len(losses))

    def test_not_finite_ends_the_run(self):
        points, result = self.ready().run(
            self.spec(range_test__max_lr=1e30, range_test__min_lr=1e10))
        self.assertIn('"stop":"not_finite"', result["metrics"])
        self.assertEqual(result["updates_done"], len(points))
        self.assertLess(len(points), 40)
        self.assertIn(points[-1][2], ("nan", "inf"))

    def test_cancel(self):
        worker = self.ready()
        worker.start(self.spec(range_test__updates=1000000))
        self.assertEqual(worker.receive()["type"], "progress")
        worker.send({"type": "cancel", "run_id": 99, "why": "pruned"})  # of another run
        worker.send({"type": "cancel", "run_id": 1, "why": "interrupted"})
        _, message = worker.finish()
        self.assertEqual((message["type"], message["cause"]), ("failed", "interrupted"))
        self.assertEqual(worker.run(self.spec(), run_id=2)[1]["type"], "result")

    def test_heartbeats_tell_the_update(self):
        worker = self.ready()
        worker.start(self.spec(range_test__updates=1000000))
        while (message := worker.receive())["type"] != "heartbeat":
            pass
        first = message["update"]
        while (message := worker.receive())["type"] != "heartbeat":
            pass
        self.assertGreater(message["update"], first)

    def test_end_of_channel_ends_the_process_in_the_middle_of_a_run(self):
        worker = self.ready()
        worker.start(self.spec(range_test__updates=1000000))
        worker.receive()
        worker.socket.shutdown(2)
        self.assertEqual(worker.wait(), 0)

    def test_shutdown(self):
        worker = self.ready()
        worker.send({"type": "shutdown"})
        self.assertEqual(worker.wait(), 0)

    def test_garbage(self):
        for line in (b"garbage\n", b'{"type":"dance"}\n', b"x" * (2 << 20), b"\xff\n"):
            with Worker(PROGRAM) as worker:
                try:
                    worker.send_bytes(line)
                except BrokenPipeError:
                    pass  # it left before it had taken in all
                message = worker.receive()
                self.assertEqual((message["type"], message["cause"]), ("failed", "protocol"))
                self.assertEqual(worker.wait(), 1)

    def test_another_version(self):
        with Worker(PROGRAM) as worker:
            message = worker.prepare(version=3)
            self.assertEqual(message["cause"], "protocol")
            self.assertIn("version 3", message["message"])

    def test_a_device_that_is_not_there(self):
        for device in ("cuda:0", "tpu", "cuda:-1"):
            with Worker(PROGRAM) as worker:
                self.assertIn(device, worker.prepare(device=device)["message"])

    def test_a_run_before_prepare(self):
        with Worker(PROGRAM) as worker:
            self.assertEqual(worker.run(self.spec())[1]["cause"], "protocol")

    def test_specs_that_cannot_be_trained(self):
        self.assertIn("the training part has 360 samples",
                      self.failure("config", train__batch_size=361))
        self.assertIn("data.validation 0.001 holds out no sample",
                      self.failure("config", data__validation=0.001, range_test__curve="val"))
        self.assertIn("can be halved 3 times",
                      self.failure("config", model__name="cnn", model__channels=[1] * 4))

    def test_data_that_is_not_there(self):
        self.assertIn("/nonexistent: no such folder; --data takes fashion-mnist, or a folder with",
                      self.failure("data", data__source="/nonexistent"))
        self.assertIn("install it: apt install dataset-fashion-mnist, or --data-dir",
                      self.failure("data", data__source="fashion-mnist", data__dir="/nonexistent"))
        self.assertIn("the training part has 400 samples", self.failure("data", data__limit=401))

    def test_a_data_file_that_was_replaced_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            write_data(folder)
            worker = self.ready()
            self.assertEqual(worker.run(spec(folder))[1]["type"], "result")
            with open(os.path.join(folder, "train-images-idx3-ubyte"), "r+b") as file:
                file.truncate(100)
            self.assertEqual(worker.run(spec(folder), run_id=2)[1]["cause"], "data")

    def test_a_spec_that_is_none(self):
        points, message = self.ready().run('{"train": {"batch_size": -1}}')
        self.assertEqual((points, message["cause"]), ([], "config"))
        self.assertIn("batch_size", message["message"])

    def test_output_goes_to_the_runs_log(self):
        worker = self.ready()
        worker.run(self.spec())
        for descriptor in (1, 2):
            target = os.readlink(f"/proc/{worker.process.pid}/fd/{descriptor}")
            self.assertEqual(target, worker.log)

    def test_an_unwritable_log(self):
        worker = self.ready()
        worker.log = "/nonexistent/log"
        self.assertIn("/nonexistent/log", worker.run(self.spec())[1]["message"])


if __name__ == "__main__":
    unittest.main()
