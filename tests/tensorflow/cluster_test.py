"""Clusters of two processes, each with a device of the plugin: sessions with a target, parameter servers, tf.data's service and eager code on another
host. Types that sort before "CPU" crash TensorFlow's servers (W0204), so the plugin's type does not."""

import contextlib
import json
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

import support

# The first process prints what it found. The others serve until they are killed.
COMMON = """
    import json
    import os
    import sys
    import numpy as np
    import tensorflow as tf

    CLUSTER = {cluster!r}
    JOB, DEVICE = {job!r}, "TEST_NPU"
    v1 = tf.compat.v1
    inputs = np.random.default_rng(1).normal(size=(64, 4)).astype(np.float32)
    targets = inputs @ np.arange(4, dtype=np.float32)[:, None]

    def expected():
        losses, w = [], np.zeros((4, 1), np.float32)
        for i in range(0, 64, 16):
            x, y = inputs[i:i + 16], targets[i:i + 16]
            losses.append(float(np.sum((x @ w - y) ** 2)))
            w -= 0.02 * x.T @ (x @ w - y)
        return losses
"""

# A variable on the device of one process, gradients on that of the other.
SESSION = """
    server = tf.distribute.Server(CLUSTER, job_name=JOB, task_index=0)
    if JOB != "worker":
        server.join()
    with tf.Graph().as_default(), v1.Session(server.target) as session:
        with tf.device(f"/job:ps/task:0/device:{DEVICE}:0"):
            weights = v1.get_variable("weights", [4, 1], initializer=v1.zeros_initializer(), use_resource=True)
        with tf.device(f"/job:worker/task:0/device:{DEVICE}:0"):
            x, y = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.float32, [None, 1])
            error = tf.matmul(x, weights) - y
            loss = tf.reduce_sum(error * error)
            step = 0.02 * tf.matmul(x, error, transpose_a=True)
        with tf.device(f"/job:ps/task:0/device:{DEVICE}:0"):
            train = weights.assign_sub(step)
        session.run(weights.initializer)
        losses = []
        for i in range(0, 64, 16):
            batch = {x: inputs[i:i + 16], y: targets[i:i + 16]}
            losses.append(float(session.run([loss, train], batch)[0]))
        devices = [device.name for device in session.list_devices() if device.device_type == DEVICE]
        print(json.dumps([losses, expected(), devices]), flush=True)
    os._exit(0)  # a server does not end
"""

# The coordinator has a process of its own; variables are on the parameter server, and functions run on the worker's device.
PARAMETER_SERVER = """
    if JOB != "chief":
        server = tf.distribute.Server(CLUSTER, job_name=JOB, task_index=0, protocol="grpc")
        server.join()
    cluster = tf.train.ClusterSpec(CLUSTER)
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="chief", task_id=0, rpc_layer="grpc")
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    with strategy.scope():
        weights = tf.Variable(tf.zeros([4, 1]))

    @tf.function
    def step(x, y):
        with tf.device(f"/device:{DEVICE}:0"):
            error = tf.matmul(x, weights) - y
            product = tf.matmul(x, error, transpose_a=True)
            weights.assign_sub(0.02 * product)
            return tf.reduce_sum(error * error), tf.strings.join([weights.device, product.device], "|")

    losses, places = [], set()
    for i in range(0, 64, 16):
        loss = coordinator.schedule(step, args=(tf.constant(inputs[i:i + 16]), tf.constant(targets[i:i + 16])))
        coordinator.join()
        losses.append(float(loss.fetch()[0]))
        places.add(loss.fetch()[1].decode() if isinstance(loss.fetch()[1], bytes) else loss.fetch()[1].numpy().decode())
    print(json.dumps([losses, expected(), sorted(places)]), flush=True)
    os._exit(0)
"""

ONE_HOST = """
    server = tf.distribute.Server(CLUSTER, job_name="worker", task_index=0)
    tf.config.experimental_connect_to_host(CLUSTER["worker"][0], job_name="worker")
    with tf.device(f"/job:worker/task:0/device:{DEVICE}:0"):
        remote = tf.matmul(tf.ones([4, 4]), tf.ones([4, 4])) * 2.0
    service = tf.data.experimental.service
    dispatcher = service.DispatchServer()
    worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1]))
    data = tf.data.Dataset.range(20).map(lambda i: i * 2).apply(service.distribute("parallel_epochs", dispatcher.target))
    print(json.dumps([float(remote[0, 0]), remote.device, sorted(int(each) for each in data)]), flush=True)
    os._exit(0)
"""


class Cluster(unittest.TestCase):
    def run_jobs(self, program, release, *jobs):
        """What the first job's program prints. The others are killed when it has ended."""
        cluster = {job: [f"127.0.0.1:{port}"] for job, port in zip(jobs, support.free_ports(len(jobs)), strict=True)}
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            processes = []
            for job in jobs:
                code = Path(folder) / f"{job}.py"
                code.write_text(textwrap.dedent(COMMON.format(cluster=cluster, job=job) + program), encoding="utf-8")
                process = subprocess.Popen([support.python_of(release), code], env=support.environment(support.training_plugin()), text=True,
                                           stdout=subprocess.PIPE, stderr=open(Path(folder) / f"{job}.log", "w", encoding="utf-8"))
                stack.callback(process.wait)
                stack.callback(process.kill)
                processes.append(process)
            said = processes[0].communicate(timeout=600)[0]
            log = (Path(folder) / f"{jobs[0]}.log").read_text(encoding="utf-8")
        self.assertEqual(processes[0].returncode, 0, log[-3000:])
        return json.loads(said.splitlines()[-1])

    def assert_close(self, losses, expected):
        for loss, wanted in zip(losses, expected, strict=True):
            self.assertAlmostEqual(loss, wanted, delta=1e-5 * wanted)

    def test_sessions_train_over_two_processes(self):
        for release in support.RELEASES:
            with self.subTest(release):
                losses, expected, devices = self.run_jobs(SESSION, release, "worker", "ps")
                self.assert_close(losses, expected)
                self.assertEqual(len(devices), 4)  # two of each process

    def test_a_parameter_server(self):
        losses, expected, (places,) = self.run_jobs(PARAMETER_SERVER, "newest", "chief", "worker", "ps")
        self.assert_close(losses, expected)
        self.assertEqual(places, "/job:ps/replica:0/task:0/device:CPU:0|/device:TEST_NPU:0")

    def test_eager_code_and_the_service_of_data_on_one_host(self):
        product, device, data = self.run_jobs(ONE_HOST, "newest", "worker")
        self.assertEqual((product, data), (8.0, list(range(0, 40, 2))))
        self.assertEqual(device, "/job:worker/replica:0/task:0/device:TEST_NPU:0")


if __name__ == "__main__":
    support.main()
