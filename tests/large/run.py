"""Trains models of real size on a device of set `keras` and on TensorFlow's CPU, and prints a table.

usage: tests/large/run.py [--steps N] [--release NAME] [--policy POLICY] [--optimizer OPTIMIZER] [--allocator ALLOCATOR]
                           [--unknown-batch] [MODEL...]

Fifty steps of every model take an hour or two; a MODEL is any part of a name in models.py, or of one of the programs that
follow: generation.py, capacity.py and indices.py.

Large models magnify rounding: with other last bits of its weights a MobileNetV2's loss on the CPU is another by a tenth
after ten steps. So that difference is the yardstick, the largest of some nudged runs: one activation that falls to the
other side of Relu6's edge makes the first of it, and which one does is chance. The CPU makes as many nudged runs as it
takes to explain the device's difference, three at most, and none if that is below a relative 1e-4 (with mixed precision
more, see ROUNDING). Fails if up to any
step the device is further from the CPU than ten times the yardstick, or that 1e-4 if it is more; if the peak of memory is
more than 5 % above the CPU's; or if memory grows by more than 5 % of that between the tenth step and the last.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tensorflow"))

import support  # noqa: E402
from models import MODELS  # noqa: E402
from train import OPTIMIZERS  # noqa: E402

DEVICE = "/device:TRAINING_NPU:0"
ROUNDING = {"float32": 1e-4, "mixed_float16": 2e-3, "mixed_bfloat16": 2e-2}  # of a loss, by policy
# Smaller losses differ by the rounding of logits, however small they are: some 1e-6 for float, and a hundredth for half.
LEAST = {"float32": 1e-2, "mixed_float16": 1.0, "mixed_bfloat16": 1.0}
YARDSTICKS = 10
NUDGES = 3  # runs on the CPU with other last bits
PEAK = 1.05  # of the CPU's
# Between the tenth step and the last, of the CPU's peak: TensorFlow's allocator of devices has gaps, for which it takes more
# memory some time. A ResNet101V2 took 34 MB in the third ten steps and 15 MB in the next hundred and twenty.
GROWTH = 0.05
PROGRAMS = {
    "generation": (40,),  # tokens
    "capacity": ("TRAINING_NPU_MEMORY_LIMIT",),
    "indices": (),
}


def plugin(allocator):
    spec = (support.REPOSITORY / "device_specs" / "training.yaml").read_text()
    spec = spec.replace("count: 2 #", "count: 1 #").replace("capacity: 2GiB", f"capacity: 16GiB\n    allocator: {allocator}")
    # Built against the oldest release, it runs in all; as users build it, since its steps are timed.
    project = support.build_project("training_npu", spec, release="2.12", folder=f"large_{allocator}", many_kernels=True, cmake=support.AS_USERS_BUILD)
    return project / "build" / "libtraining_npu.so"


def printed(command, library, options):
    """What a program prints, and None; or None, and why it failed."""
    environment = support.environment(library, KERAS_BACKEND="tensorflow", TF_CPP_MIN_LOG_LEVEL="2", **support.OPTIMIZED_KERNELS)
    done = subprocess.run([str(word) for word in (support.python_of(options.release), *command)], env=environment, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode != 0 or not lines:
        return None, (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1][:300]
    return json.loads(lines[-1]), None


def train(name, device, library, options, nudge=None):
    command = [HERE / "train.py", name, device, options.steps, "--policy", options.policy, "--optimizer", options.optimizer]
    if nudge is not None:
        command += ["--nudged", nudge]
    if options.unknown_batch:
        command.append("--unknown-batch")
    return printed(command, library, options)


def differences(some, others, policy):
    """The largest relative difference up to each step."""
    result, largest = [], 0.0
    for a, b in zip(some["losses"], others["losses"]):
        difference = abs(a - b) / max(abs(a), LEAST[policy])
        largest = difference if not difference <= largest else largest  # also if it is NaN
        result.append(largest)
    return result


def yardsticks(cpu, nudged, policy):
    """For each step the largest difference that other last bits make; 0 without a nudged run."""
    return [max(units) for units in zip([0.0] * len(cpu["losses"]), *(differences(cpu, run, policy) for run in nudged))]


def first_far_loss(cpu, nudged, device, policy):
    """The first step up to which the device is too far from the CPU, in words, or None."""
    for step, (difference, unit) in enumerate(zip(differences(cpu, device, policy), yardsticks(cpu, nudged, policy))):
        if not difference <= max(ROUNDING[policy], YARDSTICKS * unit):
            return f"loss {step + 1} differs by {difference:.0e}, yardstick {unit:.0e}"
    return None


def units(cpu, nudged, policy):
    return f"{yardsticks(cpu, nudged, policy)[-1]:.0e}" if nudged else "not needed"


def flaws(cpu, nudged, device, policy):
    found = [far] if (far := first_far_loss(cpu, nudged, device, policy)) else []
    if device["peak"] > PEAK * cpu["peak"]:
        found.append("more memory")
    if device["tenth"] and device["last"] - device["tenth"] > max(GROWTH * cpu["peak"], cpu["last"] - cpu["tenth"]):
        found.append(f"memory grows by {device['last'] - device['tenth']} MB")
    return found


def runs_of(name, library, options):
    """Of the CPU, of the device and of the nudged CPU, and None; or None, and why one failed."""
    runs = []
    for where, nudge in (("/device:CPU:0", None), (DEVICE, None), *(("/device:CPU:0", seed) for seed in range(NUDGES))):
        if nudge is not None and not first_far_loss(runs[0], runs[2:], runs[1], options.policy):
            break
        run, error = train(name, where, library, options, nudge)
        if error is not None:
            return None, f"{where}: {error}"
        runs.append(run)
    return runs, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--release", default="newest")
    parser.add_argument("--policy", choices=ROUNDING, default="float32")
    parser.add_argument("--optimizer", choices=OPTIMIZERS, default="adam")
    parser.add_argument("--allocator", choices=("bfc", "plugin"), default="bfc")
    parser.add_argument("--unknown-batch", action="store_true")
    parser.add_argument("models", nargs="*", metavar="MODEL")
    options = parser.parse_args()
    chosen = [name for name in MODELS if not options.models or any(part in name for part in options.models)]
    programs = [name for name in PROGRAMS if not options.models or any(part in name for part in options.models)]
    if not chosen and not programs:
        parser.error(f"no such model; there are {', '.join([*MODELS, *PROGRAMS])}")
    library = plugin(options.allocator)
    print("| Model | Weights, M | Largest difference of a loss | CPU's, nudged | Step, CPU, s | Step, device / CPU | Processors, device / CPU "
          "| Peak, CPU, MB | Peak, device / CPU | |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    failed = 0
    for name in chosen:
        runs, error = runs_of(name, library, options)
        if error is not None:
            failed += 1
            print(f"| {name} | | | | | | | | | {error} |", flush=True)
            continue
        cpu, device, *nudged = runs
        found = flaws(cpu, nudged, device, options.policy)
        failed += bool(found)
        print(f"| {name} | {device['weights'] / 1e6:.1f} | {differences(cpu, device, options.policy)[-1]:.0e} | {units(cpu, nudged, options.policy)} | {cpu['step']:.3f} | "
              f"{device['step'] / cpu['step']:.2f} | {device['processors'] / cpu['processors']:.2f} | {cpu['peak']} | {device['peak'] / cpu['peak']:.2f} | {'; '.join(found)} |", flush=True)
    for name in programs:
        result, error = printed([HERE / f"{name}.py", DEVICE, *PROGRAMS[name]], library, options)
        failed += error is not None or bool(result["flaws"])
        print(f"{name}: {error or json.dumps(result)}", flush=True)
    print(f"{len(chosen) + len(programs) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
