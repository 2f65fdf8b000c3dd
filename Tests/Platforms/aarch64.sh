#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs what .ci/platforms has made for aarch64, in its directory: aarch64.sh SUFFIX [OPTION…]
# SUFFIX goes to the names of the reports; the options go to the runner.
suffix=$1
shift
./runner --version
./runner --list libLibcSuites.so | tail -n 1
./runner --no-state --seed 42 "$@" --junit "examples$suffix.xml" lib*Suites.so | tail -n 8
./runner --no-state --seed 42 "$@" --timeout 20 --junit "cells$suffix.xml" cells | tail -n 4

# The adapter is made by another machine: put where the runner keeps the one that it makes, which fails here.
mkdir -p /root/.cache
./runner --no-state sample >/dev/null 2>&1
key=$(ls /root/.cache/testkit/adapters | sed -n 's/\.log$//p' | head -n 1)
mkdir -p "/root/.cache/testkit/adapters/$key"
cp libXCTestAdapter.so "/root/.cache/testkit/adapters/$key/"
for directory in sample stripped; do
    ./runner --no-state --seed 42 "$@" --junit "$directory$suffix.xml" $directory | tail -n 4
done
exit 0
