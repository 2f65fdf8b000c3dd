/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "../system/exported.h"
#include "../system/fork_page.h"
#include "../system/sanitizers.h"
#include "WorkerShims/coverage.h"
#include "WorkerShims/crashes.h"
#include "WorkerShims/run_table.h"
#include "WorkerShims/system.h"
#include "WorkerShims/tasks.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/** exit(3), once it was found. Written before any child is forked. */
static void (*end_process)(int);

/** Reads two bytes into a stream, one more than its reader takes. */
static ssize_t give_two(void *nothing, char *bytes, size_t size) {
    (void)nothing;
    size_t count = size < 2 ? size : 2;
    memset(bytes, 0, count);
    return (ssize_t)count;
}

/** Opens a stream that was read from and has more to give: exit(3) takes the rest of it back, by a function that is called then.
 *  Null if that fails. */
static FILE *open_unfinished(cookie_seek_function_t *take_back) {
    static char buffer[16];
    FILE *stream = fopencookie(NULL, "r", (cookie_io_functions_t){.read = give_two, .seek = take_back});
    return stream == NULL || setvbuf(stream, buffer, _IOFBF, sizeof buffer) != 0 || getc(stream) == EOF ? NULL : stream;
}

void worker_prepare_exit(void) {
    extern void __cxa_finalize(void *);
    static char nobody;
    /* Otherwise each child would search all libraries for a function that it calls only at its end. */
    *(void **)&end_process = dlsym(RTLD_DEFAULT, "exit");
    if (__fpending(stdout) == 0) __fpurge(stdout);
    /* Of a position-independent program, the compiler's own exit handler calls it. */
    __cxa_finalize(&nobody);
    FILE *stream = open_unfinished(NULL);
    if (stream != NULL) fclose(stream);
}

void worker_leave(void) {
    __fpurge(stdout);
    if (end_process != NULL) end_process(0);
    exit(0);
}

/** Where to say that all exit handlers came back. Written once, before any bundle's code. */
static uint32_t *leaving_stage;
/** The pipe whose end announces that to the host; -1 for none. */
static int leaving_pipe;

/** The exit status of the process. Written by the last exit handler. */
static int leaving_status ON_FORK_PAGE;

/** Notes that no code of a bundle's is left to run. */
static void note_end(void) {
    if (worker_is_stray()) return;
    /* Found by an exit handler or a destructor, when no case runs that could fail. */
    if (sanitizer_untold() > 0) _exit(66);
    int is_gone = table_exchange(leaving_stage, WORKER_EXITING, WORKER_GONE) != 0 ||
                  table_exchange(leaving_stage, WORKER_RETIRED, WORKER_GONE) != 0;
    /* The rest, such as freeing the memory, takes as long as a hundred cases, and the host need not wait for it. */
    if (is_gone && leaving_status == 0) close(leaving_pipe);
}

/** Seeks back over the unread byte, which is the last action of exit(3). */
static int take_back(void *nothing, off64_t *place, int whence) {
    (void)nothing, (void)whence;
    *place = 0;
    note_end();
    return 0;
}

/** Runs after all other exit handlers; the destructors of libraries are still to run, and after them exit(3) looks after
 *  its streams. It takes back the rest of a stream that was read from and has more to give: the end is seen there. */
static void note_last_handler(int status, void *nothing) {
    (void)nothing;
    if (worker_is_stray()) return;
    leaving_status = status;
    work_origin_note_end();
    if (open_unfinished(take_back) == NULL) note_end();
}

void worker_watch_exit(uint32_t *stage, int pipe) {
    leaving_stage = stage;
    leaving_pipe = pipe;
    on_exit(note_last_handler, NULL);
}

/** The reporter whose status to take, and the owner. Written once, before any bundle's code. */
static struct {
    pid_t owner;
    pid_t reporter;
    uint32_t *left;
} last_words;

/** Whether that was said. */
static volatile int has_left;

static void leave_like_reporter(int status, void *argument) {
    (void)status, (void)argument;
    if (getpid() != last_words.owner) return; /* a child that a test forked: nothing of it is the user's process */
    worker_end end = {1, 1};
    has_left = 1;
    __atomic_store_n(last_words.left, 0, __ATOMIC_RELEASE);
    worker_wait(last_words.reporter, &end);
    fflush(NULL);
    _exit(end.exited ? end.value : 1);
}

static void leave_quickly(void) { leave_like_reporter(0, NULL); }

void worker_exit_like(pid_t reporter, uint32_t *left) {
    last_words.owner = getpid();
    last_words.reporter = reporter;
    last_words.left = left;
    on_exit(leave_like_reporter, NULL);
    at_quick_exit(leave_quickly);
}

/* The sanitizers are there themselves. */
#ifndef HAS_INTERCEPTOR

/* Of the program, so that they go before the C library's for libraries that are loaded later: what a test calls to end the
 * process that the user started. */
EXPORTED void _exit(int status) {
    work_origin_note_end();
    coverage_save();
    if (last_words.owner != 0 && !has_left) leave_like_reporter(status, NULL);
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

EXPORTED void _Exit(int status) { _exit(status); }

#endif
