#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a bundle of many classes while a stranger kills, stops and ends its workers, and looks whether all is accounted for.

    chaos.py RUNNER [--runs N] [--seconds S] [--seed N]

Each run has a seed that decides everything: the number of jobs, the isolation, whom the signals go to, and when. What must hold
of every run: it ends by itself, each case has one result, and no result of a case that nobody disturbed is lost. A run that
breaks that is named with its seed: `--runs 1 --seed N` repeats its choices.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLASSES = 60
CASES = 3 * CLASSES
# Nothing that is disturbed may hold the run up for longer, in seconds.
PATIENCE = 90
# The possible results of a run: all passed, something failed, or the runner gave up on workers that only die.
CODES = {0, 1, 5}


def compile_bundle(directory):
    """Compiles the bundle; each case takes two milliseconds."""
    path = os.path.join(directory, "Throng.so")
    subprocess.run(
        ["cc", "-std=gnu11", "-shared", "-fPIC", "-w", f"-I{ROOT}/Sources/BundleABI/include", f"-I{ROOT}/Tests/Fixtures/C",
         f"-DCLASSES={CLASSES}", "-DMICROSECONDS=2000", "-o", path, f"{ROOT}/Tests/Fixtures/C/timed_classes.c"], check=True)
    return path


def children(process):
    """The processes that a process has started."""
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            return [int(word) for word in file.read().split()]
    except (OSError, ProcessLookupError):
        return []


def family(process):
    """The workers of a runner, and what they have forked."""
    workers = children(process)
    return workers + [child for worker in workers for child in children(worker)]


def disturb(chance, runner, budget):
    """Sends signals to the runner's workers until it ends or the budget is spent; then lets it end.

    Returns what was sent, or None if the runner does not end.
    """
    sent = []
    stopped = []
    known = set()
    # Half of the runs hunt replacements alone, in the moment in which they appear: none of them has named its unit yet.
    is_hunt = chance.random() < 0.5
    deadline = time.monotonic() + PATIENCE
    while runner.poll() is None:
        if time.monotonic() > deadline:
            return None
        if not is_hunt or not sent:
            time.sleep(chance.choice([0, 0.0005, 0.002, 0.01]))
        victims = family(runner.pid) if len(sent) < budget else []
        if is_hunt and sent:
            victims = [victim for victim in victims if victim not in known]
        known.update(victims)
        if not victims:
            continue
        if is_hunt and not sent and chance.random() < 0.9:
            known.clear()
            continue
        number = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
        # The youngest is often a replacement that has named nothing yet.
        victim = max(victims) if is_hunt or chance.random() < 0.5 else chance.choice(victims)
        try:
            os.kill(victim, number)
            sent.append((signal.Signals(number).name, victim))
            if number == signal.SIGSTOP and chance.random() < 0.5:
                stopped.append(victim)
        except ProcessLookupError:
            pass
        if stopped and chance.random() < 0.3:
            try:
                os.kill(stopped.pop(), signal.SIGCONT)
            except ProcessLookupError:
                pass
    return sent


def results(path):
    """How each case ended, by its identity, as the event stream says; a case with several results is an error."""
    ended = {}
    faults = []
    with open(path) as file:
        for line in file:
            record = json.loads(line)
            payload = record["payload"]
            own = payload.get("testkit", {})
            if record["kind"] != "event" or payload["kind"] not in ("testEnded", "testSkipped") or "outcome" not in own:
                continue
            identity = own["identity"]
            if identity in ended:
                faults.append(f"{identity} has two results")
            ended[identity] = payload["kind"]
    return ended, faults


def run(program, bundle, seed, directory):
    """Makes one run of a seed; returns what is wrong with it."""
    chance = random.Random(seed)
    jobs = chance.choice([1, 2, 3, 4])
    isolation = chance.choice(["worker", "worker", "worker", "class", "case"])
    budget = chance.choice([2, 4, 8, 16])
    events = os.path.join(directory, "events")
    with open(os.path.join(directory, "out"), "wb") as output:
        runner = subprocess.Popen(
            [program, "--no-state", "--quiet", "--jobs", str(jobs), "--isolation", isolation, "--timeout", "2",
             "--load-timeout", "2", "--seed", str(seed), "--events", events, bundle],
            stdout=output, stderr=output, stdin=subprocess.DEVNULL, cwd=directory)
        sent = disturb(chance, runner, budget)
        if sent is None:
            runner.kill()
            runner.wait()
            return f"--jobs {jobs} --isolation {isolation}: did not end within {PATIENCE} s"
    wrong = []
    with open(os.path.join(directory, "out"), errors="replace") as file:
        text = file.read()
    if runner.returncode not in CODES and "while it was opened" not in text and runner.returncode not in (3, 4):
        wrong.append(f"exit code {runner.returncode}")
    ended, faults = results(events)
    wrong += faults
    # A bundle whose every worker dies while it is opened is a fault, and none of its cases is listed.
    is_listed = runner.returncode not in (3, 4)
    if is_listed and runner.returncode != 5 and len(ended) != CASES:
        wrong.append(f"{len(ended)} of {CASES} cases have a result")
    return f"--jobs {jobs} --isolation {isolation}, {sent}: {'; '.join(wrong)}\n{text}" if wrong else None


def main():
    """Runs as often as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.runner)
    start = time.monotonic()
    done = 0
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        bundle = compile_bundle(directory)
        while done < options.runs and time.monotonic() - start < options.seconds:
            seed = options.seed + done
            fault = run(program, bundle, seed, directory)
            done += 1
            if fault:
                failures += 1
                print(f"chaos: seed {seed}: {fault}", flush=True)
    print(f"chaos: {done} runs, {failures} of them wrong")
    sys.exit(1 if failures or not done else 0)


if __name__ == "__main__":
    main()
