/* SPDX-License-Identifier: MIT
 * The work that suites submit to libdispatch themselves, not through Swift's runtime. */
#ifndef TASK_QUEUES_H
#define TASK_QUEUES_H

#include "task_turns.h"

#include <link.h>
#include <stdint.h>

/** Looks up the functions of libdispatch, as a library that is open sees them. [main] */
void task_queues_look_up(void *library);
/** Replaces them where an image imports them; of the runtime for tasks, only the one for timers. [main] */
void task_queues_watch(const struct link_map *map, int is_runtime);
/** Says what a piece is that is a block. [any] */
struct task_about task_queues_describe(const struct task_piece *piece);
/** The time until a time of libdispatch's, in nanoseconds; UINT64_MAX for never. [any] */
uint64_t task_queues_time_until(uint64_t start);
/** Notes a timer by a time of libdispatch's. One with an interval repeats, unless that is as good as for ever. [any] */
void task_queues_note_timer(uint64_t start, uint64_t interval);

#endif
