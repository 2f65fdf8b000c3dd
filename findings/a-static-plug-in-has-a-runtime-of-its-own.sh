#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A library with a static standard library, opened by a Swift program, has other types of the same names.
#
# Version: swiftc of the Swift toolchain 6.3.1, Linux. Source: the program below.
# Behaviour: `-static-stdlib` makes a library with a copy of the standard library and its runtime. The copy makes metadata of its own, so
# `[Int]` there is another type than in the program, and casts between the two fail. Nothing warns, neither when the library is linked
# nor when it is opened.
# Output seen: dynamic: the same type; static: another type
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >plug.swift <<'SWIFT'
@_cdecl("type_of_int")
public func typeOfInt() -> UnsafeRawPointer { unsafeBitCast([Int].self as Any.Type, to: UnsafeRawPointer.self) }
SWIFT
cat >main.swift <<'SWIFT'
import Glibc

guard let handle = dlopen(CommandLine.arguments[1], RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(handle, "type_of_int") else {
    fatalError(String(cString: dlerror()))
}
let theirs = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeRawPointer).self)()
let ours = unsafeBitCast([Int].self as Any.Type, to: UnsafeRawPointer.self)
print(theirs == ours ? "the same type" : "another type")
SWIFT
swiftc main.swift -o main
swiftc -emit-library plug.swift -o libdynamic.so
swiftc -emit-library -static-stdlib -Xlinker -Bsymbolic plug.swift -o libstatic.so
dynamic=$(./main ./libdynamic.so)
static=$(./main ./libstatic.so)
echo "dynamic: $dynamic; static: $static"
[ "$dynamic" = 'the same type' ] && [ "$static" = 'another type' ]
