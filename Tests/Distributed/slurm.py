#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An archive on a Slurm cluster, of which a node is lost in the middle, gives what one machine gives.

    python3 Tests/Distributed/slurm.py RUNNER [--directory DIR]

Two nodes on this machine, with Debian's slurm-wlm and munge. An array job of contrib/slurm runs the shards of an archive. One case
waits until its node is killed; Slurm begins its shard again on the other. Names and outcomes of the merged events must be
those of a run on one machine, and each report must be there.
"""
import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import Cluster, wait_until

ROOT = Path(__file__).resolve().parents[2]
SHARDS = 4


def outcomes(path):
    """The last outcome of each case in an event file, and the number of its results."""
    found, counts = {}, collections.Counter()
    for line in Path(path).read_text().splitlines():
        payload = json.loads(line)["payload"]
        if payload.get("kind") not in ("testEnded", "testCaseEnded", "testSkipped"):
            continue
        own = payload.get("testkit") or {}
        if "outcome" in own and own.get("identity", "").count("/") >= 2:
            found[own["identity"]] = own["outcome"]
            counts[own["identity"]] += 1
    return found, counts


def make_archive(runner, work):
    """Compiles the bundles and packs them; what they were made of is gone then."""
    bundles = work / "bundles"
    bundles.mkdir()
    for name in ("North", "South"):
        subprocess.run(
            ["cc", "-std=gnu11", "-shared", "-fPIC", "-w", f"-I{ROOT}/Sources/BundleABI/include",
             f"-I{ROOT}/Tests/Fixtures/C", "-o", bundles / f"{name}.so",
             ROOT / ("Tests/Distributed/preempted.c" if name == "North" else "Tests/Fixtures/C/ordinary.c")], check=True)
    subprocess.run([runner, "archive", "-o", work / "suites.tar", bundles], check=True)
    shutil.rmtree(bundles)
    return work / "suites.tar"


def check(condition, words):
    """Ends the script where a condition does not hold."""
    if not condition:
        raise SystemExit(f"FAILED: {words}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner", type=os.path.abspath)
    parser.add_argument("--directory", help="keep everything in a new directory DIR")
    options = parser.parse_args()
    for program in ("slurmctld", "slurmd", "munged", "sbatch"):
        check(shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"), f"{program} is not installed: apt-get install slurm-wlm munge")
    os.environ["PATH"] += ":/usr/sbin"
    if options.directory:
        os.makedirs(options.directory)
        return distributed(options.runner, Path(options.directory).resolve())
    with tempfile.TemporaryDirectory(prefix="slurm-") as work:
        return distributed(options.runner, Path(work).resolve())


def distributed(runner, work):
    """The comparison."""
    archive = make_archive(runner, work)
    local = work / "local.jsonl"
    here = subprocess.run([runner, "--no-state", "--quiet", "--seed", "5", "--events", local, archive], capture_output=True)
    check(here.returncode == 1, f"the run on one machine exits with {here.returncode}, not 1: {here.stderr.decode()}")
    expected, _ = outcomes(local)

    results, marker = work / "results", work / "marker"
    started = time.monotonic()
    with Cluster(work, ["n1", "n2"]) as cluster:
        print(f"cluster ready after {time.monotonic() - started:.1f} s", flush=True)
        submission = subprocess.Popen(
            [ROOT / "contrib/slurm/submit.sh", str(SHARDS), archive, results, "--verbose"],
            env=cluster.environment | {"RUNNER": runner, "PREEMPTED_FILE": str(marker), "SEED": "5"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        node = wait_until("the case that waits has begun", 60, lambda: marker.exists() and marker.read_text())
        cluster.kill(node)
        print(f"node {node} killed after {time.monotonic() - started:.1f} s", flush=True)
        try:
            output, _ = submission.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            submission.kill()
            print(cluster.run(["squeue", "--long"]), cluster.run(["sinfo", "--Node", "--long"]))
            raise SystemExit("FAILED: the array job did not end; slurmctld says:\n" + (work / "slurmctld.log").read_text()[-3000:])
        check(cluster.state(node).startswith("down"), f"{node} is {cluster.state(node)}, not down")
    print(f"merged after {time.monotonic() - started:.1f} s", flush=True)

    cut = [path for path in results.glob("shard-*.0.jsonl") if path.with_name(path.name.replace(".0.", ".1.")).exists()]
    check(len(cut) == 1, f"one shard was to begin again: {sorted(path.name for path in results.iterdir())}")
    check(submission.returncode == 1, f"merge exits with {submission.returncode}, not 1:\n{output}")
    merged = work / "merged.jsonl"
    subprocess.run([runner, "merge", "--quiet", "--events", merged, *results.glob("shard-*.jsonl")], capture_output=True)
    found, counts = outcomes(merged)
    check(found == expected, f"other outcomes: {sorted(set(found.items()) ^ set(expected.items()))}\n{output}")
    twice = [name for name, count in counts.items() if count != 1]
    check(not twice, f"more than one result: {twice}")
    for name in ("junit.xml", "report.html", "record"):
        check((results / name).stat().st_size > 0, f"{name} is missing")
    # The shard without its repetition: the gap is named.
    whole = [path for path in results.glob("shard-*.jsonl") if path.with_name(path.name.replace(".1.", ".0.")) != cut[0]]
    gap = subprocess.run([runner, "merge", "--quiet", *whole], capture_output=True, text=True)
    check(gap.returncode == 1 and "--shard" in gap.stdout + gap.stderr, f"the missing shard is not named: {gap.stdout}{gap.stderr}")
    print(f"ok: {len(expected)} cases have the same outcomes on two nodes, one of which was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
