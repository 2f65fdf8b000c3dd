#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the verdicts of --diagnose on planted causes, in real processes and over many seeds: the confusion matrix.

    Tests/Diagnosis/confusion.py RUNNER [--seeds N] [--first SEED]

A seed under which nothing planted fails, for the victim ran before its polluter, counts for nothing. Fails if a verdict or a
culprit is wrong, if more than 5 % of a row are unknown, or if a row stays empty. Needs cc and swiftc.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/Fixtures/C"
VERDICTS = ["alone", "victim", "brittle", "hashing", "random", "concurrency", "time", "flaky", "unknown"]


def victim(name, polluters=None, options=()):
    """A row: a victim of one or more polluters, among classes that have nothing to do with it."""
    polluters = polluters or [f"{name}Polluter"]
    return (f"{name} pollution", "Causes", ["Filler", *polluters, f"{name}Victim"], "victim",
            [f"Causes.{polluter}/testPollutes" for polluter in polluters], options)


# What is planted: its name, the bundle, the classes, the right verdict, the culprits, further options.
PLANTED = [
    victim("Global"), victim("File"), victim("Callback"),
    victim("Environment", options=["--leaks", "off"]), victim("Handler", options=["--leaks", "off"]),
    victim("Both", ["FirstPolluter", "SecondPolluter"]),
    victim("Often", ["GlobalPolluter"], ["--until-failure", "--repeat", "60"]),
    ("no state-setter", "Causes", ["Filler", "Brittle", "Setter"], "brittle", ["Causes.Setter/testPrepares"], []),
    ("a real failure", "Causes", ["Filler", "Always", "GlobalPolluter"], "alone", [], []),
    ("a failure of once", "Causes", ["Once", "Filler"], "flaky", [], []),
    ("concurrency", "Causes", ["FirstHolder", "SecondHolder"], "concurrency", [],
     ["-j2", "--chance", "random=seeded"]),
    ("little time", "Causes", ["Dawdler"], "time", [], ["--timeout", "1"]),
    ("hashing", "Draws", ["Hashing"], "hashing", [], []),
    ("random numbers", "Draws", ["Numbers"], "random", [], []),
]


def compile_bundles(directory):
    """Makes both bundles in a directory, which is fresh for each run: some causes stay in files."""
    include = f"-I{ROOT}/Sources/BundleABI/include"
    c = ["cc", "-std=gnu11", "-O0", "-fPIC", "-w", include, f"-I{FIXTURES}"]
    file = f'-DFILE_PATH="{directory}/file"'
    subprocess.run([*c, "-shared", file, "-o", directory / "Causes.so", FIXTURES / "diagnosis_causes.c"], check=True)
    subprocess.run([*c, "-c", FIXTURES / "draws.c", "-o", directory / "draws.o"], check=True)
    subprocess.run(["swiftc", "-parse-as-library", "-module-name", "Draws", "-emit-library",
                    FIXTURES / "Draws.swift", directory / "draws.o", "-o", directory / "Draws.so"], check=True)


def diagnose(runner, directory, row, seed):
    """Runs a row by a seed; returns the verdict and the culprits, or None if nothing failed."""
    _, bundle, classes, _, _, options = row
    # Those of processes whose numbers come again.
    for path in [*directory.glob("file.*"), directory / "events"]:
        path.unlink(missing_ok=True)
    jobs = [] if "-j2" in options else ["-j1"]
    events = directory / "events"
    subprocess.run(
        [runner, "--diagnose", "--diagnose-time", "600", "--no-state", "--no-config", "--seed", str(seed), "--events", events,
         *jobs, *options, directory / f"{bundle}.so", *[f"{bundle}.{name}" for name in classes]],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=directory, timeout=900)
    for line in events.read_text().splitlines():
        payload = json.loads(line)["payload"]
        if payload.get("kind") == "testkit.diagnosed":
            return payload["testkit"]["cause"], sorted(payload["testkit"].get("culprits") or [])
    return None


def main():
    """Prints the matrix; exits with 1 if it shows a mistake."""
    parser = argparse.ArgumentParser()
    parser.add_argument("runner", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--only", help="the name of the only row to try")
    given = parser.parse_args()
    mistakes = []
    print("| planted | " + " | ".join(VERDICTS) + " |", "| --- |" + " ---: |" * len(VERDICTS), sep="\n")
    with tempfile.TemporaryDirectory() as path:
        directory = pathlib.Path(path)
        compile_bundles(directory)
        for row in PLANTED:
            if given.only not in (None, row[0]):
                continue
            name, bundle, _, right, culprits, _ = row
            counts = dict.fromkeys(VERDICTS, 0)
            for seed in range(given.first, given.first + given.seeds):
                found = diagnose(given.runner, directory, row, seed)
                if found is None:
                    continue
                counts[found[0]] += 1
                wanted = sorted(f"{bundle}/{culprit}" for culprit in culprits)
                if found[0] not in (right, "unknown") or found[0] == right and found[1] != wanted:
                    mistakes.append(f"{name}, seed {seed}: {found[0]} {found[1]}, expected {right} {wanted}")
            total = sum(counts.values())
            if counts["unknown"] * 20 > total:
                mistakes.append(f"{name}: {counts['unknown']} of {total} are unknown")
            if total == 0:
                mistakes.append(f"{name}: nothing failed under any seed")
            print(f"| {name} | " + " | ".join(str(counts[word] or "") for word in VERDICTS) + " |", flush=True)
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    return 1 if mistakes else 0


sys.exit(main())
