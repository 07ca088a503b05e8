"""Builds a plugin with little memory and lets threads use it in TensorFlow. No test of CI: it goes on as long as one likes.

usage: python3 tests/tensorflow/stress.py [--for SECONDS] [--release RELEASE] [--allocator tensorflow|plugin] [--threads COUNT] [--seed NUMBER]
"""

import argparse
import subprocess
import sys
from pathlib import Path

import support

SPEC = """
plugingen: 1
plugin: {{name: stress_npu}}
tensorflow: ">=2.12"
device:
  type: STRESS_NPU
  count: 2
  memory: {{host_visible: false, {memory}}}
kernels:
  - {{set: mlp, types: [float, int32]}}
  - {{op: GatherV2, types: {{Tparams: float, Tindices: int32, Taxis: int32}}}}
  - {{op: Fill, types: {{T: float, index_type: int32}}}}
"""
# TensorFlow leaves 300 MiB of a device to its driver.
MEMORY = {"tensorflow": "capacity: 640MiB", "plugin": "allocator: plugin, capacity: 64MiB"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--for", dest="seconds", type=int, default=60)
    parser.add_argument("--release", default="newest")
    parser.add_argument("--allocator", choices=sorted(MEMORY), default="tensorflow")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # Built against the oldest release, it runs in all.
    project = support.build_project("stress_npu", SPEC.format(memory=MEMORY[options.allocator]), release="2.12",
                                    folder=f"stress_{options.allocator}", many_kernels=True)
    program = Path(__file__).with_name("stress_program.py")
    environment = support.environment(project / "build" / "libstress_npu.so", STRESS_NPU_DELAYS="1")
    done = subprocess.run([support.python_of(options.release), program, "STRESS_NPU", str(options.seconds),
                           str(options.seed), str(options.threads)], env=environment)
    sys.exit(done.returncode)


main()
