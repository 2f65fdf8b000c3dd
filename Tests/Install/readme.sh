#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the package of the README's first bundle, as it stands there, builds it with the README's commands and runs it. A tagged copy of
# this repository, under another name, takes the place of the address in the manifest, as the README says.
#
#   Tests/Install/readme.sh [DIR]
#
# An installed runner, in DIR, runs the bundle itself, and its registrar must have saved the package the build of its own.
#
# needs: a Swift toolchain, git; builds a package, and without DIR the runner (minutes)
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

fail() {
    echo "Tests/Install: $*" >&2
    exit 1
}

# The block under a marker of the README.
block() {
    awk -v mark="<!-- $1 -->" '$0 == mark { getline; while (getline && !/^```/) print; exit }' "$root/README.md"
}

# The version that the manifest asks for, of what is committed here.
git clone -q "$root" "$home/our-runner"
git -C "$home/our-runner" tag -f 0.1.0 > "$home/log" 2>&1
package=$home/my-suites
for file in Package.swift Sources/MySuites/ShoppingCartTests.swift; do
    mkdir -p "$(dirname "$package/$file")"
    block "file: $file" > "$package/$file"
    [ -s "$package/$file" ] || fail "README.md: expected $file under its marker"
done
commands=$(block "command: first-bundle")
[ -n "$commands" ] || fail "README.md: expected commands under the marker first-bundle"
compiles=true
[ $# -eq 0 ] || { PATH=$1:$PATH; compiles=false; commands='swift build && runner .build/debug'; }

cd "$package"
sed -i -e "s|\.package(url: \"[^\"]*\"|.package(url: \"file://$home/our-runner\"|" \
    -e 's|package: "bundle-test-runner"|package: "our-runner"|' Package.swift
sh -euc "$commands" > "$home/log" 2>&1 || { cat "$home/log" >&2; fail "failed: $commands"; }
grep -q '^ok: 2 cases run in .*: 2 passed$' "$home/log" || { cat "$home/log" >&2; fail "expected two cases that pass"; }
# A bundle with a TestKit of its own does not keep another's entry from being used.
nm -D --defined-only .build/debug/libMySuites.so | grep -q ' W testkit_bundle_entry$' || fail "expected a weak entry in the bundle"
! "$compiles" || grep -q 'Compiling BundleRegistrar' "$home/log" || fail 'expected a build of the registrar'
"$compiles" || ! grep -q 'Compiling BundleRegistrar' "$home/log" || fail "expected the registrar in $1, and no build of one"

# build WORD: builds the package again, and says whether the log has a word.
build() { swift build > "$home/log" 2>&1 && grep -q "$1" "$home/log"; }

# The build shows the registrar's warnings, and runs it where a source of its target has changed, and only there. SwiftPM links the
# tool once more on the second build, and so runs it.
source=Sources/MySuites/ShoppingCartTests.swift
build . || { cat "$home/log" >&2; fail "expected a second build"; }
! build Registering || { cat "$home/log" >&2; fail "expected no registration where nothing has changed"; }
sed -i '$s/^}$/    func testWrong(x: Int) {}\n}/' "$source"
line=$(grep -n testWrong "$source" | cut -d: -f1)
build "$source:$line:10: warning: test method 'testWrong' of 'ShoppingCartTests' is not registered" ||
    { cat "$home/log" >&2; fail "expected a warning about $source:$line"; }
grep -q 'Registering the tests of MySuites' "$home/log" || fail "expected a registration of what has changed"
echo "ok: the README's first bundle"
