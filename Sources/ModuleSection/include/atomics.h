/* SPDX-License-Identifier: MIT
 * Words that threads share without a lock. A load sees all that was written before the store whose value it reads.
 *
 * The toolchain's module for that, Synchronization, comes as a text that the first build of each package would compile for its index. */
#ifndef ATOMICS_H
#define ATOMICS_H

#include <stdint.h>

/** The word. [any] */
static inline uintptr_t testkit_load(const uintptr_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

/** Writes the word. [any] */
static inline void testkit_store(uintptr_t *word, uintptr_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

/** Adds to the word, which may wrap around, and returns the sum. [any] */
static inline uintptr_t testkit_add(uintptr_t *word, uintptr_t value) { return __atomic_add_fetch(word, value, __ATOMIC_ACQ_REL); }

/** Lets the reads that follow see all that was written before what has been read. [any] */
static inline void testkit_fence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

#endif
