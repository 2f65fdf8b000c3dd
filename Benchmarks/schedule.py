#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long a run takes whose tests differ in length, beside the shortest time in which they could run.

usage: schedule.py RUNNER [SEEDS] [--alone]

Classes of a generated bundle sleep, so the processors do not matter: a twelfth of them takes most of the time, a sixth uses one of two
resources, and there are two run groups. Each seed draws other durations and another order. From its first case to the end of its last
one, a run without a record (`--schedule seed`) must take at most 2 - 1/m of the best, and the next one, which knows the durations, at
most 1.1. With --alone, a tenth of the classes run when nothing else does. The best is computed from how long the cases took in the same run, since a busy machine prolongs them.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLASSES = 120
FIRST_GROUP = 30
RESOURCES = {"one": 1, "two": 2}


ALONE = "alone"


def draw(seed: int, with_alone: bool) -> list[tuple[int, str | None]]:
    """The milliseconds of each class, and its resource, or that it runs alone."""
    numbers, others = random.Random(seed), random.Random(-seed)
    classes = [
        (numbers.randint(100, 1000) if numbers.randrange(12) == 0 else numbers.randint(1, 30),
         numbers.choice(list(RESOURCES)) if numbers.randrange(6) == 0 else None)
        for _ in range(CLASSES)]
    return [(time, ALONE if with_alone and others.randrange(10) == 0 else used) for time, used in classes]


def bundle(directory: pathlib.Path, classes: list[tuple[int, str | None]]) -> None:
    """Compiles the bundle, and writes which class uses what."""
    text = ['#include "fixture.h"', "#include <unistd.h>",
            "static uint32_t nap(unsigned time) { usleep(time * 1000); return TESTKIT_PASSED; }"]
    for number, (duration, _) in enumerate(classes):
        text.append(f"static uint32_t run{number}(void) {{ return nap({duration}); }}")
        text.append(f'static const fixture_case cases{number}[] = {{CASE_AS(run{number}, "testNap", 0, NULL)}};')
    text.append("static const fixture_class classes[] = {")
    for number in range(len(classes)):
        text.append(f'    CLASS_IN_GROUP("Naps.Class{number:03}", cases{number}, {1 if number < FIRST_GROUP else 2}),')
    text += ["};", "FIXTURE_BUNDLE(classes)"]
    source = directory / "naps.c"
    source.write_text("\n".join(text) + "\n")
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-I", ROOT / "Sources/BundleABI/include", "-I", ROOT / "Tests/Fixtures/C",
         source, "-o", directory / "Naps.so"], check=True)
    rules = [{"match": f"Naps/Naps.Class{number:03}"} | ({"slots": "all"} if name == ALONE else {"resources": [name]})
             for number, (_, name) in enumerate(classes) if name]
    limits = {name: {"jobs": jobs} for name, jobs in RESOURCES.items()}
    (directory / "testkit.json").write_text(json.dumps({"tests": rules, "resources": limits}))


def best(classes: list[tuple[float, str | None]], jobs: int) -> float:
    """The shortest time at best: of each group its longest class, its share, and what the resources allow."""
    total = 0.0
    for group in (classes[:FIRST_GROUP], classes[FIRST_GROUP:]):
        beside = [time for time, used in group if used != ALONE]
        parts = [max(beside), sum(beside) / jobs]
        for name, limit in RESOURCES.items():
            parts.append(sum(time for time, used in group if used == name) / min(limit, jobs))
        total += max(parts) + sum(time for time, used in group if used == ALONE)
    return total


def run(runner: str, directory: pathlib.Path, seed: int, jobs: int, schedule: str) -> tuple[float, dict[int, float]]:
    """The seconds from the first case of a run to the end of the last one, and those of each class."""
    trace = directory / "trace.json"
    subprocess.run(
        [runner, "--quiet", "--seed", str(seed), "--jobs", str(jobs), "--state", directory / "state", "--trace", trace,
         "--schedule", schedule, directory / "Naps.so"], check=True, capture_output=True, cwd=directory)
    cases = [event for event in json.loads(trace.read_text())["traceEvents"] if event.get("cat") == "case"]
    start = min(event["ts"] for event in cases)
    end = max(event["ts"] + event["dur"] for event in cases)
    times = {int(event["args"]["identity"].split("Class")[1].split("/")[0]): event["dur"] / 1e6 for event in cases}
    return (end - start) / 1e6, times


def main() -> int:
    runner = str(pathlib.Path(sys.argv[1]).resolve())
    with_alone = "--alone" in sys.argv
    seeds = next((int(word) for word in sys.argv[2:] if word.isdigit()), 5)
    worst = {"seed": 0.0, "durations": 0.0}
    hasFailed = False
    for seed in range(1, seeds + 1):
        jobs = (2, 4, 8)[seed % 3]
        classes = draw(seed, with_alone)
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch)
            bundle(directory, classes)
            for schedule, limit in (("seed", 2 - 1 / jobs), ("durations", 1.1)):
                took, times = run(runner, directory, seed, jobs, schedule)
                least = best([(times[number], name) for number, (_, name) in enumerate(classes)], jobs)
                share = took / least
                worst[schedule] = max(worst[schedule], share)
                isOver = share > limit
                hasFailed = hasFailed or isOver
                print(f"seed {seed}, {jobs} jobs, best {least:.2f} s: --schedule {schedule} {share:.3f} of it"
                      f"{'  TOO MUCH' if isOver else ''}", flush=True)
    print(f"at most {worst['seed']:.2f} of the best without a record, {worst['durations']:.2f} with one")
    return 1 if hasFailed else 0


if __name__ == "__main__":
    sys.exit(main())
