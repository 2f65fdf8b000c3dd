/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "thread_call.h"

#include "WorkerShims/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>

/** The operations of futex(2) that wait, less their flags. */
enum { FUTEX_WAITS = 0, FUTEX_LOCKS_PI = 6, FUTEX_WAITS_FOR_BITS = 9, FUTEX_LOCKS_PI_BY_CLOCK = 13 };
/** Their flags: for a word of this process alone, and for the clock. */
enum { FUTEX_FLAGS = 128 | 256 };

int thread_call_read(pid_t thread, struct thread_call *call) {
    char path[64], *end;
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    if (worker_read_file(path, call->text, sizeof call->text) <= 0) return 0;
    /* Of a thread that has a processor there is a word instead. */
    call->number = strtol(call->text, &end, 10);
    if (end == call->text || call->number < 0) return 0;
    for (int index = 0; index < 6; index += 1) {
        const char *text = end;
        call->arguments[index] = strtoul(text, &end, 16);
        if (end == text) return 0;
    }
    return 1;
}

int thread_call_is_unlimited(const struct thread_call *call) {
    const unsigned long *given = call->arguments;
    switch (call->number) {
    case SYS_futex: {
        int operation = (int)given[1] & ~FUTEX_FLAGS;
        return given[3] == 0 && (operation == FUTEX_WAITS || operation == FUTEX_WAITS_FOR_BITS ||
                                 operation == FUTEX_LOCKS_PI || operation == FUTEX_LOCKS_PI_BY_CLOCK);
    }
    case SYS_epoll_pwait: return (int)given[3] < 0;
    case SYS_ppoll: return given[2] == 0;
    case SYS_pselect6: return given[4] == 0;
    case SYS_accept:
    case SYS_accept4: return 1;
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2: return given[3] == 0;
#endif
#ifdef SYS_epoll_wait
    case SYS_epoll_wait: return (int)given[3] < 0;
#endif
#ifdef SYS_poll
    case SYS_poll: return (int)given[2] < 0;
#endif
#ifdef SYS_select
    case SYS_select: return given[4] == 0;
#endif
    default: return 0;
    }
}
