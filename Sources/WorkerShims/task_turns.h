/* SPDX-License-Identifier: MIT
 * The part of the task schedule that knows nothing of Swift's runtime: whose turn it is, and who is next. */
#ifndef TASK_TURNS_H
#define TASK_TURNS_H

#include <stdint.h>

/** Where a piece of a task must run. */
enum task_place {
    /** On any thread. */
    TASK_ANYWHERE,
    /** On any thread, though the runtime has it for one of the main executor. */
    TASK_HOPPING,
    /** On the main thread, by the main queue. */
    TASK_ON_MAIN,
};

/** A piece of a task that can run. */
struct task_piece {
    enum task_place place;
    /** The runtime's job, the function that runs it, and the queue that it was for. */
    void *job;
    void (*run)(void *job);
    void *queue;
    /** Its place among all that were ever ready. */
    uint64_t number;
};

/** Where a piece comes from that is ready. */
enum task_source {
    /** The thread that enqueues it. */
    FROM_THREAD,
    /** A timer. */
    FROM_CLOCK,
};

/** What the schedule needs of libdispatch; the slots fill it in, before anything is scheduled. */
extern struct task_dispatch {
    void (*submit)(void *queue, void *context, void (*work)(void *));
    /** The main queue, and one whose work has a thread at once. */
    void *main_queue, *thread_queue;
    /** Runs a job for the generic executor. */
    void (*run_generic)(void *job);
} task_dispatch;

/** Whether tasks are scheduled now. [any] */
int task_turns_are_on(void);
/** The number of the present schedule. [any] */
uint64_t task_turns_session(void);
/** Takes a piece that is ready. [any] */
void task_turns_add(struct task_piece piece, enum task_source source);
/** Whether the calling thread has the turn, on another thread than the main one, and somebody else could have it. [any] */
int task_turns_has_others(void);

#endif
