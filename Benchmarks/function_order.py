#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the order in which the released runner has its functions: those first that usual runs call.

usage: function_order.py

A run calls a twentieth of the program. Side by side, its functions are on few pages, so a start has fewer page faults, and the
program takes less memory (docs/design/house.md). Those that a case's own process calls come first: each has its page faults anew.
Writes Sources/Runner/function-order.txt, which the linker reads; names
that it does not know cost nothing, so the file need not be written again with each change. For x86-64; the order holds for
other processors as well.
"""
import os
import pathlib
import subprocess

import run

OUTPUT = run.ROOT / "Sources/Runner/function-order.txt"
TRACE = run.BUILD / "function-trace"
# What a usual day has, and what the benchmarks measure.
RUNS = [
    ("Empty1", "--quiet"),
    ("Empty1000", "--quiet", "--jobs", "1"),
    ("Empty1000", "--verbose", "--jobs", "2", "--junit", "/dev/null"),
    ("Empty1", "--isolation", "case"),
    ("Empty1000", "--list"),
]


def functions(program: pathlib.Path) -> dict[int, list[str]]:
    """The names of all functions of a program, by their addresses."""
    lines = subprocess.run(["readelf", "-sW", program], check=True, capture_output=True, text=True).stdout.splitlines()
    names: dict[int, list[str]] = {}
    for words in map(str.split, lines):
        if len(words) == 8 and words[3] == "FUNC" and words[2] != "0" and words[6] != "UND":
            names.setdefault(int(words[1], 16), []).append(words[7])
    return names


def main() -> None:
    host, _, suites = run.build()
    tracer = run.BUILD / "function_trace"
    run.call("gcc", "-O2", "-Wall", "-Wextra", run.ROOT / "Benchmarks/function_trace.c", "-o", tracer)
    TRACE.mkdir(exist_ok=True)
    names = functions(host)
    (TRACE / "functions").write_text("".join(f"{address:x}\n" for address in names))
    forked: dict[str, None] = {}
    order: dict[str, None] = {}
    # Else a runner with a shared Swift runtime starts itself once more, and the tracer loses it.
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    for bundle, *options in RUNS:
        run.call(tracer, TRACE / "functions", TRACE / "found", host, "--seed", "1", "--state", TRACE / "state", *options,
                 suites["release"] / f"lib{bundle}.so")
        for depth, address in map(str.split, (TRACE / "found").read_text().splitlines()):
            (forked if int(depth) >= 2 else order).update(dict.fromkeys(names[int(address, 16)]))
    order = forked | order
    OUTPUT.write_text("".join(f"{name}\n" for name in order))
    # SwiftPM does not know that the program is also made of this file. What was traced is a copy.
    (run.BUILD / "host/release/runner").unlink()
    print(f"{len(order)} functions in {OUTPUT}")


if __name__ == "__main__":
    main()
