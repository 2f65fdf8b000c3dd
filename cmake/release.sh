#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the files of a release in a directory: a tarball for each processor, SHA256SUMS, and the notes of CHANGELOG.md.
#
#   cmake/release.sh [--draft] [--engine ENGINE | --collect] DIR
#
# Without an option for that, the tarball is that of this machine's processor, made by its Swift toolchain. ENGINE, docker or podman, makes
# those of x86_64 and aarch64, each in an image for its processor (contrib/release/Dockerfile), emulated where it is another's. --collect makes
# none: sums and notes are of the tarballs that are in DIR. Each runner has the adapter for XCTest and Swift Testing of the toolchain that
# made it.
#
# The version must be the same in Version.swift, CMakeLists.txt, Package.swift, the plug-in and the first release of CHANGELOG.md, and
# that must have a date; --draft does without the date.
#
# needs: as cmake/tarball.sh, or ENGINE; sha256sum
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
usage() { echo "usage: $0 [--draft] [--engine docker|podman | --collect] DIR" >&2; exit 2; }
is_draft=false
engine=
makes=true
while [ $# -gt 0 ]; do
    case $1 in
    --draft) is_draft=true ;;
    --engine) [ $# -gt 1 ] || usage; engine=$2; shift ;;
    --collect) makes=false ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
[ $# -eq 1 ] || usage
output=$1
[ -d "$output" ] || { echo "$0: there is no directory '$output'" >&2; exit 2; }

version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' "$root/Sources/Runner/Support/Text/Version.swift")
build=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
heading=$(sed -n 's/^## //p' "$root/CHANGELOG.md" | head -n 1)
[ "$version" = "$build" ] || { echo "$0: CMakeLists.txt: expected version $version, as in Version.swift, got $build" >&2; exit 1; }
for file in Package.swift Plugins/RegisterTests/RegisterTests.swift; do
    grep -q "let version = \"$version\"" "$root/$file" || { echo "$0: $file: expected version $version, as in Version.swift" >&2; exit 1; }
done
case $heading in
"$version ("????-??-??")") ;;
"$version "*) "$is_draft" || { echo "$0: CHANGELOG.md: expected '## $version (DATE)', got '## $heading': --draft does without a date" >&2; exit 1; } ;;
*) echo "$0: CHANGELOG.md: expected '## $version (DATE)', as in Version.swift, got '## $heading'" >&2; exit 1 ;;
esac

if ! "$makes"; then
    :
elif [ -z "$engine" ]; then
    "$root/cmake/tarball.sh" -s "$output"
else
    for processor in amd64 arm64; do
        # The commit goes along: an image has no repository.
        "$engine" build --platform "linux/$processor" --file "$root/contrib/release/Dockerfile" --target files --output "type=local,dest=$output" "$root"
    done
fi

cd "$output"
ls bundle-test-runner-"$version"-linux-*.tar.gz >/dev/null 2>&1 || {
    echo "$0: expected bundle-test-runner-$version-linux-PROCESSOR.tar.gz in $output, got none" >&2
    exit 1
}
sha256sum bundle-test-runner-"$version"-linux-*.tar.gz >SHA256SUMS
{
    awk '/^## / { if (count++) exit; next } count' "$root/CHANGELOG.md"
    printf '### Files\n\n| file | SHA-256 |\n| --- | --- |\n'
    sed 's/^\([0-9a-f]*\)  \(.*\)$/| `\2` | `\1` |/' SHA256SUMS
} >NOTES.md
cat SHA256SUMS
