/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "../crashes/crash_watch.h"
#include "../system/kernel_call.h"
#include "../threads/kept_thread_ids.h"
#include "WorkerShims/coverage.h"
#include "WorkerShims/system.h"
#include "awaited_children.h"

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t worker_fork(void) {
    /* The counts so far belong to this process. */
    coverage_save();
    /* A signal for the parent must not find its handler in the child. But the C library's own two are never blocked, nor are breakpoints
     * (uses/reach_signals.c). */
    uint64_t all = ~((uint64_t)1 << (SIGTRAP - 1) | (uint64_t)3 << 31), before;
    kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&before, sizeof all);
    kept_thread_ids_find();
    pid_t child = fork();
    if (child == 0) {
        kept_thread_ids_renew();
        worker_become_own();
        worker_forget_interrupts();
        crash_trace_adopt();
        coverage_adopt();
        awaited_children_clear();
    } else if (child > 0) {
        awaited_children_add(child);
    }
    kernel_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before);
    return child;
}
