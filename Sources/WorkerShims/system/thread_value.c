/* SPDX-License-Identifier: MIT */
#include "WorkerShims/system.h"

/** The thread's value. Written and read by that thread alone. */
static _Thread_local void *value;

void *thread_value(void) { return value; }

void thread_set_value(void *given) { value = given; }
