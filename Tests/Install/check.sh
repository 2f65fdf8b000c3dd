#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the runner as docs/Installing.md says, in a home directory of its own, and runs a bundle with it. Checks the
# Dockerfile as far as that can be done without Docker.
#
#   Tests/Install/check.sh BUNDLE
#
# needs: a Swift toolchain, python3, nm; makes a release build
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
bundle=$(realpath "$1")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$root"

fail() {
    echo "Tests/Install: $*" >&2
    exit 1
}

command=$(awk -v mark="<!-- command: experimental-install -->" \
    '$0 == mark { getline; while (getline && !/^```/) print; exit }' docs/Installing.md)
[ -n "$command" ] || fail "docs/Installing.md: expected a command under its marker"
# SwiftPM asks the system for the home directory, and not HOME. This variable comes before both.
HOME=$home CFFIXED_USER_HOME=$home sh -euc "$command" > "$home/log" 2>&1 || { cat "$home/log" >&2; fail "failed: $command"; }
runner=$home/.swiftpm/bin/runner
[ -x "$runner" ] || fail "expected a program at .swiftpm/bin/runner: $(cat "$home/log")"

# Not from the checkout: nothing of it may be needed.
cd "$home"
PATH=$home/.swiftpm/bin:$PATH
runner --version
runner --seed 42 "$bundle" > "$home/log" 2>&1 || { cat "$home/log" >&2; fail "a run of $bundle failed"; }
commit=$(git -C "$root" rev-parse --short=12 HEAD)
# A clone's HEAD is a branch or a commit; only the branch main and a commit can be read when the runner is compiled.
branch=$(git -C "$root" symbolic-ref -q --short HEAD || echo main)
[ "$branch" != main ] || runner --version | grep -q "commit $commit" || fail "expected commit $commit from runner --version"

python3 "$root/Tests/Exports/check.py" "$runner"

# Each RUN is a command that a shell can read, and each file that is copied from here is here.
for dockerfile in "$root"/contrib/*/Dockerfile; do
    sed -n 's/^RUN //p' "$dockerfile" | while read -r line; do
        sh -nc "$line" || fail "$dockerfile: not a command: $line"
    done
    sed -n 's/^COPY \([^-][^ ]*\) .*/\1/p' "$dockerfile" | while read -r source; do
        [ -e "$root/$source" ] || fail "$dockerfile: there is no $source"
    done
    # A stage that another one names is above it.
    stages=
    while read -r word rest; do
        case $word in
        FROM) set -- $rest; [ "${2:-}" != AS ] || stages="$stages $3 " ;;
        COPY) case $rest in --from=*) name=${rest#--from=}; case $stages in *" ${name%% *} "*) ;; *) fail "$dockerfile: no stage ${name%% *}" ;; esac ;; esac ;;
        esac
    done <"$dockerfile"
done
sh "$root/Tests/Install/release.sh"
echo "ok: experimental-install, Dockerfiles"
