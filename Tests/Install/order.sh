#!/bin/sh
# SPDX-License-Identifier: MIT
# cmake/function_order.py on a program with a process of its own: the functions that this calls come first, then the others' that are called.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/program.c" <<'C'
#include <sys/wait.h>
#include <unistd.h>
static volatile int count;
#define FUNCTION(name) __attribute__((noinline)) void name(void) { count++; }
FUNCTION(of_host) FUNCTION(never) FUNCTION(of_worker) FUNCTION(of_both)
int main(int count, char **words) {
    (void)words;
    of_host();
    of_both();
    if (fork() == 0) {
        of_both();
        of_worker();
        _exit(0);
    }
    wait(NULL);
    if (count == 1) never();
}
C
gcc -O1 -no-pie "$work/program.c" -o "$work/program"
order=$(python3 "$(dirname "$0")/../../cmake/function_order.py" "$work/program" "$work/none.so" | grep -E '^(of_|never)' | tr '\n' ' ')
[ "$order" = 'of_worker of_both of_host ' ] || { echo "expected of_worker of_both of_host, got $order" >&2; exit 1; }
