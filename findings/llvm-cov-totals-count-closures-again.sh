#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The totals of a file in llvm-cov's lcov output (LF, LH) are not those of the lines that the same record lists (DA).
#
# Version: llvm-cov of the Swift toolchain 6.3.1, Linux. Source: `llvm-cov export -format=lcov`.
# Behaviour: LF and LH sum over functions, and a closure is a function of its own: its lines count once for it and once for the function
# around it. DA lists each line once. Tools that sum DA (lcov, genhtml) and tools that trust LF and LH show other percentages.
# Output seen: DA lists 10 lines, LF says 14
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >main.swift <<'SWIFT'
func twice(_ numbers: [Int]) -> [Int] {
    numbers.map { number in
        let doubled = number * 2
        return doubled
    }
}
func never() {
    print("not called")
}
print(twice([1, 2]).count)
SWIFT
swiftc -profile-generate -profile-coverage-mapping main.swift -o main
LLVM_PROFILE_FILE=main.profraw ./main >/dev/null
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
"$tools/llvm-profdata" merge main.profraw -o main.profdata
"$tools/llvm-cov" export -format=lcov -instr-profile main.profdata ./main >lcov.info
listed=$(grep -c '^DA:' lcov.info)
total=$(sed -n 's/^LF://p' lcov.info)
echo "DA lists $listed lines, LF says $total"
[ "$total" -gt "$listed" ]
