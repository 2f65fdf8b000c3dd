/* SPDX-License-Identifier: MIT
 * The threads of this process, as the kernel lists them. */
#ifndef PROCESS_THREADS_H
#define PROCESS_THREADS_H

#include "run_table.h"

#include <stdint.h>
#include <sys/types.h>

/** 1 if the calling thread is the only one, by one call of the system. [any] */
int process_is_alone(void);

/** Writes the numbers of all threads but the main one to `ids`, and returns how many; those beyond `capacity` are left
 *  out. -1 where the kernel does not list them. [any] */
int process_list_threads(pid_t *ids, int capacity);

/** Writes the numbers of all children of this process to `ids`, those that have ended and are not waited for included, and
 *  returns how many; those beyond `capacity` are left out. -1 where the kernel does not list them. [any] */
int process_list_children(pid_t *ids, int capacity);

/** From here on, each thread that is started by pthread_create(3) notes in a worker's record what it was started by, in
 *  children that worker_fork() makes as well. */
void process_note_threads(worker_record *record);

/** 1 where threads are noted at all: not under a sanitizer, which is there itself. [any] */
int process_notes_threads(void);

/** How a thread is. */
enum process_thread_state {
    /** It has ended. */
    THREAD_GONE,
    /** It has a processor, or waits for one. */
    THREAD_RUNS,
    THREAD_SLEEPS,
    /** It is libdispatch's, Foundation's or the C library's own, which keep threads for later: a test cannot help that. */
    THREAD_IS_KEPT
};

/** How a thread of this process is. [any] */
enum process_thread_state process_look_at_thread(pid_t id);

/** 1 for a descriptor by which Foundation wakes its thread for sockets, once it has started that: it keeps two. [any] */
int process_is_wake_up_socket(int descriptor);

#endif
