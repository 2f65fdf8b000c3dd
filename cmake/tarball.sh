#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a tarball of what CMake installs, without the examples: the runner with the Swift runtime linked in, TestKit, the
# registrar, the header of the bundle ABI, CMake's files, the man page and the shells' completions.
#
#   cmake/tarball.sh [-s] [-b BUILD] [-t FILE] [DIR]    writes DIR/bundle-test-runner-VERSION-SYSTEM-ARCHITECTURE.tar.gz and prints its path
#
# -s adds runner-thread and runner-address, for tests that are built with these sanitizers; not with -t. -b keeps the build in BUILD, and
# uses the build that is there, of whatever type that is. DIR is the working directory unless it is given. FILE is a toolchain file of
# CMake, for another processor: cmake/aarch64-linux.cmake. The same sources give the same names, owners and times.
#
# needs: cmake 3.25 or later, ninja, a Swift toolchain, a C compiler, tar, gzip; for the order of functions, python3 and nm
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=
toolchain=
sanitizers=
while getopts sb:t: option; do
    case $option in
    s) sanitizers='thread address' ;;
    b) build=$OPTARG ;;
    t) toolchain=$(realpath "$OPTARG") ;;
    *) echo "usage: $0 [-s] [-b BUILD] [-t FILE] [DIR]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ -z "$toolchain" ] || sanitizers=
output=${1:-.}
[ -d "$output" ] || { echo "$0: there is no directory '$output'" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=${build:-$work/build}

type=
[ -e "$build/CMakeCache.txt" ] || type=-DCMAKE_BUILD_TYPE=Release
{
    cmake -G Ninja -S "$root" -B "$build" -DTESTKIT_EXAMPLES=OFF $type ${toolchain:+"-DCMAKE_TOOLCHAIN_FILE=$toolchain"}
    cmake --build "$build"
} > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }

# Functions that usual runs call are put side by side, where this machine can start the runner and trace it. A build that was there has its order.
order=$build/function-order.txt
if [ -n "$type" ] && [ -z "$toolchain" ]; then
    {
        cc -shared -fPIC -I "$root/Sources/BundleABI/include" "$root/Plugins-example/LibcSuites/libc_suites.c" -o "$work/libSuites.so" &&
            python3 "$root/cmake/function_order.py" "$build/Sources/runner" "$work/libSuites.so" > "$order" &&
            cmake -DTESTKIT_FUNCTION_ORDER="$order" "$build" && cmake --build "$build"
    } > "$work/log" 2>&1 || { cat "$work/log" >&2; echo "$0: the runner's functions are in no order" >&2; }
fi

# A runner for another processor may not start here.
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
processor=$(sed -n 's/^set(CMAKE_SYSTEM_PROCESSOR "\(.*\)")/\1/p' "$build"/CMakeFiles/*/CMakeSystem.cmake)
name=bundle-test-runner-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$processor
cmake --install "$build" --prefix "$work/$name" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
# As docs/Sanitizers.md builds them: with the toolchain's runtime, which tests that are built so need as well. An optimised one would take
# eleven minutes of processor time.
for sanitizer in $sanitizers; do
    swift build --package-path "$root" --scratch-path "$work/$sanitizer" --sanitize "$sanitizer" --product runner > "$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    cp "$work/$sanitizer/debug/runner" "$work/$name/bin/runner-$sanitizer"
done
cp "$root/LICENSE" "$root/README.md" "$root/CHANGELOG.md" "$work/$name"

time=$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cf - "$name" | gzip -n -9 > "$work/$name.tar.gz"
mv "$work/$name.tar.gz" "$output"
echo "$output/$name.tar.gz"
