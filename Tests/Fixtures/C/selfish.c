/* SPDX-License-Identifier: MIT
 *
 * A bundle whose constructor sees to it that its process can create no other. */
#include "fixture.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

__attribute__((constructor)) static void forbid(void) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {COUNT(lines), lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) abort();
}

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Unforkable.FirstTests", cases), CLASS("Unforkable.SecondTests", cases)};

FIXTURE_BUNDLE(classes)
