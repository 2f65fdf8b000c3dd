/* SPDX-License-Identifier: MIT
 * Which activity started the work that a thread does: a failure on a dispatch queue or a thread of a suite's own belongs to the
 * case that put it there, which may have ended. */
#ifndef WORK_ORIGINS_H
#define WORK_ORIGINS_H

#include <stdint.h>

/** Says that the calling thread is the one that runs activities. Called once in a worker. [main] */
void work_origin_begin(void);

/** Says which activity the main thread runs from now on; 0 for none. [main] */
void work_origin_enter(uint64_t activity);

/** Adds a function that returns the activity that the calling task or thread is bound to, or 0. [main] */
void work_origin_provide(uint64_t (*bound)(void));

/** Has what a library submits from now on, and the tasks that it makes, carry their origin: `handle` is dlopen(3)'s. [main] */
void work_origin_watch(void *handle);

/** The activity that started what the calling thread does; 0 if it is unknown. `task` is the Swift task that runs there, or
 *  null. [any] */
uint64_t work_origin(const void *task);

/** The activity whose work the calling thread certainly does; 0 if that is not certain. [any] */
uint64_t work_origin_certain(void);

/** Returns the mark that work takes along which the calling thread starts: an activity, or a mark that it is unknown. [any] */
uint64_t work_origin_submitted(void);

/** Has the calling thread, which has just been started, go on with what its starter took along. [any] */
void work_origin_adopt(uint64_t submitted);

#endif
