/* SPDX-License-Identifier: MIT
 * The tasks that a schedule has seen, and where those wait that have not ended. */
#ifndef TASK_SIGHT_H
#define TASK_SIGHT_H

#include "WorkerShims/tasks.h"

#include <stddef.h>
#include <stdint.h>

/** Forgets all tasks. [main] */
void task_sight_clear(void);
/** Remembers a task, which is about to run. [any] */
void task_sight_note(const void *task, uint32_t id);
/** Whether a task that was made goes on, and is no child of another that waits for it; `head` is what tasks begin with. [any] */
int task_sight_goes_on(const void *task, const void *head, uint32_t id);
/** Whether that task waits for something, and where. May be called in a signal handler. [any] */
int task_sight_waits(const void *address, const void *head, uint32_t id, task_waiting *found);
/** Whether an address is in the runtime's own code; in task_slots.c. [any] */
int task_slots_is_runtime(const void *address);

#endif
