/* SPDX-License-Identifier: MIT
 * Memory that the host shares with its workers, waiting for a word of it, and waiting less for any memory. */
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/** Maps `size` bytes that are shared with every process forked later; only what is touched takes memory. Null with
 *  errno on failure. */
void *worker_shared_memory(size_t size);

/** Has the kernel lay out the pages of some memory that is about to be written; changes nothing else, and may do nothing. */
void worker_touch_pages(void *start, size_t size);

/** Has the processor fetch the memory at an offset, if it can be read; changes nothing else. */
static inline void memory_fetch(const void *base, long offset) { __builtin_prefetch((const char *)base + offset); }

/** Sleeps while a word in shared memory has a value (futex(2)). May wake early. */
void worker_sleep_while(const uint32_t *word, uint32_t value);

/** Wakes all that sleep on a word. */
void worker_wake(const uint32_t *word);

#endif
