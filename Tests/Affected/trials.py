# SPDX-License-Identifier: MIT
"""What the scripts of this folder share: builds of a package, runs of its tests, and what `--affected` would run."""

import json
import resource
import subprocess

# The same for each run: settings count. What the seed decides is no change: with another one, a set may compare other elements.
SETTINGS = ["--timeout", "60", "--seed", "1"]

# The runner's exit codes where there is no test, and where a bundle cannot be used.
NOTHING, BUNDLE_FAULT = 3, 4


class Unusable(Exception):
    """There is no test, or a bundle cannot be used; the words of the runner in a line."""


def spent():
    """The processor time of all programs so far, in seconds: that of the clock depends on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limit(seconds):
    """Ends each test after so many seconds."""
    SETTINGS[1] = str(seconds)


def run(words, directory, **more):
    """Runs a program, and returns what it printed and its exit code."""
    done = subprocess.run(words, cwd=directory, capture_output=True, text=True, timeout=1800, **more)
    return done.stdout, done.stderr, done.returncode


def folders(directory):
    """The folders of the package's targets."""
    out, err, code = run(["swift", "package", "describe", "--type", "json"], directory)
    if code != 0:
        raise SystemExit(out + err)
    return sorted({target["path"] for target in json.loads(out)["targets"]})


def build(directory):
    """Builds the package's tests; the words of a failure, or nothing."""
    # Some old packages have a list of tests only to say that there is none.
    listing = directory / "Tests/LinuxMain.swift"
    more = ["--enable-test-discovery"] if listing.exists() and "#error" in listing.read_text() else []
    out, err, code = run(["swift", "build", "--build-tests", *more], directory)
    return "" if code == 0 else out + err


def results(runner, directory):
    """Runs all tests, and returns how each ended, and how many seconds it took."""
    events = directory / ".events"
    run([runner, ".build/debug", "--no-state", "--events", str(events), "--diagnose=off", *SETTINGS], directory)
    found = {}
    for line in events.read_text().splitlines():
        payload = json.loads(line)
        payload = payload.get("payload", payload)
        own = payload.get("testkit", {})
        if payload.get("kind") in ("testEnded", "testCaseEnded", "testSkipped") and "outcome" in own:
            found[own.get("identity", payload.get("testID"))] = (own["outcome"], float(own.get("duration", 0)))
    return found


def outcomes(runner, directory):
    """Runs all tests, and returns how each ended."""
    return {identity: outcome for identity, (outcome, _) in results(runner, directory).items()}


def record(runner, directory):
    """Runs all tests, and records what they use."""
    out, err, code = run([runner, ".build/debug", "--affected=record", *SETTINGS], directory)
    if code != 0:
        raise SystemExit(out + err)


def listed(runner, directory):
    """Returns the tests that would run, with the reasons; raises `Unusable` where not all can be listed."""
    out, err, code = run([runner, ".build/debug", "--affected=list", *SETTINGS], directory)
    if code in (NOTHING, BUNDLE_FAULT):
        raise Unusable("; ".join(err.splitlines()) or "there is no test")
    if code != 0:
        raise SystemExit(f"--affected=list: exit code {code}\n{out}{err}")
    lines = out.splitlines()[:-1]
    return {line.split(": ", 1)[0]: line.split(": ", 1)[1] for line in lines}
