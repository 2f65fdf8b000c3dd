#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the host against the floor: a C program that opens the same bundle and calls the same functions.

usage: run.py [--runs N]

Builds everything that it needs with the Swift toolchain and gcc, in .build-benchmarks. The two sides of a comparison
take turns, so that a machine whose speed drifts is fair to both. Figures are medians over the runs; a ratio is the
median of the ratios of the pairs. Nothing here passes or fails.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build-benchmarks"
SIZES = [1, 1000, 10000]


def call(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


def swift_build(package: pathlib.Path, scratch: pathlib.Path, *options: str) -> pathlib.Path:
    """Builds a package and returns the folder of its products."""
    words = ["swift", "build", "--package-path", str(package), "--scratch-path", str(scratch), *options]
    call(*words)
    shown = subprocess.run([*words, "--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())


def release_runner() -> pathlib.Path:
    """The released runner, built as docs/Running.md says."""
    return swift_build(ROOT, BUILD / "host", "-c", "release", "--static-swift-stdlib", "--disable-local-rpath", "--product",
                       "runner") / "runner"


def pinned(words: list[str]) -> list[str]:
    """A command on one processor."""
    return ["taskset", "-c", "0", *words]


def c_bundle(path: pathlib.Path, *options: str, **definitions: object) -> pathlib.Path:
    """A compiled bundle of peers/bundle.c, which says what its definitions mean."""
    call("gcc", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-I", ROOT / "Sources/BundleABI/include", *options,
         *(f"-D{key}={value}" for key, value in definitions.items()), ROOT / "Benchmarks/peers/bundle.c", "-o", path)
    return path


def installed(program: pathlib.Path) -> pathlib.Path:
    """A copy of a program that was written at one go, as `tar` and `cp` do.

    The kernel maps a file in larger pieces whose pages were written together, and a linker's are not: a start takes a tenth longer.
    """
    copy = BUILD / "bin" / program.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.unlink(missing_ok=True)
    copy.write_bytes(program.read_bytes())
    copy.chmod(0o755)
    return copy


def build() -> tuple[pathlib.Path, pathlib.Path, dict[str, pathlib.Path]]:
    """The host, the floor, and the suites' folder by configuration."""
    BUILD.mkdir(exist_ok=True)
    host = release_runner()
    floor = BUILD / "floor"
    call("gcc", "-O2", "-Wall", "-I", ROOT / "Sources/BundleABI/include", ROOT / "Benchmarks/floor.c", "-o", floor)
    call("python3", ROOT / "Benchmarks/generate.py", ROOT, BUILD / "suites", *SIZES)
    suites = {}
    for configuration in ("release", "debug"):
        folder = swift_build(BUILD / "suites", BUILD / "suites-build", "-c", configuration)
        suites[configuration] = folder
    return installed(host), installed(floor), suites


def measure(command: list[str]) -> tuple[float, int]:
    """One run: seconds from start to end, and the peak memory of its largest process in KiB."""
    with open(os.devnull, "wb") as nothing:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=nothing, stderr=nothing, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        ended = time.perf_counter()
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return ended - started, usage.ru_maxrss


def pairs(ours: list[str], theirs: list[str], runs: int) -> tuple[list[float], list[float]]:
    """The times of both, one after the other in turn, after one uncounted run of each."""
    measure(ours), measure(theirs)
    left, right = [], []
    for _ in range(runs):
        left.append(measure(ours)[0])
        right.append(measure(theirs)[0])
    return left, right


def row(title: str, left: list[float], right: list[float], unit: float, name: str) -> None:
    ratio = statistics.median(a / b if b else float("inf") for a, b in zip(left, right))
    ours, theirs = statistics.median(left) / unit, statistics.median(right) / unit
    print(f"| {title} | {ours:.2f} {name} | {theirs:.2f} {name} | {ratio:.2f} |")


def slope(few: list[float], many: list[float]) -> list[float]:
    """What one more case costs, from runs of 1,000 and 10,000."""
    return [(b - a) / (SIZES[2] - SIZES[1]) for a, b in zip(few, many)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="counted runs of each command [15]")
    runs = parser.parse_args().runs
    host, floor, suites = build()
    print(f"medians of {runs} runs, host and floor in turn; {os.cpu_count()} processors\n")
    print("| what | runner | C floor | ratio |")
    print("| --- | --- | --- | --- |")
    for configuration, folder in suites.items():
        bundle = {size: str(folder / f"libEmpty{size}.so") for size in SIZES}
        state = lambda size: str(BUILD / "state" / f"{configuration}-{size}")
        ours = lambda size, *options: [str(host), "--seed", "1", "--state", state(size), *options, bundle[size]]
        theirs = lambda size, verb: [str(floor), verb, bundle[size]]
        left, right = pairs(ours(1, "--quiet"), theirs(1, "run"), runs)
        row(f"start-up: one case ({configuration} bundle)", left, right, 1e-3, "ms")
        left, right = pairs(ours(10000, "--list"), theirs(10000, "list"), runs)
        row(f"list 10,000 cases ({configuration} bundle)", left, right, 1e-3, "ms")
        few, few_floor = pairs(ours(1000, "--quiet"), theirs(1000, "run"), runs)
        many, many_floor = pairs(ours(10000, "--quiet"), theirs(10000, "run"), runs)
        row(f"run 10,000 empty cases ({configuration} bundle)", many, many_floor, 1e-3, "ms")
        row(f"one more empty case ({configuration} bundle)", slope(few, many), slope(few_floor, many_floor), 1e-6, "µs")


if __name__ == "__main__":
    main()
