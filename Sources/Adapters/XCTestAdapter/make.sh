#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes libXCTestAdapter.so with a toolchain: make.sh TOOLCHAIN SOURCES OUTPUT
# TOOLCHAIN is the directory that holds bin/swiftc; SOURCES is where this file is; OUTPUT is a directory for what is made.
# For another machine: MACHINE is its name, LIBRARIES the directory of its Swift libraries, and SWIFT_FLAGS and C_FLAGS have the
# compilers' options for it. RUN_PATH takes the place of the toolchain's run path.
set -eu
toolchain=$1
sources=$2
output=$3
machine=${MACHINE:-$(uname -m)}
libraries=${LIBRARIES:-$toolchain/lib/swift/linux}
mkdir -p "$output/modules/Testing.swiftmodule"

# The toolchain's own interface of Testing, and behind it what its library exports for tools. Between the machine and the system is
# the vendor: "unknown", in Debian's toolchain "pc".
for interface in "$libraries/Testing.swiftmodule/$machine"-*-linux-gnu.swiftinterface; do break; done
[ -f "$interface" ] || { echo "error: it has no interface of Testing: Swift 6.2 or later is needed"; exit 1; }
extended=$output/modules/Testing.swiftmodule/$(basename "$interface")
cat "$interface" "$sources/Testing.swiftinterface.in" >"$extended"

# Swift 6.2 cannot cancel tests.
cancellation=CANCELLATION
if ! grep -q testCaseCancelled "$libraries/libTesting.so"; then
    cancellation=NO_CANCELLATION
    sed -i '/case test.*Cancelled(/d' "$extended"
fi

# Swift 6.2 keeps the severity of issues, and the name of a place's path, to itself. SOURCES are a copy.
if ! grep -q 'var severity' "$interface"; then
    cat >>"$extended" <<'END'
extension Testing.Issue {
  public enum Severity : Swift.Sendable, Swift.Equatable, Swift.Hashable {
    case warning
    case error
    public static func == (a: Testing.Issue.Severity, b: Testing.Issue.Severity) -> Swift.Bool
    public func hash(into hasher: inout Swift.Hasher)
  }
  public var severity: Testing.Issue.Severity { get set }
}
END
    for file in ListedSuite ListedTest TestingEvents; do
        sed -i 's/\([.?]\)filePath/\1_filePath/' "$sources/Sources/$file.swift"
    done
fi

for file in "$sources"/Support/*.c; do
    # shellcheck disable=SC2086 # several words
    "$toolchain/bin/clang" ${C_FLAGS:-} -c -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -I "$sources/Support/include" \
        -o "$output/$(basename "$file" .c).o" "$file"
done
run_path=
[ -z "${RUN_PATH:-}" ] || run_path="-no-toolchain-stdlib-rpath -Xlinker -rpath -Xlinker $RUN_PATH"
# Without optimisation: it takes a fifth of the time, and what looks at many bytes is in C.
# A cache of modules of its own: the interface above must not get into anybody else's.
# What libTesting does not export is an error here, not in the first test that would use it.
# shellcheck disable=SC2086
"$toolchain/bin/swiftc" ${SWIFT_FLAGS:-} -emit-library -Onone -wmo -swift-version 6 -module-name XCTestAdapter \
    -D "$cancellation" -module-cache-path "$output/cache" -I "$output/modules" -I "$sources/Support/include" \
    -Xlinker -z -Xlinker defs $run_path \
    -o "$output/libXCTestAdapter.so" "$sources"/Sources/*.swift "$output"/*.o || {
    version=$(sed -n 's/^.*Swift version \([0-9.]*\).*/\1/p' "$interface" | head -1)
    echo "error: the disk is full, or its libTesting (Swift $version) has another interface for tools than the adapter knows, that of 6.2 and 6.3"
    exit 1
}
rm -rf "$output/cache" "$output/modules" "$output"/*.o
