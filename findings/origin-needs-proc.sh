#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Without /proc, the loader finds no library by $ORIGIN.
#
# Version: glibc 2.36, Linux. Source: the message of ld.so.
# Behaviour: the loader knows the directory of a program only from the link /proc/self/exe, though the kernel passes the program's path
# (AT_EXECFN). In a container or a chroot without /proc, each program with such a RUNPATH, as Swift's linker writes it, fails to start.
# Output seen: with /proc: 0; without: 127, cannot open shared object file
set -euo pipefail
[ "$(getconf GNU_LIBC_VERSION)" = 'glibc 2.36' ] || { echo 'needs glibc 2.36'; exit 2; }
unshare -rm true 2>/dev/null || { echo 'needs a mount namespace'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo 'int answer(void) { return 0; }' >library.c
echo 'int answer(void); int main(void) { return answer(); }' >main.c
cc -shared -fPIC library.c -o libanswer.so
# shellcheck disable=SC2016 # the loader's word
cc main.c -L. -lanswer -Wl,-rpath,'$ORIGIN' -o main
./main && with=0 || with=$?
unshare -rm sh -c 'mount --make-rprivate / && mount -t tmpfs none /proc && exec ./main' 2>said.txt && without=0 || without=$?
echo "with /proc: $with; without: $without, $(grep -o 'cannot open shared object file' said.txt)"
[ "$with" -eq 0 ] && [ "$without" -eq 127 ]
