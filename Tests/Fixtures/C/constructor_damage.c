/* SPDX-License-Identifier: MIT
 *
 * A bundle whose constructor, by DEED, leaves its process unfit for children or for other bundles. Its classes come first. */
#define _GNU_SOURCE
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/** No process can be created. */
static void forbids_children(void) {
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

/** A process that is created has no shared memory, and ends at its first look there. */
static void keeps_shared_memory(void) { fixture_keep_shared_memory(); }

/** No file can be opened, and so no further bundle. */
static void takes_descriptors(void) {
    while (open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) {}
}

static void leave(void) { _exit(0); }
static void wait_for_ever(void) { while (1) pause(); }

/** Handlers of fork(2), which run in the worker that forks, or in its child. */
static void ends_who_forks(void) { pthread_atfork(leave, NULL, NULL); }
static void holds_who_forks(void) { pthread_atfork(wait_for_ever, NULL, NULL); }
static void holds_who_is_forked(void) { pthread_atfork(NULL, NULL, wait_for_ever); }

static void *hold_output(void *is_held) {
    flockfile(stdout);
    *(atomic_int *)is_held = 1;
    wait_for_ever();
    return NULL;
}

/** Whoever prints waits for ever. */
static void locks_output(void) {
    static atomic_int is_held;
    pthread_t thread;
    if (pthread_create(&thread, NULL, hold_output, &is_held) != 0) abort();
    while (!is_held) sched_yield();
}

/** What is printed goes nowhere, and whoever writes it out is ended by SIGPIPE. */
static void breaks_output(void) {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], 1) != 1) abort();
    close(ends[0]);
    close(ends[1]);
    printf("to nobody\n");
}

/** The runner's pipes among them. */
static void covers_descriptors(void) {
    int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = 150; descriptor < 300; descriptor += 1) dup2(nothing, descriptor);
}

static void *chat(void *unused) {
    while (1) {
        if (fixture_host != NULL) fixture_host->log(fixture_host, TESTKIT_NO_ACTIVITY, "still there");
        usleep(100);
    }
    return NULL;
}

/** A thread that speaks to the host while processes are created. */
static void chats(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, chat, NULL) != 0) abort();
}

__attribute__((constructor)) static void construct(void) { DEED(); }

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Selfish.FirstTests", cases, -2),
    CLASS_IN_GROUP("Selfish.SecondTests", cases, -1),
};

FIXTURE_BUNDLE(classes)
