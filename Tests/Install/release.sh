#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks cmake/release.sh, but for the tarballs that it has made: sums, notes, and what it refuses.
#
#   Tests/Install/release.sh
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "Tests/Install/release.sh: $*" >&2; exit 1; }

# A copy of what it reads, with a version and a date of its own.
mkdir -p "$work/copy/cmake" "$work/copy/Sources/Runner/Support/Text" "$work/files"
cp "$root/cmake/release.sh" "$work/copy/cmake/"
echo '    package static let current = "7.8.9"' >"$work/copy/Sources/Runner/Support/Text/Version.swift"
echo 'project(TestKit VERSION 7.8.9 LANGUAGES C Swift)' >"$work/copy/CMakeLists.txt"
mkdir -p "$work/copy/Plugins/RegisterTests"
for file in Package.swift Plugins/RegisterTests/RegisterTests.swift; do echo 'let version = "7.8.9"' >"$work/copy/$file"; done
release() { sh "$work/copy/cmake/release.sh" "$@" >"$work/log" 2>&1; }
refuses() {
    words=$1
    shift
    release "$@" && fail "expected a refusal with '$words'"
    grep -qF -- "$words" "$work/log" || fail "expected '$words', got: $(cat "$work/log")"
}
changes() { printf '# Changelog\n\n## %s\n\n- New.\n\n## 7.8.8 (2001-01-01)\n\n- Old.\n' "$1" >"$work/copy/CHANGELOG.md"; }

changes '7.8.9 (unreleased)'
refuses "expected '## 7.8.9 (DATE)', got '## 7.8.9 (unreleased)'" --collect "$work/files"
refuses 'expected bundle-test-runner-7.8.9-linux-PROCESSOR.tar.gz' --draft --collect "$work/files"
changes '7.8.10 (2001-02-03)'
refuses "as in Version.swift, got '## 7.8.10 (2001-02-03)'" --draft --collect "$work/files"
refuses 'there is no directory' --collect "$work/nowhere"
refuses 'usage:' --engine

changes '7.8.9 (2001-02-03)'
for processor in x86_64 aarch64; do echo "$processor" >"$work/files/bundle-test-runner-7.8.9-linux-$processor.tar.gz"; done
release --collect "$work/files" || fail "$(cat "$work/log")"
(cd "$work/files" && sha256sum -c --quiet SHA256SUMS) || fail "the sums are wrong"
[ "$(wc -l <"$work/files/SHA256SUMS")" -eq 2 ] || fail "expected two sums: $(cat "$work/files/SHA256SUMS")"
grep -q '^- New' "$work/files/NOTES.md" || fail "expected the newest release's notes: $(cat "$work/files/NOTES.md")"
! grep -q '^- Old' "$work/files/NOTES.md" || fail "expected no older release's notes"
grep -q '^| `bundle-test-runner-7.8.9-linux-aarch64.tar.gz` | `[0-9a-f]\{64\}` |$' "$work/files/NOTES.md" || fail "expected a table of sums"

sed -i 's/7.8.9/7.8.7/' "$work/copy/Package.swift"
refuses 'Package.swift: expected version 7.8.9' --collect "$work/files"
sed -i 's/7.8.9/7.8.7/' "$work/copy/CMakeLists.txt"
refuses 'CMakeLists.txt: expected version 7.8.9' --collect "$work/files"
# The project's own files are as it expects them.
sh "$root/cmake/release.sh" --collect "$work" >"$work/log" 2>&1 && fail "expected a refusal"
grep -qE "expected '## [0-9.]+ \(DATE\)'|expected bundle-test-runner-" "$work/log" || fail "$(cat "$work/log")"
echo 'ok: cmake/release.sh'
