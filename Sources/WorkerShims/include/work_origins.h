/* SPDX-License-Identifier: MIT
 * Which activity started the work that a thread does: a failure on a dispatch queue or a thread of a suite's own belongs to the
 * case that put it there, which may have ended. */
#ifndef WORK_ORIGINS_H
#define WORK_ORIGINS_H

#include "task_schedule.h"

#include <stddef.h>
#include <stdint.h>

/** Says that the calling thread is the one that runs activities, and where to note the one in whose work the process ends. Called once
 *  in a worker. [main] */
void work_origin_begin(uint64_t *noted_ending);

/** Says which activity the main thread runs from now on; 0 for none. [main] */
void work_origin_enter(uint64_t activity);

/** Adds a function that returns the activity that the calling task or thread is bound to, or 0. [main] */
void work_origin_provide(uint64_t (*bound)(void));

/** Has what a library submits from now on, and the tasks that it makes, carry their origin: `handle` is dlopen(3)'s. An adapter is
 *  alone in its process, and all libraries there are watched. [main] */
void work_origin_watch(void *handle, int is_alone);

/** The activity that started what the calling thread does; 0 if it is unknown. `task` is the Swift task that runs there, or
 *  null. [any] */
uint64_t work_origin(const void *task);

/** The activity whose work the calling thread certainly does; 0 if that is not certain. [any] */
uint64_t work_origin_certain(void);

/** Returns the mark that work takes along which the calling thread starts: an activity, or a mark that it is unknown. [any] */
uint64_t work_origin_submitted(void);

/** Kinds of work that an activity may start and that may go on when it has ended. */
enum work_kind { WORK_TASK, WORK_BLOCK, WORK_THREAD };

/** Remembers that a block or a thread begins, which has some mark; a block may have a time of libdispatch's before which it does not
 *  run. `function` is where it begins, or 0. Returns its place for work_ended(), or 0. [any] */
uint32_t work_began(enum work_kind kind, uint64_t submitted, uint64_t time, uint64_t function);

/** Forgets it. [any] */
void work_ended(uint32_t piece);

/** How many calls are kept by which work was started. */
#define WORK_CALLS 3

/** A piece of work that has not ended: the activity that started it, what it is, and where that was: behind the calls, the last call first,
 *  or behind the first byte of the function that it begins with; 0 behind those that are known. */
struct work_left {
    uint64_t origin;
    enum work_kind kind;
    uint64_t calls[WORK_CALLS];
};

/** Whether any work may be there that work_find_left() finds. [main] */
int work_has_begun(void);

/** Finds work that activities of this process have started and that has not ended, but for what does not begin within some time.
 *  Returns how much. [main] */
size_t work_find_left(uint64_t nanoseconds, struct work_left *found, size_t capacity);

/** Finds tasks that the running activity has started and that wait for something, each place once; none while a seed decides which task
 *  runs. May be called in a signal handler. Returns how many. */
size_t work_find_waiting(task_waiting *found, size_t capacity);

/** Notes the activity whose work the calling thread does, in which the process ends; nothing on the main thread's own account. [any] */
void work_origin_note_end(void);

/** Has the calling thread, which has just been started, go on with what its starter took along. [any] */
void work_origin_adopt(uint64_t submitted);

#endif
