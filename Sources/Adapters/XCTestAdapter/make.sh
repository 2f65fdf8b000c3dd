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
cat "$interface" "$sources/Testing.swiftinterface.in" \
    >"$output/modules/Testing.swiftmodule/$machine-unknown-linux-gnu.swiftinterface"

for file in "$sources"/Support/*.c; do
    "$toolchain/bin/clang" -c -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -I "$sources/Support/include" \
        -o "$output/$(basename "$file" .c).o" "$file"
done
# A cache of modules of its own: the interface above must not get into anybody else's.
"$toolchain/bin/swiftc" -emit-library -O -wmo -swift-version 6 -module-name XCTestAdapter \
    -module-cache-path "$output/cache" -I "$output/modules" -I "$sources/Support/include" \
    -o "$output/libXCTestAdapter.so" "$sources"/Sources/*.swift "$output"/*.o
rm -rf "$output/cache" "$output/modules" "$output"/*.o
