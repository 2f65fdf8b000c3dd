#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes libXCTestAdapter.so with a toolchain: make.sh TOOLCHAIN SOURCES OUTPUT
# TOOLCHAIN is the directory that holds bin/swiftc; SOURCES is where this file is; OUTPUT is a directory for what is made.
set -eu
toolchain=$1
sources=$2
output=$3
machine=$(uname -m)
mkdir -p "$output/modules/Testing.swiftmodule"

# The toolchain's own interface of Testing, and behind it what its library exports for tools.
interface=$toolchain/lib/swift/linux/Testing.swiftmodule/$machine-unknown-linux-gnu.swiftinterface
[ -f "$interface" ] || { echo "error: it has no interface of Testing: Swift 6.2 or later is needed"; exit 1; }
cat "$interface" "$sources/Testing.swiftinterface.in" \
    >"$output/modules/Testing.swiftmodule/$machine-unknown-linux-gnu.swiftinterface"

# Swift 6.2 cannot cancel tests.
cancellation=CANCELLATION
if ! grep -q testCaseCancelled "$toolchain/lib/swift/linux/libTesting.so"; then
    cancellation=NO_CANCELLATION
    sed -i '/case test.*Cancelled(/d' "$output/modules/Testing.swiftmodule/$machine-unknown-linux-gnu.swiftinterface"
fi

for file in "$sources"/Support/*.c; do
    "$toolchain/bin/clang" -c -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -I "$sources/Support/include" \
        -o "$output/$(basename "$file" .c).o" "$file"
done
# A cache of modules of its own: the interface above must not get into anybody else's.
# What libTesting does not export is an error here, not in the first test that would use it.
"$toolchain/bin/swiftc" -emit-library -O -wmo -swift-version 6 -module-name XCTestAdapter \
    -D "$cancellation" -module-cache-path "$output/cache" -I "$output/modules" -I "$sources/Support/include" \
    -Xlinker -z -Xlinker defs \
    -o "$output/libXCTestAdapter.so" "$sources"/Sources/*.swift "$output"/*.o || {
    version=$(sed -n 's/^.*Swift version \([0-9.]*\).*/\1/p' "$interface" | head -1)
    echo "error: its libTesting (Swift $version) has another interface for tools than the adapter knows, that of 6.2 and 6.3"
    exit 1
}
rm -rf "$output/cache" "$output/modules" "$output"/*.o
