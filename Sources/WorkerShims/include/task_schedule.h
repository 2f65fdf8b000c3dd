/* SPDX-License-Identifier: MIT
 * Has a seed decide which of Swift's tasks runs next: one runs at a time, and where it lets go, a generator picks the next. */
#ifndef TASK_SCHEDULE_H
#define TASK_SCHEDULE_H

#include <stddef.h>
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

/** How the next piece is picked. */
typedef enum task_strategy {
    /** Each that is ready is as probable. */
    TASKS_AT_RANDOM = 0,
    /** That of the task with the highest priority, which a task loses at some turns (PCT). */
    TASKS_BY_PRIORITY = 1,
    /** As choices say; elsewhere the last task goes on, or the one that has waited for longest. */
    TASKS_BY_CHOICE = 2,
} task_strategy;

/** A choice: behind a turn of a task comes one of another task. */
typedef struct task_choice {
    /** The key of the first task, and how many turns it has had by then. */
    uint64_t last, turn;
    /** The key of the other one. */
    uint64_t next;
} task_choice;

/** A way to pick that knows the tasks apart. */
typedef struct task_plan {
    task_strategy strategy;
    /** By priority: at how many turns one is lost, among how many turns. */
    uint32_t changes;
    uint64_t steps;
    /** Whether a task that makes another one ready may stop there as well. */
    int preempts;
    /** Whether what is picked is recorded. */
    int records;
    /** The choices, by the first task's key and its turn, ascending; copied when the schedule begins. */
    const task_choice *choices;
    size_t choice_count;
    /** Decides priorities; the schedule sets it. */
    uint64_t state;
} task_plan;

/** Schedules all tasks from now on, by a generator that begins in a state; the calling thread is the first to have the turn. Does
 *  nothing before task_schedule_install() has found the runtime. With a plan, that picks. [main] */
void task_schedule_begin(uint64_t state, const task_plan *plan);

/** Has the generator begin anew in a state, and with it the counts of turns and choices: what follows depends on nothing that was
 *  before, if no other task is ready. [any] */
void task_schedule_restart(uint64_t state);

/** Has a 1 stored at a place when, while tasks are scheduled, nothing can ever go on: no task is ready, no timer is set, and each thread
 *  waits for another. [main] */
void task_schedule_report_standstill(uint32_t *place);

/** How many calls of a task that waits are kept. */
#define TASK_CALLS 16

/** A task that waits. */
typedef struct task_waiting {
    /** Where it goes on: an address in each function that the runtime's own were called by, the last call first; 0 behind them. */
    uint64_t calls[TASK_CALLS];
} task_waiting;

/** The tasks of the present schedule that wait for something; returns how many there are, up to a limit. [any] */
size_t task_schedule_waiting(task_waiting *found, size_t capacity);

/** What came of the present schedule so far. [any] */
task_schedule_summary task_schedule_so_far(void);

/** Has a function called, on a thread of the schedule's, when nothing has happened for a while in one, again if nothing does for twice as
 *  long, and so on; and before it is noted that nothing ever will. [main] */
void task_schedule_on_quiet(void (*function)(void *context, int is_standing), void *context);

/** Leaves the tasks to the system again, those included that wait for their turn. [main] */
task_schedule_summary task_schedule_end(void);

/** What a record's task is. */
typedef enum task_kind {
    /** Work of an actor, or the like. */
    TASK_IS_WORK = 0,
    /** A task of Swift's. */
    TASK_IS_TASK = 1,
    /** A block that was submitted to a queue of the system. */
    TASK_IS_BLOCK = 2,
} task_kind;

/** A task that a record is about. The first two are the main thread outside of all tasks, and all that is no task of the schedule. */
typedef struct task_known {
    /** By which choices know it: task_key() of its maker's and of its ordinal. */
    uint64_t key;
    /** An address in the function that it began with; 0 where that is not known. */
    uint64_t entry;
    /** Who made it, and as which of those that it made, from 1. */
    uint32_t maker, ordinal;
    task_kind kind;
} task_known;

/** A turn that was recorded. */
typedef struct task_step {
    /** Where the task went on; 0 where that is not known. */
    uint64_t resume;
    /** Whose turn it was; whose was the last one, and how many it had had. */
    uint32_t task, last, turn;
    /** Who had made it ready. */
    uint32_t maker;
    /** How many could be picked. */
    uint32_t count;
    /** Whether another than the usual one was picked; whether it had stopped in the midst of a piece; whether it had let others go
     *  first. */
    uint8_t is_chosen, was_paused, has_yielded;
} task_step;

/** What was recorded of the last schedule. */
typedef struct task_record {
    /** Whether that is all of it. */
    int is_whole;
    uint32_t task_count, step_count;
    /** Both are there until the next schedule begins. */
    const task_known *tasks;
    const task_step *steps;
} task_record;

/** Returns what the last schedule recorded, behind its end. [main] */
task_record task_schedule_record(void);

/** The key of a task, by that of its maker and its number among those that its maker made; the main thread has that of the first of
 *  0, and whatever is no task that of the second. [any] */
uint64_t task_key(uint64_t maker, uint32_t ordinal);

#endif
