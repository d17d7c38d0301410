# SPDX-License-Identifier: MIT
"""What one run of the tool costs, counted in instructions: by the processor where perf may ask it, else by valgrind."""
import os
import re
import resource
import subprocess
import tempfile

SECONDS = 60  # of the processor; a run that takes more is a failure by itself


class Run:
    """How a run ended: its exit code (None: it was stopped), what it cost, and what it said."""

    def __init__(self, code, cost, said):
        self.code, self.cost, self.said = code, cost, said

    def rule(self):
        """The last rule that an error names, or nothing."""
        found = re.findall(r"error: .*\[([a-z0-9-]+)\]$", self.said, re.M) or re.findall(r"\"rule\": \"(limit-[a-z-]+)\"", self.said)
        return found[-1] if found else ""


def start(words, folder, errors):
    limits = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    with open(os.path.join(folder, "printed"), "wb") as printed:
        return subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=printed, stderr=errors, preexec_fn=limits)


def finish(words, folder):
    """Exit code, seconds of the processor, standard error."""
    with tempfile.TemporaryFile() as errors:
        process = start(words, folder, errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace")
    code = None if process.returncode in (-24, -9) else process.returncode
    return code, usage.ru_utime + usage.ru_stime, said


def by_time(words, folder):
    """Microseconds: for a first look, not for a verdict."""
    code, seconds, said = finish(words, folder)
    return Run(code, seconds * 1e6, said)


def by_perf(words, folder):
    log = os.path.join(folder, "counted")
    code, _, said = finish(["perf", "stat", "-x,", "-o", log, "-e", "instructions:u", "--"] + words, folder)
    with open(log) as lines:
        counted = re.search(r"^(\d+),", lines.read(), re.M)
    return Run(code, float(counted.group(1)) if counted else float("inf"), said)


def by_valgrind(words, folder):
    log = os.path.join(folder, "counted")
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}"]
    code, _, said = finish(tool + words, folder)
    with open(log) as lines:
        counted = re.search(r"I\s+refs:\s+([\d,]+)", lines.read())
    return Run(code, float(counted.group(1).replace(",", "")) if counted else float("inf"), said)


METERS = {"time": by_time, "perf": by_perf, "valgrind": by_valgrind}


def works(name):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return METERS[name](["true"], folder).cost < float("inf")
        except OSError:
            return False


def best():
    """The name of a meter that counts, or nothing."""
    return next((name for name in ("perf", "valgrind") if works(name)), None)
