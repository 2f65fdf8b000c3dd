#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the adapter for XCTest and Swift Testing with the toolchain that builds the runner, and a file in Swift with its bytes:
# ready.sh TOOLCHAIN SOURCES WORK RESULT
# TOOLCHAIN is the directory that holds bin/swiftc; SOURCES is the project's Sources; WORK is a directory for what is made; RESULT is the
# file in Swift. For another machine, the environment is as make.sh has it. With a toolchain that cannot make it, the runner is built
# without, and makes it at its first use, or says why not.
set -eu
toolchain=$1
sources=$2
work=$3
result=$4
# The runner puts the run path of the toolchain that it finds into the place of this one.
run_path=$(printf '%0512d' 0 | tr 0 /)testkit

rm -rf "$work/adapter"
mkdir -p "$work/adapter"
cp -R "$sources/Adapters/XCTestAdapter" "$work/adapter/sources"
cp "$sources/TestKit/Examples/ValueNames.swift" "$work/adapter/sources/Sources/"
cp "$sources/ModuleSection/conformances.h" "$sources/WorkerShims/system/imported_functions.h" \
    "$sources/BundleABI/include/testkit_bundle.h" "$work/adapter/sources/Support/include/"
library=$work/adapter/made/libXCTestAdapter.so
text='' checksum=0 size=0 place=0
if RUN_PATH=$run_path sh "$work/adapter/sources/make.sh" "$toolchain" "$work/adapter/sources" "$work/adapter/made" \
    >"$work/adapter.log" 2>&1; then
    text=$(base64 -w 0 <"$library")
    place=$(grep -abo "$run_path" "$library" | head -n 1 | cut -d : -f 1)
    facts=$(cksum <"${LIBRARIES:-$toolchain/lib/swift/linux}/libTesting.so")
    checksum=${facts% *}
    size=${facts#* }
else
    echo "note: the adapter for XCTest and Swift Testing is made at its first use: $(tail -n 1 "$work/adapter.log")"
fi
rm -rf "$work/adapter"
cat >"$result" <<END
// Written by Sources/AdapterLibrary/ready.sh in place of AdapterLibrary.swift.
public enum AdapterLibrary {
    public static let base64: StaticString = "$text"
    public static let checksum: UInt = $checksum
    public static let size: UInt = $size
    public static let runPath = $place..<$((place + ${#run_path}))
}
END
