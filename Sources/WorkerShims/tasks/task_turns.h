/* SPDX-License-Identifier: MIT
 * The part of the task schedule that knows nothing of Swift's runtime: whose turn it is, and who is next. */
#ifndef TASK_TURNS_H
#define TASK_TURNS_H

#include "WorkerShims/tasks.h"

#include <stddef.h>
#include <stdint.h>

/** Where a piece of a task must run. */
enum task_place {
    /** On any thread. */
    TASK_ANYWHERE,
    /** On any thread, though the runtime has it for one of the main executor. */
    TASK_HOPPING,
    /** On the main thread, by the main queue. */
    TASK_ON_MAIN,
    /** On the thread that waits in the midst of it. */
    TASK_PAUSED,
    /** On a thread of its queue: a block, which is no task. */
    TASK_ON_QUEUE,
};

/** A piece of a task that can run. */
struct task_piece {
    enum task_place place;
    /** The number of its task, where a plan is followed (task_plan.c). */
    uint32_t task;
    /** The runtime's job, the function that runs it, and the queue that it was for. */
    void *job;
    void (*run)(void *job);
    void *queue;
    /** Its place among all that were ever ready. */
    uint64_t number;
};

/** Some pieces in the order in which they came: a ring. */
struct pieces {
    struct task_piece *places;
    size_t capacity, first, count;
};

/** A piece at an index. */
static inline const struct task_piece *task_piece_at(const struct pieces *pieces, size_t index) {
    return &pieces->places[(pieces->first + index) % pieces->capacity];
}

/** The tasks that are none: the main thread outside of all tasks, and whatever else wakes tasks. */
enum { TASK_OF_BODY = 0, TASK_OF_OUTSIDE = 1 };

/** A piece's knowledge of its task. */
struct task_about {
    /** A number that all jobs of a task share, and no other task has; never 0. */
    uint64_t job;
    /** Where it goes on, and the function that a task begins with which has not begun; NULL where that is not known. */
    void *resume, *entry;
    /** Where the first function goes on that all others were called by; NULL where that is not known. */
    void *origin;
    /** The kind of its task. */
    task_kind kind;
    /** Whether it lets others go first. */
    int yields;
};

/** Where a piece comes from that is ready. */
enum task_source {
    /** The thread that enqueues it. */
    FROM_THREAD,
    /** A timer. */
    FROM_CLOCK,
};

/** The functions of libdispatch that the schedule needs; the slots fill it in, before anything is scheduled. */
extern struct task_dispatch {
    void (*submit)(void *queue, void *context, void (*work)(void *));
    /** The main queue, and one whose work has a thread at once. */
    void *main_queue, *thread_queue;
    /** Runs a job for the generic executor. */
    void (*run_generic)(void *job);
    /** Says what a piece's job is. */
    struct task_about (*describe)(const struct task_piece *piece);
    /** Whether the calling thread is in a task, other than that of a job. */
    int (*is_in_other_task)(void *job);
} task_dispatch;

/** Whether tasks are scheduled now. [any] */
int task_turns_are_on(void);
/** The number of the current schedule. [any] */
uint64_t task_turns_session(void);
/** Takes a piece that is ready. [any] */
void task_turns_add(struct task_piece piece, enum task_source source);
/** Whether the calling thread has the turn, and blocks that it submits to a queue of the system are pieces as well. [any] */
int task_turns_take_blocks(void);
/** Notes that a timer may wake something up to a moment of CLOCK_MONOTONIC, in nanoseconds; UINT64_MAX for one that repeats. [any] */
void task_turns_note_timer(uint64_t until);
/** Whether the calling thread has the turn, on another thread than the main one, and another piece could have it. [any] */
int task_turns_has_others(void);

#endif
