# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""Whether a device computes what the CPU does: the doctor's option --device.

doctor_judge.py runs the cases of doctor_cases.py in processes of their own, one for each data type, since a driver may end the
process. What the plugin computed on the host, because the device has no code for it, comes from the plugin's report.
"""

import collections
import dataclasses
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading

from .doctor import DEVICE_TYPE, HAS_DEVICE_KERNELS, NAME

TYPES = ("float", "half", "bfloat16", "double", "int32", "int64", "bool")
DENY, FALLBACK, VERBOSE = (f"{NAME.upper()}_{word}" for word in ("DENY", "FALLBACK", "VERBOSE"))
HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 600  # for a case, whose program may have to be compiled, on a machine that does nothing else
MUCH_SLOWER = 1.5  # compared with the host
MOST_NAMED = 12  # ops in a line


@dataclasses.dataclass
class Outcome:
    """What a case came to."""

    program: str  # of library/compute/device
    op: str
    text: str
    wrong: str = ""
    seconds: float = None


@dataclasses.dataclass
class Round:
    """What a data type's cases came to."""

    outcomes: list
    on_host: set  # ops that the plugin computed on the host
    log: str


def seconds_for_a_case():
    """More on a machine that shares its processors among more processes."""
    return SECONDS * max(1, os.getloadavg()[0] / os.cpu_count())


def start_cases(arguments, report, environment):
    """Runs doctor_judge.py until it ends, or says nothing for too long: then its status is None."""
    environment = {**os.environ, "TF_ENABLE_ONEDNN_OPTS": "0", "TF_CPP_MIN_LOG_LEVEL": "2", VERBOSE: "1", FALLBACK: f"report:{report}", **environment}
    command = [sys.executable, HERE / "doctor_judge.py", *arguments]
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, errors="replace", env=environment)
        coming = queue.Queue()

        def read():
            with process.stdout:
                for line in process.stdout:
                    coming.put(line)
            coming.put("")

        threading.Thread(target=read, daemon=True).start()
        lines, status = [], None
        try:
            while line := coming.get(timeout=seconds_for_a_case()):
                lines.append(line)
            status = process.wait()
        except queue.Empty:
            process.kill()
            process.wait()
        log.seek(0)
        return subprocess.CompletedProcess(command, status, "".join(lines), log.read())


def how_it_ended(done):
    if done.returncode is None:
        return f"takes more than {SECONDS} s, and was stopped"
    return f"ends the process ({f'signal {-done.returncode}' if done.returncode < 0 else f'exit status {done.returncode}'})"


def run_cases(device, dtype, large=False, **environment):
    """Runs the cases of a data type. One that ends the process is the last of its program's."""
    outcomes, on_host, log, first, dead = [], set(), "", 0, []
    while True:
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "fallbacks.txt"
            arguments = [device, dtype, "--first", str(first), *(word for program in dead for word in ("--without", program))]
            done = start_cases([*arguments, "--large"] if large else arguments, report, environment)
            rows = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
        log += done.stderr
        on_host |= {found[1] for found in (re.match(r"  (\w+), [\w-]+ +\d", row) for row in rows) if found}
        begun, is_done = None, False
        for line in done.stdout.splitlines():
            said = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            if "text" in said:
                first = said.pop("number") + 1
                begun = Outcome(**said)
            elif "number" in said:
                begun.wrong, begun.seconds = said.get("wrong", ""), said.get("seconds")
                outcomes.append(begun)
                begun = None
            is_done = is_done or "done" in said
        if begun:
            begun.wrong = how_it_ended(done)
            outcomes.append(begun)
            dead.append(begun.program)
        elif is_done:
            return Round(outcomes, on_host, log)
        else:
            raise RuntimeError(f"{how_it_ended(done)} outside of the cases: {(done.stderr.strip().splitlines() or ['it printed nothing'])[-1]}")


def descriptions(log):
    """What the devices are, by number: the plugin logs it when it opens them."""
    return dict(re.findall(rf"{NAME}: device (\d+) is (.*)", log))


# --- What to say of it: (kind, text, advice)


def judge_wrong(rounds):
    """What is wrong, by program and data type: a line each."""
    for dtype, found in rounds.items():
        programs = collections.defaultdict(list)
        for outcome in found.outcomes:
            programs[outcome.program].append(outcome)
        for program, outcomes in programs.items():
            wrong = [outcome for outcome in outcomes if outcome.wrong]
            if wrong:
                more = f", and {len(wrong) - 1} more of {len(outcomes)} cases are wrong" if len(wrong) > 1 else ""
                yield (program, dtype), f"{program} of {dtype} is wrong: {wrong[0].text}: {wrong[0].wrong}{more}"


