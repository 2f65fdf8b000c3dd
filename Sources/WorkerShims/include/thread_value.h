/* SPDX-License-Identifier: MIT
 *
 * A value for each thread: pthread_getspecific() has a new version in glibc 2.34, which a released runner must not need. */
#ifndef THREAD_VALUE_H
#define THREAD_VALUE_H

/** The value of the calling thread; null at first, and in a thread that another one starts. [any] */
void *thread_value(void);

/** Sets the value of the calling thread. Owned by the caller. [any] */
void thread_set_value(void *given);

#endif
