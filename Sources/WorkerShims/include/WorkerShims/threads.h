/* SPDX-License-Identifier: MIT
 * The threads of a worker, and what started them. */
#ifndef WORKER_SHIMS_THREADS_H
#define WORKER_SHIMS_THREADS_H

#include "run_table.h"

#include <stdint.h>
#include <sys/types.h>

/* The threads of this process, as the kernel lists them. */

/** 1 if the calling thread is the only one, by one call of the system. [any] */
int process_is_alone(void);

/** Writes the numbers of all threads but the main one to `ids`, at most `capacity`, and returns their count. -1 where the kernel does not list them. [any] */
int process_list_threads(pid_t *ids, int capacity);

/** Writes the numbers of all children of this process to `ids`, those that have ended and are not waited for included, and
 *  returns how many; those beyond `capacity` are left out. -1 where the kernel does not list them. [any] */
int process_list_children(pid_t *ids, int capacity);

/** From now on, each thread that pthread_create(3) starts notes its origin in a worker's record, also in children that
 *  worker_fork() makes. */
void process_note_threads(worker_record *record);

/** 1 if threads are noted at all: not under a sanitizer, which replaces pthread_create(3) itself. [any] */
int process_notes_threads(void);

/** The state of a thread. */
enum process_thread_state {
    /** It has ended. */
    THREAD_GONE,
    /** It has a processor, or waits for one. */
    THREAD_RUNS,
    THREAD_SLEEPS,
    /** It is libdispatch's, Foundation's or the C library's own, which keep threads for later: a test cannot end it. */
    THREAD_IS_KEPT
};

/** The state of a thread of this process. [any] */
enum process_thread_state process_look_at_thread(pid_t id);

/** 1 if a thread of this process sleeps in a call of the system that ends with an event alone, such as a lock, a descriptor or
 *  a connection, and has no time limit: it is not about to end by itself. [any] */
int process_awaits_event(pid_t id);

/** 1 for a descriptor by which Foundation wakes its thread for sockets, once it has started that: it keeps two. [any] */
int process_is_wake_up_socket(int descriptor);

/* The origins of threads in a worker's record: written by the threads themselves, read by the host meanwhile. */

/** Writes a thread's origin to a record, over the oldest one. [any] */
void thread_origin_note(worker_record *record, const thread_origin *origin, uint32_t thread);

/** Returns a copy of a record's entry for a thread; its `thread` is 0 if there is none. [host] */
thread_origin thread_origin_find(const worker_record *record, uint32_t thread);

/* The threads of libdispatch, on which Swift's tasks run as well: all bundles of a worker share them. */

/** 0 if no thread of the usual priority begins a piece of work within some milliseconds: work that was left occupies
 *  them all. 1 otherwise, and without libdispatch. [main] */
int work_pool_serves(int milliseconds);

/** Runs what was submitted to the main queue, if there is one. [main] */
void work_pool_serve_main_queue(void);

#endif
