#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures on a Slurm cluster what Benchmarks/machines.py computes with, and compares its result with whole runs.

    python3 Tests/Distributed/rates.py RUNNER [--nodes 1,2,4] [--seconds S] [--classes N] [--megabytes MB]

The nodes are all on this machine, with one processor each by Slurm's account. The cases only wait, so that nodes do not
disturb each other. Start, unpacking and merging are measured by themselves; then an array job of contrib/slurm runs the
archive on each number of nodes, and the time until its report stands beside the computed one. Nothing here passes or fails.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import Cluster, wait_until

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))
import machines  # noqa: E402


def timed(words, **options):
    """How long a command takes, in seconds."""
    started = time.monotonic()
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return time.monotonic() - started


def make_archive(runner, work, options):
    """Packs a bundle of waiting cases and a file of the size that is asked for."""
    waits = [round(duration * 1e6) for duration in machines.drawn(options.classes, options.seconds)]
    bundles = work / "bundles"
    bundles.mkdir()
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", f"-I{ROOT}/Sources/BundleABI/include", f"-DCLASSES={options.classes}",
         f"-DWAITS={','.join(map(str, waits))}", ROOT / "Benchmarks/peers/bundle.c", "-o", bundles / "Waiting.so"], check=True)
    (bundles / "data").write_bytes(os.urandom(1 << 20) * options.megabytes)
    subprocess.run([runner, "archive", "-o", work / "suites.tar", bundles], check=True, stderr=subprocess.DEVNULL)
    return work / "suites.tar"


def start_times(cluster, work, count):
    """How long it takes until each task of an array job runs, and then until a job runs that waits for them.

    Files say when, since `sbatch --wait` looks only every half a minute after a while.
    """
    marks = work / "marks"
    marks.mkdir()
    script = work / "mark.sh"
    script.write_text('#!/bin/sh\ntouch "$1"/"$2${SLURM_ARRAY_TASK_ID:-}"\n')
    started = time.time()
    job = cluster.run(["sbatch", "--parsable", f"--array=1-{count}", "--output=/dev/null", str(script), str(marks), "task"]).strip()
    cluster.run(["sbatch", f"--dependency=afterany:{job}", "--output=/dev/null", str(script), str(marks), "merge"])
    wait_until("the jobs have run", 120, lambda: len(list(marks.iterdir())) == count + 1)
    first = max(path.stat().st_mtime for path in marks.glob("task*"))
    return first - started, (marks / "merge").stat().st_mtime - first


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner", type=os.path.abspath)
    parser.add_argument("--nodes", type=lambda text: [int(word) for word in text.split(",")], default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=40, help="the time of all cases together")
    parser.add_argument("--classes", type=int, default=200)
    parser.add_argument("--megabytes", type=int, default=100, help="the size of the archive")
    options = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    durations = machines.drawn(options.classes, options.seconds)
    with tempfile.TemporaryDirectory(prefix="rates-") as work:
        work = Path(work).resolve()
        # munged's socket is for all users.
        work.chmod(0o755)
        archive = make_archive(options.runner, work, options)
        common = [options.runner, "--no-state", "--quiet", "--seed", "1"]
        unpack = min(timed([*common, "--list", archive]) for _ in range(3))
        subprocess.run([*common, "--jobs", "8", "--events", work / "one.jsonl", archive], check=True, stdout=subprocess.DEVNULL)
        merge = timed([options.runner, "merge", "--quiet", "--record", work / "record", "--html", work / "page", work / "one.jsonl"])
        print(f"unpacked at {options.megabytes / unpack:,.0f} MB/s; merged in {merge:.2f} s; the longest class {max(durations):.1f} s\n")
        print("| nodes | start | start of the merge | computed | measured | measured, of computed |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: |")
        for count in options.nodes:
            place = work / f"cluster-{count}"
            place.mkdir()
            with Cluster(place, [f"n{index + 1}" for index in range(count)]) as cluster:
                start, after = start_times(cluster, place, count)
                known = argparse.Namespace(
                    start=start, archive=options.megabytes, rate=float("inf"), store=float("inf"),
                    unpack=options.megabytes / unpack, merge=after + merge, jobs=1)
                computed, _ = machines.makespan(durations, count, known)
                results, began = place / "results", time.time()
                subprocess.run(
                    [ROOT / "contrib/slurm/submit.sh", str(count), archive, results, "--balance", work / "record", "--jobs", "1"],
                    env=cluster.environment | {"RUNNER": options.runner, "SEED": "1"}, stdout=subprocess.DEVNULL)
                measured = max(path.stat().st_mtime for path in results.iterdir()) - began
            print(f"| {count} | {start:.1f} s | {after:.1f} s | {computed:.1f} s | {measured:.1f} s | {measured / computed:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
