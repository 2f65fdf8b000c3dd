/* SPDX-License-Identifier: MIT
 * Has a seed decide which of Swift's tasks runs next: one runs at a time, and where it lets go, a generator picks the next. */
#ifndef TASK_SCHEDULE_H
#define TASK_SCHEDULE_H

#include <stdint.h>

/** What a library that was opened makes of its tasks. */
typedef enum task_runtime {
    /** It has none, or those of the runtime that is scheduled. */
    TASKS_SCHEDULED = 0,
    /** It has a runtime of its own linked in, which imports nothing that could be replaced. */
    TASKS_LINKED_IN = 1,
    /** The runtime is another version, or for another processor, than those whose imports are known. */
    TASKS_UNKNOWN = 2,
} task_runtime;

/** Makes the tasks of a library that was opened, as dlopen(3) gave it, ones that can be scheduled, by changing the imports of the
 *  concurrency runtime and of all libraries that came since the last call. Nothing is scheduled before task_schedule_begin(). [main] */
task_runtime task_schedule_install(void *library);

/** What came of a schedule. */
typedef struct task_schedule_summary {
    /** How many pieces of tasks have run, and at how many of these there was a choice. */
    uint64_t steps, choices;
    /** A hash of all choices, and of what there was to choose from. */
    uint64_t trace;
    /** How many wake-ups came from outside: from a thread that no task ran on. */
    uint64_t outside;
    /** How many came from the clock. */
    uint64_t clock;
    /** How often a task kept its thread without going on, and others went on beside it. */
    uint64_t handed_over;
} task_schedule_summary;

/** Schedules all tasks from now on, by a generator that begins in a state; the calling thread is the first to have the turn. Does
 *  nothing before task_schedule_install() has found the runtime. [main] */
void task_schedule_begin(uint64_t state);

/** Has the generator begin anew in a state, and with it the counts of turns and choices: what follows depends on nothing that was
 *  before, if no other task is ready. [any] */
void task_schedule_restart(uint64_t state);

/** Leaves the tasks to the system again, those included that wait for their turn. [main] */
task_schedule_summary task_schedule_end(void);

#endif
