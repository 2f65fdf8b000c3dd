#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests of a package, which has both frameworks, by each way in which a runner comes to people. Each way has an
# empty cache; the runner that CMake installs brings the adapter along.
#
#   ways.sh [WAY]...   all of them by default; minutes each but for the first
#
#   plugin      what `swift package run-suites` calls, of a version that a package depends on: the runner is a stand-in
#   tagged      a package that depends on a version of this one: swift package run-suites
#   installed   an executable that `swift package experimental-install` has installed
#   cmake       one that CMake has installed
#   swiftbuild  a debug runner, the package built by Swift Build
#   gold, lld   a debug runner, the package linked by that linker
#   coverage    a debug runner, the package built to count what runs
#   release     a debug runner, the package built for release, linked by lld, and stripped
#   address, thread   a runner and the package, both built with that sanitizer
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "Tests/Compatibility/ways.sh: $*" >&2
    exit 1
}

# A copy of the package; with an argument, that stands among the manifest's.
copy() {
    rm -rf "$work/Shop"
    cp -r "$root/Tests/Fixtures/OtherFrameworks" "$work/Shop"
    rm -rf "$work/Shop/.build"
    [ $# -eq 0 ] || sed -i "s|^    name: \"OtherFrameworks\",|&\n    $1|" "$work/Shop/Package.swift"
}

# check WAY STATUS: what the run of the whole package says, in $work/log, and its exit status.
#
# The counts are those of the table in Tests/EndToEndTests/Adapters/AdaptedTests.swift. In a stripped file, two tests of a suite that
# cannot be created run without it, and it is a test by itself.
check() {
    local counts='58 passed, 19 failed ([^)]*), 7 crashed, 8 skipped, 1 known issue, 1 not run, 4 classes terminated abnormally'
    [ "$1" != release ] || counts=${counts/58 passed/60 passed} counts=${counts/7 crashed/6 crashed}
    [ "$2" -eq 1 ] || { cat "$work/log"; fail "$1: exit status $2"; }
    # The toolchain that built the runner built the package as well.
    [ "$1" != cmake ] || ! grep -q 'compiling the adapter' "$work/log" || { cat "$work/log"; fail "$1: the runner brought no adapter along"; }
    ls "$work"/cache/testkit/adapters/*/libXCTestAdapter.so > /dev/null || fail "$1: no adapter is kept"
    for name in ShopTests.DerivedTests/testInherited ShopSwiftTests.PriceTests/adds ShopSwiftTests.ExitTests/exits; do
        grep -qE "^passed [A-Za-z]*/$name " "$work/log" || { cat "$work/log"; fail "$1: $name did not pass"; }
    done
    grep -q "^FAILED: 9[0-9] cases run in .*: $counts\$" "$work/log" || { cat "$work/log"; fail "$1: other counts than $counts"; }
    echo "$1: $(grep '^FAILED: ' "$work/log")"
}

# runs WAY COMMAND...: runs the package, with an empty cache.
runs() {
    local way=$1 status=0
    shift
    rm -rf "$work/cache"
    (cd "$work/Shop" && XDG_CACHE_HOME=$work/cache "$@") > "$work/log" 2> "$work/errors" || status=$?
    # SwiftPM writes to both at once, and would cut the line of the counts in two.
    cat "$work/errors" >> "$work/log"
    check "$way" "$status"
}

debug_runner() {
    swift build --package-path "$root" --product runner > "$work/log" 2>&1 || { cat "$work/log"; fail 'the runner does not build'; }
    echo "$root/.build/debug/runner"
}

tagged() {
    git clone -q "$root" "$work/bundle-test-runner"
    git -C "$work/bundle-test-runner" tag -f 77.0.0 > /dev/null
    copy "dependencies: [.package(url: \"file://$work/bundle-test-runner\", from: \"77.0.0\")],"
    runs tagged swift package run-suites -v --no-state
    status=0
    (cd "$work/Shop" && XDG_CACHE_HOME=$work/cache swift package run-suites --no-state DerivedTests) > "$work/log" 2>&1 || status=$?
    grep -q 'ok: 2 cases run' "$work/log" && [ "$status" -eq 0 ] || { cat "$work/log"; fail "a name: exit status $status"; }
}

plugin() {
    local stub=$work/stub/bundle-test-runner shop=$work/Counter status=0
    mkdir -p "$stub/Sources/Runner" "$stub/Plugins" "$shop/Sources/Counter" "$shop/Tests/CounterTests"
    cp -r "$root/Plugins/RunSuites" "$stub/Plugins/"
    cat > "$stub/Package.swift" <<'END'
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "bundle-test-runner",
    products: [.executable(name: "runner", targets: ["Runner"]), .plugin(name: "RunSuites", targets: ["RunSuites"])],
    targets: [
        .executableTarget(name: "Runner", linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=none"])]),
        .plugin(name: "RunSuites", capability: .command(intent: .custom(verb: "run-suites", description: "Runs."))),
    ])
END
    cat > "$stub/Sources/Runner/main.swift" <<'END'
import Foundation
let words = CommandLine.arguments
print("words:", words.dropFirst(2).joined(separator: "|"))
print("tests:", FileManager.default.fileExists(atPath: words[1] + "/CounterPackageTests.xctest"))
exit(words.contains("fail") ? 4 : 0)
END
    git -C "$stub" init -q
    git -C "$stub" add -A
    git -C "$stub" -c user.name=Shop -c user.email=shop@example.com commit -qm 'A runner'
    git -C "$stub" tag 77.0.0
    cat > "$shop/Package.swift" <<END
// swift-tools-version: 6.1
import PackageDescription
let package = Package(
    name: "Counter", dependencies: [.package(url: "file://$stub", from: "77.0.0")],
    targets: [.target(name: "Counter"), .testTarget(name: "CounterTests", dependencies: ["Counter"])])
END
    echo 'public let one = 1' > "$shop/Sources/Counter/Counter.swift"
    printf 'import XCTest\nfinal class A: XCTestCase { func testA() {} }\n' > "$shop/Tests/CounterTests/CounterTests.swift"
    (cd "$shop" && swift package run-suites --seed 1 'a b') > "$work/log" 2>&1 || { cat "$work/log"; fail 'plugin'; }
    grep -qx 'words: --seed|1|a b' "$work/log" && grep -qx 'tests: true' "$work/log" || { cat "$work/log"; fail 'plugin: words'; }
    (cd "$shop" && swift package run-suites fail) > "$work/log" 2>&1 || status=$?
    grep -q "a file could not be loaded (the runner's exit code is 4)" "$work/log" && [ "$status" -eq 1 ] ||
        { cat "$work/log"; fail "plugin: exit status $status"; }
    echo 'plugin: ok'
}

installed() {
    git clone -q "$root" "$work/checkout"
    # SwiftPM asks the system for the home directory, and not HOME. This variable comes before both.
    CFFIXED_USER_HOME=$work/home swift package --package-path "$work/checkout" experimental-install --product runner \
        > "$work/log" 2>&1 || { cat "$work/log"; fail 'experimental-install'; }
    local runner=$work/home/.swiftpm/bin/runner
    [ -x "$runner" ] || { cat "$work/log"; fail "installed: there is no $runner"; }
    rm -rf "$work/checkout"
    copy
    (cd "$work/Shop" && swift build --build-tests > /dev/null)
    runs installed "$runner" -v --no-state .build/debug
}

cmake() {
    command cmake -S "$root" -B "$work/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Release > "$work/log" 2>&1 &&
        command cmake --build "$work/cmake" >> "$work/log" 2>&1 &&
        command cmake --install "$work/cmake" --prefix "$work/prefix" >> "$work/log" 2>&1 || { cat "$work/log"; fail 'CMake'; }
    rm -rf "$work/cmake"
    copy
    (cd "$work/Shop" && swift build --build-tests > /dev/null)
    runs cmake "$work/prefix/bin/runner" -v --no-state .build/debug
}

swiftbuild() {
    local runner
    runner=$(debug_runner)
    copy
    (cd "$work/Shop" && swift build --build-system swiftbuild --build-tests) > "$work/log" 2>&1 ||
        { cat "$work/log"; fail 'the package does not build with Swift Build'; }
    runs swiftbuild "$runner" -v --no-state "$(cd "$work/Shop" && swift build --build-system swiftbuild --show-bin-path)"
}

# linked WAY OPTION...: a debug runner, the package built with some options.
linked() {
    local way=$1 runner
    shift
    runner=$(debug_runner)
    copy
    (cd "$work/Shop" && swift build --build-tests "$@") > "$work/log" 2>&1 ||
        { cat "$work/log"; fail "$way: the package does not build"; }
    runs "$way" "$runner" -v --no-state "$(cd "$work/Shop" && swift build "$@" --show-bin-path)"
}

gold() { linked gold -Xswiftc -use-ld=gold; }
lld() { linked lld -Xswiftc -use-ld=lld; }
coverage() { linked coverage --enable-code-coverage; }

release() {
    local runner
    runner=$(debug_runner)
    copy
    (cd "$work/Shop" && swift build -c release --build-tests -Xswiftc -enable-testing -Xswiftc -use-ld=lld) > "$work/log" 2>&1 ||
        { cat "$work/log"; fail 'the package does not build for release'; }
    strip "$work/Shop/.build/release/OtherFrameworksPackageTests.xctest"
    runs release "$runner" -v --no-state .build/release
}

# sanitized SANITIZER: a runner and the package, built with a sanitizer; then an ordinary runner, which says that it has none.
sanitized() {
    local scratch=$root/.build-$1 status=0
    swift build --package-path "$root" --scratch-path "$scratch" --sanitize="$1" --product runner > "$work/log" 2>&1 ||
        { cat "$work/log"; fail "the runner does not build with the $1 sanitizer"; }
    copy
    (cd "$work/Shop" && swift build --build-tests --sanitize="$1") > "$work/log" 2>&1 ||
        { cat "$work/log"; fail "the package does not build with the $1 sanitizer"; }
    runs "$1" "$scratch/debug/runner" -v --no-state .build/debug
}

address() { sanitized address; }
thread() { sanitized thread; }

[ $# -gt 0 ] || set -- plugin tagged installed cmake swiftbuild gold lld coverage release address thread
for way in "$@"; do "$way"; done
