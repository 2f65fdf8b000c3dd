/* SPDX-License-Identifier: MIT
 * The calls of the system in which threads of this process are, as the kernel says it. */
#ifndef THREAD_CALL_H
#define THREAD_CALL_H

#include <sys/types.h>

/** A call that a thread is in. */
struct thread_call {
    long number;
    unsigned long arguments[6];
    /** As the kernel writes it, with the places of the stack and of the code. */
    char text[320];
};

/** Reads the call that a thread is in; returns 0 if it is in none, or if that is not known. [any] */
int thread_call_read(pid_t thread, struct thread_call *call);

/** Whether a call waits for a word of memory, for descriptors or for a connection, and has no time limit. [any] */
int thread_call_is_unlimited(const struct thread_call *call);

#endif
