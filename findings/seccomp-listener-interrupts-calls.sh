#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A call that waits for a seccomp listener fails with EINTR at a signal, even with SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV.
#
# Version: Linux 6.18 on x86_64, dash 0.5.12. Source: seccomp(2), seccomp_unotify(2).
# Behaviour: the flag protects a call only once the listener has received it. A signal that comes sooner, and whose handler was set without
# SA_RESTART, makes calls fail that never do so otherwise: dash takes files for missing when a job in the background ends.
# Output seen: without a listener: 0 of 6000 wrong; with a listener: 393 of 6000 wrong
set -euo pipefail
case $(uname -rm) in 6.*x86_64) ;; *) echo 'needs Linux 6 on x86_64'; exit 2 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >listener.c <<'C'
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words) {
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_newfstatat, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_stat, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    /* The child has the parent's descriptors: both see the listener. */
    int ready[2];
    if (count < 2 || pipe(ready) != 0) return 1;
    pid_t child = (pid_t)syscall(SYS_clone, 0x400 /* CLONE_FILES */ | 17, 0, 0, 0, 0);
    if (child == 0) {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        int made = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
            SECCOMP_FILTER_FLAG_NEW_LISTENER | 32 /* SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV */, &filter);
        if (write(ready[1], &made, sizeof made) != sizeof made) _exit(1);
        execv(words[1], words + 1);
        _exit(1);
    }
    int listener = -1;
    if (read(ready[0], &listener, sizeof listener) != sizeof listener || listener < 0) return 1;
    struct pollfd place = {listener, POLLIN, 0};
    while (poll(&place, 1, -1) > 0 && (place.revents & POLLIN) != 0) {
        struct seccomp_notif call = {0};
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
        struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    return 0;
}
C
cat >jobs.sh <<'SH'
wrong=0 round=0
while [ $round -lt 1500 ]; do
    round=$((round + 1))
    sleep 0 &
    for look in 1 2 3 4; do [ -e /etc/passwd ] || wrong=$((wrong + 1)); done
done
wait
echo "$wrong of 6000 wrong"
SH
cc -O1 -o listener listener.c
shell=$(command -v dash)
echo "without a listener: $("$shell" jobs.sh)"
echo "with a listener: $(./listener "$shell" jobs.sh)" | tee said
! grep -q ': 0 of' said
