/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include "fork_page.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/** Where `mark` points before a worker has a page of its own, and where the kernel has no such pages. */
static volatile int plain_mark ON_FORK_PAGE = 1;
/** 1 in a process that is a worker, or that one forked to work for it; 0 in what a bundle's code forked. It is in a
 *  page that the kernel empties in each new process (MADV_WIPEONFORK), by whatever call that is made. Written in a new
 *  process before any of its code, then read only. */
static volatile int *mark ON_FORK_PAGE = &plain_mark;
/** The process that `mark` says is the worker's own. Same writer. */
static pid_t owner ON_FORK_PAGE;

static void become_stray(void) { *mark = 0; }

void worker_watch_forks(void) {
    owner = getpid();
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED && madvise(page, size, MADV_WIPEONFORK) == 0) {
        mark = page;
        *mark = 1;
    } else {
        /* Linux before 4.14 and emulations of Linux: forks that bypass the C library go unnoticed there. */
        pthread_atfork(NULL, NULL, become_stray);
    }
}

int worker_is_stray(void) { return !*mark; }

void worker_become_own(void) {
    *mark = 1;
    owner = getpid();
}

void worker_end_divided(uint32_t *is_divided) {
    if (owner == 0 || worker_is_stray() || getpid() == owner) return;
    __atomic_store_n(is_divided, 1, __ATOMIC_RELEASE);
    /* The other process cannot continue, since its stack frames are overwritten. */
    kill(owner, SIGKILL);
    _exit(1);
}
