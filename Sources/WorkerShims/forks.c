/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "forks.h"

#include "crash_watch.h"
#include "interrupts.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/** Whether a bundle's code forked this process. Written in a new process before any of its code, then read only. */
static int is_stray;

static void become_stray(void) { is_stray = 1; }

void worker_watch_forks(void) { pthread_atfork(NULL, NULL, become_stray); }

int worker_is_stray(void) { return is_stray; }

pid_t worker_fork(void) {
    /* A signal for the parent must not find its handler in the child. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        is_stray = 0;
        worker_forget_interrupts();
        crash_trace_adopt();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}
