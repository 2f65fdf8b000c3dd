#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and installs the project with CMake, then builds another project against what was installed, and checks that
# the bundles of both export their entry and nothing else, and register their cases.
#
#   Tests/CMake/run.sh [DIR]    keeps its builds in DIR, or in a temporary directory that it removes
#
# needs: cmake 3.25 or later, ninja, a Swift toolchain, a C compiler, nm, readelf, objdump, python3
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    work=$(cd "$1" && pwd)
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi

# Says what is wrong and ends the test.
fail() {
    echo "Tests/CMake: $*" >&2
    exit 1
}

# Runs a command; shows its output only if it fails.
quietly() {
    "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "failed: $*"; }
    ! grep -E '(warning|CMake Warning)[ :]' "$work/log" >&2 || fail "warnings from: $*"
}

# check BUNDLE EXPECTED_CASE...: the exports and the registered cases of a bundle.
check() {
    bundle=$1
    shift
    exports=$(nm -D --defined-only "$bundle" | awk '$2 ~ /[A-Z]/ { print $3 }')
    [ "$exports" = testkit_bundle_entry ] || fail "$bundle: expected to export its entry alone, got: $exports"
    "$work/probe" "$bundle" > "$work/cases" || fail "$bundle: cannot be listed"
    for expected in "$@"; do
        grep -qx "$expected" "$work/cases" || fail "$bundle: expected the case $expected, got: $(cat "$work/cases")"
    done
    echo "ok: $(basename "$bundle"), $(wc -l < "$work/cases" | tr -d ' ') cases"
}

# run DIR BUILD: a whole run of the bundles in a directory, and CTest's of the same.
run() {
    "$work/prefix/bin/runner" --seed 42 "$1" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "a run of $1 failed"; }
    echo "ok: runner --seed 42 $(basename "$1")"
    quietly ctest --test-dir "$2" --no-tests=error --output-on-failure
    echo "ok: ctest, $(sed -n 's/.* tests failed out of //p' "$work/log") tests"
}

jobs=${JOBS:-2}
quietly cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -I "$root/Sources/BundleABI/include" \
    "$root/Tests/CMake/probe.c" -o "$work/probe" -ldl

