/* SPDX-License-Identifier: MIT
 * The part of the task schedule that knows the tasks apart: strategies that need that, and the record of what was picked. */
#ifndef TASK_PLAN_H
#define TASK_PLAN_H

#include "WorkerShims/tasks.h"
#include "task_turns.h"

/* All of these are called with the lock of the turns (task_turns.c). */

/** Follows a plan from now on; none for NULL, or where there is no memory for it. */
void task_plan_begin(const task_plan *plan, uint64_t random);
/** Forgets all tasks and what was recorded: the body begins. `random` decides the priorities. */
void task_plan_restart(uint64_t random);
/** Whether a plan is followed. */
int task_plan_is_on(void);
/** Whether a piece that makes another one ready may stop there. */
int task_plan_preempts(void);

/** Notes that a piece has become ready, made so by a task of some number; returns the number of its task. */
uint32_t task_plan_note(const struct task_about *about, uint32_t maker);
/** Notes that a piece can be picked that was noted before. */
void task_plan_admit(uint32_t task);
/** Notes that a task stopped in the midst of a piece, and can be picked. */
void task_plan_pause(uint32_t task);
/** Notes that a task has the turn that was not picked, or the main thread outside of all tasks. */
void task_plan_note_turn(uint32_t task);

/** Picks among the first `count` of the pieces that are ready, and records that. Returns the index. */
size_t task_plan_pick(const struct pieces *ready, size_t count, uint64_t (*random)(void));

#endif
