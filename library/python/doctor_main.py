# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""The doctor's command line. python/<name>/doctor.py has what it knows of the plugin."""

import argparse
import dataclasses
import itertools
import json

from . import doctor_device, doctor_warm
from .doctor import DEVICE_TYPE, HAS_DEVICE_KERNELS, NAME
from .doctor_findings import Finding, run
from .doctor_import import check_import, check_settings
from .doctor_install import check_discovery, check_library, check_tensorflow
from .doctor_model import check_model, check_program

BOTH = "--device or --warm" if HAS_DEVICE_KERNELS else "--device"  # what has data types


def check_devices(types, has_to_deny):
    """What each device computes wrongly, slowly, or not at all."""
    done = run(f"import tensorflow as tf\nprint(len(tf.config.list_physical_devices({DEVICE_TYPE!r})))")
    skipped = set()
    for number in range(int((done.stdout.split() or ["0"])[-1]) if done.returncode == 0 else 0):
        for found in doctor_device.check_device(number, types, has_to_deny, skipped):
            yield Finding(*found)


def build_ahead(types):
    """What comes of each program of the devices."""
    for found in doctor_warm.build_ahead(types):
        yield Finding(*found)


def findings(model, program, types, has_to_deny):
    yield from check_tensorflow()
    yield from check_discovery()
    yield from check_library()
    yield from check_import()
    yield from check_settings()
    if model:
        yield from check_model(model)
    if program:
        yield from check_program(program)
    if types:
        yield from check_devices(types, has_to_deny)


def main(what, arguments=None):
    parser = argparse.ArgumentParser(prog=f"python -m {NAME}.doctor", description=what)
    parser.add_argument("model", nargs="?", metavar="MODEL", help="a SavedModel's folder, or a file that Keras has saved")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--run", nargs=argparse.REMAINDER, metavar="PROGRAM", help="run a Python program with its arguments, and report which ops "
                        "ran on the CPU, and why")
    parser.add_argument("--device", action="store_true", help="run ops of each data type on each device and on the CPU, and report differences; "
                        "takes minutes")
    parser.add_argument("--types", metavar="TYPE,...", help=f"with {BOTH}: only these data types, of {', '.join(doctor_device.TYPES)}")
    if HAS_DEVICE_KERNELS:
        parser.add_argument("--warm", action="store_true", help="compile the programs of the devices now instead of at their first use; may "
                            "take minutes")
        parser.add_argument("--deny", action="store_true", help="with --device: list what the device computes wrongly in a file that the plugin "
                            "reads, so that the host computes it")
    options = parser.parse_args(arguments)
    has_to_deny, has_to_warm = getattr(options, "deny", False), getattr(options, "warm", False)
    types = tuple(filter(None, (options.types or "").split(","))) or doctor_device.TYPES
    unknown = [dtype for dtype in types if dtype not in doctor_device.TYPES]
    if unknown:
        parser.error(f"--types: {', '.join(unknown)} is none of {', '.join(doctor_device.TYPES)}")
    if has_to_deny and not options.device:
        parser.error("--deny belongs to --device")
    if options.types and not (options.device or has_to_warm):
        parser.error(f"--types belongs to {BOTH}")
    looking = findings(options.model, options.run, types if options.device else (), has_to_deny)
    if has_to_warm:
        looking = itertools.chain(looking, build_ahead(",".join(types) if options.types else "all"))
    found = []
    for finding in looking:
        found.append(finding)
        if not options.json:
            print(f"{finding.kind:<8} {finding.text}" + (f"\n         -> {finding.advice}" if finding.advice else ""), flush=True)
    problems = sum(finding.kind == "problem" for finding in found)
    if options.json:
        print(json.dumps([dataclasses.asdict(finding) for finding in found], indent=2))
    else:
        print(f"\n{problems} problem{'' if problems == 1 else 's'}")
    return 1 if problems else 0