# The layout that docs/ABI.md shows: each size and each offset becomes an assertion. RS="" reads paragraph by paragraph.
awk '
    BEGIN { RS = ""; print "#include \"testkit_bundle.h\"\n#include <assert.h>" }
    /^\*\*`testkit_/ { split($0, part, "`"); type = part[2]; split(part[3], word, " "); bytes = word[2]
                       printf "static_assert(sizeof(%s) == %s, \"%s\");\n", type, bytes, type
                       while (match($0, /`[a-z_]+`[ \n][0-9]+/)) {
                           split(substr($0, RSTART, RLENGTH), field, /[` \n]+/); $0 = substr($0, RSTART + RLENGTH)
                           printf "static_assert(offsetof(%s, %s) == %s, \"%s.%s\");\n", type, field[2], field[3], type, field[2] } }
' "$root/docs/ABI.md" > "$work/layout.c"
[ "$(grep -c offsetof "$work/layout.c")" -gt 50 ] || fail "docs/ABI.md: expected its layout tables"
quietly cc -std=c11 -I "$root/Sources/BundleABI/include" -c "$work/layout.c" -o "$work/layout.o"

# The bundle that docs/ABI.md shows: strict C11, strict C++17.
sed -n '/^\/\* A complete bundle/,/^```$/{/^```/!p;}' "$root/docs/ABI.md" > "$work/example.c"
for mode in "cc -x c -std=c11" "c++ -x c++ -std=c++17"; do
    quietly $mode -Wall -Wextra -Werror -fPIC -shared -fvisibility=hidden -I "$root/Sources/BundleABI/include" \
        "$work/example.c" -o "$work/libExample.so"
    check "$work/libExample.so" Example.GreetingTests/testGreets
done

quietly cmake -G Ninja -S "$root" -B "$work/build"
quietly cmake --build "$work/build" -j "$jobs"
check "$work/build/bundles/libFoundationSuites.so" FoundationSuites.URLTests/testRelativeReferencesResolve \
    TypeLaws.HashableLawTests/testEqualValuesHashAlike
check "$work/build/bundles/libStdlibSuites.so" StdlibSuites.ConcurrencyTests/testAnActorLosesNoIncrement \
    TypeLaws.HashableLawTests/testEqualValuesHashAlike
check "$work/build/bundles/libLibcSuites.so" Libc.SortingTests/testSortsExtremes
! ldd "$work/build/bundles/libStdlibSuites.so" | grep Foundation || fail "libStdlibSuites.so needs Foundation"
! readelf -d "$work/build/bundles/libLibcSuites.so" | grep swift || fail "libLibcSuites.so needs the Swift runtime"

quietly cmake --install "$work/build" --prefix "$work/prefix"
for page in man/man1/runner.1 bash-completion/completions/runner zsh/site-functions/_runner \
    fish/vendor_completions.d/runner.fish; do
    [ -s "$work/prefix/share/$page" ] || fail "share/$page is not installed, or empty"
done
! grep -rlF "$root" "$work/prefix/lib/cmake" || fail "the installed package names its source directory"
check "$work/prefix/lib/testkit/examples/libStdlibSuites.so" TypeLaws.HashableLawTests/testEqualValuesHashAlike
run "$work/prefix/lib/testkit/examples" "$work/build"

# The first build's libraries must not be needed any more.
mv "$work/build" "$work/build.moved"
rm -rf "$work/consumer" && cp -R "$root/Tests/CMake/consumer" "$work/consumer"
cp "$work/example.c" "$work/consumer/consumer.c"
quietly cmake -G Ninja -S "$work/consumer" -B "$work/consumer-build" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_C_FLAGS="-Wall -Wextra -Werror"
quietly cmake --build "$work/consumer-build" -j "$jobs"
mv "$work/build.moved" "$work/build"
check "$work/consumer-build/bundles/libConsumerSuites.so" ConsumerSuites.ConsumerTests/testOwn \
    ConsumerSuites.ConsumerTests/testAwaited ConsumerBases.ConsumerBaseTests/testInherited
# Base classes in a shared library.
exports=$(nm -D --defined-only "$work/prefix/lib/testkit/libTestKitShared.so" | grep -c ' testkit_bundle_entry$' || true)
[ "$exports" = 0 ] || fail "libTestKitShared.so: expected no bundle's entry"
! nm "$work/consumer-build/bundles/libSharingSuites.so" | grep -q ' [TtDdRr] \$s7TestKit0A4CaseCN$' ||
    fail "libSharingSuites.so: expected no TestKit of its own"
check "$work/consumer-build/bundles/libSharingSuites.so" SharingSuites.SharingTests/testOwn \
    SharedBases.SharedBaseTests/testInherited
"$work/prefix/bin/runner" --list "$work/consumer-build/bundles" > "$work/log"
grep -qx SharingSuites/SharingSuites.SharingTests/testInherited "$work/log" ||
    fail "libSharingSuites.so: no case of a base class in another library: $(cat "$work/log")"
check "$work/consumer-build/bundles/libConsumerData.so" ConsumerData.DataTests/outlineTestDoubles
"$work/prefix/bin/runner" --list "$work/consumer-build/bundles" | grep -qF 'DataTests/outlineTestDoubles[two]' ||
    fail "libConsumerData.so: its data file was not found beside it"
check "$work/consumer-build/bundles/libConsumerC.so" Example.GreetingTests/testGreets
run "$work/consumer-build/bundles" "$work/consumer-build"

# CTest: a test for each case where that is asked for, labels, a time limit, a skip; side by side.
quietly ctest --test-dir "$work/consumer-build" -j 4 -L '^consumer$' --no-tests=error
grep -q 'ConsumerSuites/ConsumerSuites.ConsumerTests/testOwn .*Passed' "$work/log" || fail "ctest: no test for each case"
quietly ctest --test-dir "$work/consumer-build" -N --print-labels
for label in ConsumerSuites ConsumerC consumer 'two words'; do
    grep -qx "  $label" "$work/log" || fail "ctest: no label '$label': $(cat "$work/log")"
done
ctest --test-dir "$work/consumer-build" --show-only=json-v1 -L '^consumer$' | grep -q '"value" : 90' ||
    fail "ctest: no time limit"
quietly ctest --test-dir "$work/consumer-build" -R SkipTests --no-tests=error
grep -q 'SkipTests .*Skipped' "$work/log" || fail "ctest: a skip is not told: $(cat "$work/log")"
echo "ok: ctest, cases, labels, time limits and skips"

# The tarball: what is installed, without the examples and the build, run where nothing of either is in the way.
tarball=$("$root/cmake/tarball.sh" -b "$work/build" "$work") || fail "cmake/tarball.sh failed"
mkdir -p "$work/unpacked"
tar -xzf "$tarball" --strip-components=1 -C "$work/unpacked"
for file in bin/runner share/man/man1/runner.1 include/testkit/BundleABI/testkit_bundle.h LICENSE \
    lib/cmake/TestKit/TestKitConfig.cmake; do
    [ -s "$work/unpacked/$file" ] || fail "$(basename "$tarball"): expected $file"
done
[ ! -e "$work/unpacked/lib/testkit/examples" ] || fail "$(basename "$tarball"): expected no examples"
quietly python3 "$root/Tests/Install/needs.py" "$work/unpacked/bin/runner"
commit=$(git -C "$root" rev-parse --short=12 HEAD)
"$work/unpacked/bin/runner" --version | grep -q "commit $commit" || fail "expected commit $commit from runner --version"
"$work/unpacked/bin/runner" --seed 42 "$work/prefix/lib/testkit/examples" > "$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "a run by the tarball's runner failed"; }
echo "ok: $(basename "$tarball")"
