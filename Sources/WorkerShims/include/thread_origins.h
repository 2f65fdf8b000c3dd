/* SPDX-License-Identifier: MIT
 * The origins of threads in a worker's record: written by the threads themselves, read by the host meanwhile. */
#ifndef THREAD_ORIGINS_H
#define THREAD_ORIGINS_H

#include "run_table.h"

/** Writes a thread's origin to a record, in the place of the one that is there longest. [any] */
void thread_origin_note(worker_record *record, const thread_origin *origin, uint32_t thread);

/** Returns a copy of a record's entry for a thread; its `thread` is 0 if there is none. [host] */
thread_origin thread_origin_find(const worker_record *record, uint32_t thread);

#endif
