#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a bundle where the kernel refuses one system call after the other, as an old kernel or a container's profile does.

    refusals.py RUNNER [CALL…]     all calls of the processor, or those that are named

Each run must end by itself, and soon: with all results, or with a reason that names what was refused. What the loader of programs
needs is left out: without that, the runner does not start. docs/Platforms.md has the table.
"""

import errno
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What a program needs to start, or to say anything.
NEEDED = {"read", "write", "close", "mmap", "mprotect", "pread64", "openat", "newfstatat", "fstat", "execve", "arch_prctl", "exit_group"}
# What cannot be refused in part: a run says how a process has ended, and not why. The run still fails.
VAGUE = {"dup2", "dup3", "getpid", "getppid", "fcntl", "wait4", "waitid"}
# How the C library calls it.
NAMES = {"clone": "fork"}
# In seconds; the runner itself gives up after five where something is short.
PATIENCE = 30

DENY = r"""
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(words[1]), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)atoi(words[2])),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 126;
    execv(words[3], words + 3);
    return 127;
}
"""


def calls():
    """The numbers of the system calls, by name."""
    text = subprocess.run(
        ["cc", "-dM", "-E", "-include", "asm/unistd.h", "-"], input="", capture_output=True, text=True, check=True).stdout
    return {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)", text)}


def main():
    runner, wanted = sys.argv[1], set(sys.argv[2:])
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        bundle, deny = f"{directory}/Ordinary.so", f"{directory}/deny"
        subprocess.run(
            ["cc", "-std=gnu11", "-shared", "-fPIC", "-w", f"-I{ROOT}/Sources/BundleABI/include", "-o", bundle,
             f"{ROOT}/Tests/Fixtures/C/ordinary.c"], check=True)
        subprocess.run(["cc", "-x", "c", "-o", deny, "-"], input=DENY, text=True, check=True)
        for name, number in sorted(calls().items(), key=lambda entry: entry[1]):
            if name in NEEDED or (wanted and name not in wanted):
                continue
            for code in (errno.ENOSYS, errno.EPERM):
                command = [deny, str(number), str(code), runner, "--no-state", "--diagnose=off", bundle]
                try:
                    result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
                    said = result.stdout + result.stderr
                    passes = result.returncode == 0 and "17 passed" in result.stdout
                    isNamed = name in VAGUE or re.search(r"^runner: .*\((\w+, )*" + NAMES.get(name, name) + r"(, \w+)*\)", said, re.M)
                    if passes or result.returncode not in (0, -6, -11) and isNamed:
                        continue
                except subprocess.TimeoutExpired:
                    said = f"it did not end within {PATIENCE} s"
                failures += 1
                print(f"{name} ({number}), refused by {errno.errorcode[code]}:\n{said[-1000:]}", flush=True)
    print(f"{failures} faults")
    sys.exit(1 if failures else 0)


if platform.system() == "Linux":
    main()
