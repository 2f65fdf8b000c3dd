#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs a tarball by the command of docs/ci/README.md in a root directory that has the C library and nothing else, and runs a bundle in C there.
#
#   Tests/Install/archive.sh TARBALL
#
# needs: curl, git, a C compiler, a Swift toolchain, unshare, and the right to make user namespaces
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
tarball=$(realpath "$1")
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT

fail() {
    echo "Tests/Install: $*" >&2
    exit 1
}

command=$(awk -v mark="<!-- command: archive -->" '$0 == mark { getline; while (getline && !/^```/) print; exit }' "$root/docs/ci/README.md")
[ -n "$command" ] || fail "docs/ci/README.md: expected a command under its marker"
mkdir -p "$empty/usr/local" "$empty/proc" "$empty/dev" "$empty/tmp" "$empty/suites"
RUNNER_TARBALL=file://$tarball sh -euc "$(echo "$command" | sed "s|/usr/local|$empty/usr/local|")" 2>"$empty/log" || { cat "$empty/log" >&2; fail "failed: $command"; }
for file in bin/runner bin/runner-thread bin/runner-address share/man/man1/runner.1 \
    share/bash-completion/completions/runner share/zsh/site-functions/_runner share/fish/vendor_completions.d/runner.fish; do
    [ -s "$empty/usr/local/$file" ] || fail "the tarball lacks $file"
done
version=$("$empty/usr/local/bin/runner" --version | sed -n 's/^runner \([^ ]*\).*/\1/p')
[ -x "$empty/usr/local/bin/BundleRegistrar-$version" ] || fail "the tarball lacks bin/BundleRegistrar-$version"
# An ELF file in base64.
grep -q f0VMRgIBAQ "$empty/usr/local/bin/runner" || fail "the runner lacks the adapter of its toolchain"

cc -shared -fPIC -I "$root/Sources/BundleABI/include" -I "$root/Tests/Fixtures/C" -o "$empty/suites/Plain.so" "$root/Tests/Fixtures/C/ordinary.c"
ldd "$empty/usr/local/bin/runner" | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p' | while read -r library; do
    case $library in
    */libc.so.* | */libm.so.* | */libdl.so.* | */libpthread.so.* | */librt.so.* | */libresolv.so.* | */ld-linux*) ;;
    *) fail "the runner needs $library, which is no part of the C library" ;;
    esac
    mkdir -p "$empty$(dirname "$library")"
    cp -L "$library" "$empty$library"
done
: >"$empty/dev/null"
# A root directory and a list of processes of one's own: no right of root's is needed.
unshare --user --map-root-user --mount --pid --fork sh -euc '
    mount -t proc proc "$1/proc"
    mount --bind /dev/null "$1/dev/null"
    exec chroot "$1" /usr/local/bin/runner --seed 42 --no-state /suites' sh "$empty" >"$empty/log" 2>&1 ||
    { cat "$empty/log" >&2; fail "the runner does not run a bundle in a root directory with the C library alone"; }
grep -q '^ok' "$empty/log" || { cat "$empty/log" >&2; fail "expected a line that begins with ok"; }
# Those of the sanitizers have the toolchain's runtime.
for program in runner-thread runner-address; do
    "$empty/usr/local/bin/$program" --seed 42 --no-state --leaks off "$empty/suites" >"$empty/log" 2>&1 || { cat "$empty/log" >&2; fail "$program fails"; }
done
# A package of suites, with its registrar.
sh "$root/Tests/Install/readme.sh" "$empty/usr/local/bin"
echo "ok: the tarball in an empty root directory"
