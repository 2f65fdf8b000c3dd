#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The right operands of ||, && and ?? are functions in llvm-cov's counts.
#
# Version: swiftc and llvm-cov of the Swift toolchain 6.3.1, Linux. Source: `llvm-cov export -summary-only`.
# Behaviour: such an operand is an autoclosure, and the compiler gives each a counter and a name of its own. A file with one function and
# three operators has four functions, and one that short-circuits is "75 % of functions", though each was called.
# Output seen: functions: 4, called: 1
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >library.swift <<'SWIFT'
func decide(_ a: Bool, _ b: Bool, _ c: Int?) -> Int {
    if a || b { return c ?? 1 }
    if a && b { return 2 }
    return 3
}
SWIFT
cat >main.swift <<'SWIFT'
print(decide(true, false, 4))
SWIFT
swiftc -profile-generate -profile-coverage-mapping main.swift library.swift -o main
LLVM_PROFILE_FILE=main.profraw ./main >/dev/null
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
"$tools/llvm-profdata" merge main.profraw -o main.profdata
"$tools/llvm-cov" export -summary-only -instr-profile main.profdata ./main library.swift >summary.json
read -r count covered < <(python3 -c '
import json
functions = json.load(open("summary.json"))["data"][0]["totals"]["functions"]
print(functions["count"], functions["covered"])')
echo "functions: $count, called: $covered"
[ "$count" -eq 4 ] && [ "$covered" -eq 1 ]
