#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs an archive of tests on a Slurm cluster, and waits for the report.
#
#     submit.sh SHARDS suites.tar RESULTS [OPTION…]
#
# The archive and RESULTS, an empty directory, must be visible on all nodes; so must the runner, which RUNNER names
# where it is not in PATH. OPTIONs go to each shard's run. The exit code is that of `runner merge`: of a run of everything.
set -eu
[ $# -ge 3 ] || { echo "usage: submit.sh SHARDS ARCHIVE RESULTS [OPTION…]" >&2; exit 2; }
shards=$1
archive=$(realpath "$2")
mkdir -p "$3"
results=$(realpath "$3")
shift 3
here=$(dirname "$(realpath "$0")")
# Events of another run would be merged with those of this one.
for file in "$results"/shard-*.jsonl; do
    [ ! -e "$file" ] || { echo "submit.sh: $results holds the events of another run" >&2; exit 2; }
done
# All shards of a run need one seed, and the same one when a shard begins again.
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}

job=$(sbatch --parsable --array="1-$shards" --output="$results/shard-%a.log" --open-mode=append "$here/tests.sbatch" \
    "$archive" "$results" --seed "$seed" "$@")
# sbatch --wait has the exit code of the job that it waits for.
status=0
sbatch --wait --parsable --dependency="afterany:${job%%;*}" --output="$results/merge.log" "$here/merge.sbatch" "$results" \
    >/dev/null || status=$?
cat "$results/merge.log"
exit "$status"
