/* SPDX-License-Identifier: MIT */
#pragma once

#include <sys/types.h>

/** The children of this process that its own code waits for. All functions: main thread only. */

/** A child was started, and will be waited for by its number. */
void awaited_children_add(pid_t pid);

/** A child was waited for. */
void awaited_children_remove(pid_t pid);

/** Whether a child is waited for by its number, or may be, since there were too many to know. */
int awaited_children_has(pid_t pid);

/** In a new process: none is. */
void awaited_children_clear(void);
