/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/threads.h"

#include "WorkerShims/system.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/** The number of the pieces of work below that have run. Written by libdispatch's threads; the main thread sleeps on it. */
static uint32_t run_count;

/** The work: to be run is all of it. */
static void run(void *context) {
    (void)context;
    __atomic_fetch_add(&run_count, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &run_count, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

/** The functions of libdispatch that this file needs. A runner that is linked statically has it twice: the bundles' counts. */
static struct {
    void *(*queue)(long identifier, unsigned long flags);
    void (*submit)(void *queue, void *context, void (*work)(void *));
} dispatch;

/** Finds it in the library that is loaded; 0 if there is none. */
static int find_dispatch(void) {
    if (dispatch.submit != NULL) return 1;
    void *library = worker_open_loaded("libdispatch.so");
    if (library == NULL) return 0;
    /* Never closed again: its functions stay. */
    *(void **)&dispatch.queue = dlsym(library, "dispatch_get_global_queue");
    if (dispatch.queue != NULL) *(void **)&dispatch.submit = dlsym(library, "dispatch_async_f");
    return dispatch.submit != NULL;
}

void work_pool_serve_main_queue(void) {
    static void (*serve)(void *message);
    if (serve == NULL && find_dispatch()) *(void **)&serve = dlsym(worker_open_loaded("libdispatch.so"), "_dispatch_main_queue_callback_4CF");
    if (serve != NULL) serve(NULL);
}

int work_pool_serves(int milliseconds) {
    if (!find_dispatch()) return 1;
    uint32_t before = __atomic_load_n(&run_count, __ATOMIC_ACQUIRE);
    dispatch.submit(dispatch.queue(0, 0), NULL, run);
    uint64_t end = worker_now() + (uint64_t)milliseconds * 1000000;
    while (__atomic_load_n(&run_count, __ATOMIC_ACQUIRE) == before) {
        int64_t left = (int64_t)(end - worker_now());
        if (left <= 0) return 0;
        struct timespec rest = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
        syscall(SYS_futex, &run_count, FUTEX_WAIT_PRIVATE, before, &rest, NULL, 0);
    }
    return 1;
}