def judge_right(rounds):
    for program in dict.fromkeys(outcome.program for found in rounds.values() for outcome in found.outcomes):
        right, count = [], 0
        for dtype, found in rounds.items():
            outcomes = [outcome for outcome in found.outcomes if outcome.program == program]
            if outcomes and not any(outcome.wrong for outcome in outcomes):
                right.append(dtype)
                count += len(outcomes)
        if right:
            yield f"{program} of {', '.join(right)} computes what the CPU does, in {count} cases"


def judge_fallen_back(rounds):
    for dtype, found in rounds.items():
        ops = sorted(found.on_host & {outcome.op for outcome in found.outcomes})
        if ops:
            named = ", ".join(ops[:MOST_NAMED]) + (f" and {len(ops) - MOST_NAMED} more" if len(ops) > MOST_NAMED else "")
            yield f"the host computes these ops of {dtype}, at least for some shapes: {named}"


def judge_slow(device, rounds):
    """Programs that take longer on the device than on the host with the copies there and back: ("reduce:half", a text)."""
    for dtype, found in rounds.items():
        timed = {outcome.text: outcome for outcome in found.outcomes if outcome.seconds and outcome.op not in found.on_host}
        slowest = {}
        for on_host in run_cases(device, dtype, large=True, **{DENY: "all"}).outcomes if timed else []:
            mine = timed.get(on_host.text)
            if mine and on_host.seconds and mine.seconds > MUCH_SLOWER * on_host.seconds:
                text = (f"{mine.program} of {dtype} is slower than on the host: {mine.text} takes {1e3 * mine.seconds:.1f} ms, and there, with "
                        f"the copies, {1e3 * on_host.seconds:.1f} ms")
                name = f"{mine.program}:{dtype}"
                slowest[name] = max(slowest.get(name, (0, "")), (mine.seconds / on_host.seconds, text))
        for name, (_, text) in slowest.items():
            yield name, text


# --- The list of what a device must not compute


def path_of_list():
    """Where library/compute/device/denied.cc looks for it."""
    config = os.environ.get("XDG_CONFIG_HOME", "")
    folder = pathlib.Path(config) if config.startswith("/") else pathlib.Path.home() / ".config"
    return folder / NAME / "denied.txt"


def deny(description, wrong, types):
    """Writes the list of a device. What it says of other data types stays, and so do the lines of other devices."""
    path = path_of_list()
    denied, lines = {f"{program}:{dtype}" for program, dtype in wrong}, []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        device, _, programs = line.rpartition(": ")
        if device.strip() == description:
            denied |= {each.strip() for each in programs.split(",") if each.rpartition(":")[2].strip() not in types}
        else:
            lines.append(line)
    if denied:
        lines.append(f"{description}: {', '.join(sorted(denied))}")
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f"{path.name}.{os.getpid()}")
    written.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    written.replace(path)
    return f"{path} now lists for this device: {', '.join(sorted(denied)) or 'nothing'}"


# In spite of the lists that there are: what is right again has to leave them.
EVERYTHING = {DENY: "none"} if HAS_DEVICE_KERNELS else {}


def check_device(number, types, has_to_deny, skipped):
    """Findings about a device: (kind, text, advice). `skipped` has the descriptions of devices that were checked; a device like one
    of these is not."""
    device = f"/{DEVICE_TYPE}:{number}"
    rounds = {}
    for dtype in types:
        try:
            rounds[dtype] = run_cases(device, dtype, **EVERYTHING)
        except RuntimeError as error:
            yield "problem", f"{device} cannot be used: {error}", f"run python -m {NAME}.doctor for details"
            return
        description = descriptions(rounds[dtype].log).get(str(number), "")
        if description and description in skipped:
            yield "note", f"{device} is also {description}, so it is not tested", ""
            return
    skipped.add(description)
    yield "ok", f"{device} is {description or 'a device without a name'}", ""
    unwritten = {line for found in rounds.values() for line in found.log.splitlines() if " has no device kernels yet, " in line}
    for line in sorted(unwritten):
        yield "note", line.removeprefix(f"{NAME}: "), ""
    for text in judge_right(rounds):
        yield "ok", text, ""
    wrong = dict(judge_wrong(rounds))
    if HAS_DEVICE_KERNELS:
        remedy = ("the host computes it from now on; ask for a newer driver" if has_to_deny else
                  f"python -m {NAME}.doctor --device --deny has the host compute it; ask for a newer driver")
    else:
        remedy = "check its code: library/compute, or your replacement of it"
    for text in wrong.values():
        yield "problem", text, remedy
    if HAS_DEVICE_KERNELS:
        for name, text in judge_slow(device, rounds):
            yield "note", text, f"with {DENY}={name} in the environment the host computes it"
    for text in judge_fallen_back(rounds):
        yield "note", text, ""
    if has_to_deny:
        yield "ok", deny(description, wrong, types), "the plugin reads it when it starts"
