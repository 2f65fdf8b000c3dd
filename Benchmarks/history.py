#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what the history of tests takes: the size of its files, and the time of runs with it and without it.

usage: history.py RUNNER [SCRATCH-DIRECTORY]

RUNNER is a release build. A C compiler is needed; the bundles are generated. Runs with the history and without it take turns,
so that whatever else the machine does slows both. docs/History.md states the results.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAIRS = 15
# Classes, and cases of each.
SIZES = {"53 cases": (4, 13), "a million cases": (1000, 1000)}


def bundle(directory: pathlib.Path, classes: int, cases: int) -> pathlib.Path:
    """Compiles a bundle of empty cases, those of a class from one array."""
    names = ",\n".join(f'    CASE_AS(fixture_pass, "testCase{number:04}", 0, NULL)' for number in range(cases))
    entries = ",\n".join(f'    CLASS("Empty.Suite{number:04}", cases)' for number in range(classes))
    source = directory / f"empty-{classes}-{cases}.c"
    source.write_text(
        '#include "fixture.h"\n'
        f"static const fixture_case cases[] = {{\n{names}\n}};\n"
        f"static const fixture_class classes[] = {{\n{entries}\n}};\n"
        "FIXTURE_BUNDLE(classes)\n")
    target = directory / f"Empty{classes}x{cases}.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-I", ROOT / "Sources/BundleABI/include", "-I", ROOT / "Tests/Fixtures/C",
         source, "-o", target], check=True)
    return target


def run(runner: str, library: pathlib.Path, state: pathlib.Path, seed: int, *options: str) -> tuple[float, float]:
    """The seconds of a run, by the clock and by the processors."""
    before, start = subprocess_time(), time.perf_counter()
    subprocess.run([runner, "--quiet", "--no-config", "--seed", str(seed), "--state", state, *options, library],
                   check=True, capture_output=True)
    return time.perf_counter() - start, subprocess_time() - before


def subprocess_time() -> float:
    """The processor time of all children that have ended."""
    import resource
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def size(state: pathlib.Path) -> int:
    return sum(path.stat().st_size for path in (state / "history").iterdir())


def main() -> None:
    runner = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as scratch:
        place = pathlib.Path(scratch)
        library = bundle(place, 30, 100)
        for seed in range(1, 101):
            run(runner, library, place / "size", seed)
        print(f"100 runs of 3,000 tests: {size(place / 'size') / 1e6:.2f} MB of 5 MB")
        for title, (classes, cases) in SIZES.items():
            library = bundle(place, classes, cases)
            run(runner, library, place / title, 1)
            pairs = []
            for number in range(PAIRS):
                settings = [("with", ()), ("without", ("--history", "0"))]
                measured = {}
                for name, options in settings if number % 2 else reversed(settings):
                    measured[name] = run(runner, library, place / title, 42, *options)
                pairs.append(measured)
            for column, clock in enumerate(("clock", "processor")):
                without = statistics.median(pair["without"][column] for pair in pairs)
                more = statistics.median(pair["with"][column] - pair["without"][column] for pair in pairs)
                print(f"{title}, {clock}: {without * 1000:.1f} ms without, {more * 1000:+.2f} ms with "
                      f"({more / without:+.1%}; median of {PAIRS} pairs)")


if __name__ == "__main__":
    main()
