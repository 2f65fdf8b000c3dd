/* SPDX-License-Identifier: MIT
 * Memory that the host shares with its workers, waiting for a word of it, and waiting less for any memory. */
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Maps `size` bytes that are shared with every process forked later; only what is touched takes memory. Where the system
 *  lets it, no process can make that memory shorter or empty it, root included. Null with errno on failure. */
void *worker_shared_memory(size_t size);

/** Leaves some of that memory out of all processes that this one forks from now on. */
void worker_keep_from_forks(void *memory, size_t size);
/** As worker_shared_memory, and maps the first `plan_size` bytes, a number of whole pages, once more for reading alone, for
 *  worker_protect_plan. `*read_only` is NULL where the system does not let that be. */
void *worker_table_memory(size_t size, size_t plan_size, void **read_only);

/** Replaces the first pages of that memory, in a process that was forked, by their second mapping. From Linux 5.1 on, nothing that the
 *  process or its children do makes these pages writable again. Without a second mapping, mprotect(2) protects them, which a process
 *  can undo. 0, or -1 with errno. */
int worker_protect_plan(void *memory, size_t plan_size, void *read_only);

/** Opens a file in memory that has no name, for what a process is to read that is forked before it is written. Returns a descriptor that is
 *  closed on exec, or -1. */
int worker_memory_file(void);

/** Has the kernel lay out the pages of some memory that is about to be written; changes nothing else, and may do nothing. */
void worker_touch_pages(void *start, size_t size);

/** Has the processor fetch the memory at an offset, if it can be read; changes nothing else. */
static inline void memory_fetch(const void *base, long offset) { __builtin_prefetch((const char *)base + offset); }

/** Sleeps while a word in shared memory has a value (futex(2)). May wake early. */
void worker_sleep_while(const uint32_t *word, uint32_t value);

/** Wakes all that sleep on a word. */
void worker_wake(const uint32_t *word);

#endif
