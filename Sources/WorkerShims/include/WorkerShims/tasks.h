/* SPDX-License-Identifier: MIT
 * Swift's tasks and libdispatch's blocks: who began each, and in which order they run. */
#ifndef WORKER_SHIMS_TASKS_H
#define WORKER_SHIMS_TASKS_H

#include <stddef.h>
#include <stdint.h>

/* Has a seed decide which of Swift's tasks runs next: one runs at a time, and where it lets go, a generator picks the next. */

/** The state of the tasks of a library that was opened. */
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

/** The outcome of a schedule. */
typedef struct task_schedule_summary {
    /** The number of pieces of tasks that have run, and of those with a choice. */
    uint64_t steps, choices;
    /** A hash of all choices, and of what there was to choose from. */
    uint64_t trace;
    /** The number of wake-ups from outside: from a thread that no task ran on. */
    uint64_t outside;
    /** The number of wake-ups from the clock. */
    uint64_t clock;
    /** The number of times that a task kept its thread without going on, while others went on. */
    uint64_t handed_over;
} task_schedule_summary;

/** The way in which the next piece is picked. */
typedef enum task_strategy {
    /** Each that is ready is as probable. */
    TASKS_AT_RANDOM = 0,
    /** The piece of the task with the highest priority, which a task loses at some turns (PCT). */
    TASKS_BY_PRIORITY = 1,
    /** As choices say; elsewhere the last task goes on, or the one that has waited for longest. */
    TASKS_BY_CHOICE = 2,
} task_strategy;

/** A choice: a turn of a task is followed by one of another task. */
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

/** The number of calls of a waiting task that are kept. */
#define TASK_CALLS 16

/** A task that waits. */
typedef struct task_waiting {
    /** Where it goes on: an address in each function that the runtime's own were called by, the last call first; 0 after them. */
    uint64_t calls[TASK_CALLS];
} task_waiting;

/** The tasks of the present schedule that wait for something; returns how many there are, up to a limit. [any] */
size_t task_schedule_waiting(task_waiting *found, size_t capacity);

/** The summary of the present schedule so far. [any] */
task_schedule_summary task_schedule_so_far(void);

/** Has a function called, on a thread of the schedule's, when nothing has happened for a while in one, again if nothing does for twice as
 *  long, and so on; and before it is noted that nothing ever will. [main] */
void task_schedule_on_quiet(void (*function)(void *context, int is_standing), void *context);

/** Leaves the tasks to the system again, those included that wait for their turn. [main] */
task_schedule_summary task_schedule_end(void);

/** The kind of a record's task. */
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
    /** The task that made it, and its number among the tasks that this one made, from 1. */
    uint32_t maker, ordinal;
    task_kind kind;
} task_known;

/** A turn that was recorded. */
typedef struct task_step {
    /** Where the task went on; 0 where that is not known. */
    uint64_t resume;
    /** Whose turn it was; whose was the last one, and how many it had had. */
    uint32_t task, last, turn;
    /** The task that had made it ready. */
    uint32_t maker;
    /** The number of tasks that could be picked. */
    uint32_t count;
    /** Whether another than the usual one was picked; whether it had stopped in the midst of a piece; whether it had let others go
     *  first. */
    uint8_t is_chosen, was_paused, has_yielded;
} task_step;

/** The record of the last schedule. */
typedef struct task_record {
    /** Whether that is all of it. */
    int is_whole;
    uint32_t task_count, step_count;
    /** Both are there until the next schedule begins. */
    const task_known *tasks;
    const task_step *steps;
} task_record;

/** Returns the record of the last schedule, after its end. [main] */
task_record task_schedule_record(void);

/** The key of a task, by that of its maker and its number among those that its maker made; the main thread has that of the first of
 *  0, and whatever is no task that of the second. [any] */
uint64_t task_key(uint64_t maker, uint32_t ordinal);

/* Which activity started the work that a thread does: a failure on a dispatch queue or a thread of a suite's own belongs to the
 * case that put it there, which may have ended. */

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

/** The number of calls that are kept by which work was started. */
#define WORK_CALLS 3

/** A piece of work that has not ended: the activity that started it, its kind, and where that was: after the calls, the last call first,
 *  or after the first byte of the function that it begins with; 0 after those that are known. */
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
