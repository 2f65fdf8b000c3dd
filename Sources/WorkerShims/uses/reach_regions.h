/* SPDX-License-Identifier: MIT
 * The state that the parts of reach.h share: the memory of a test, and the recording of a process. */
#ifndef REACH_REGIONS_H
#define REACH_REGIONS_H

#include "../system/sanitizers.h"
#include "reach_notes.h"

#include <link.h>
#include <sys/types.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)
#define CAN_RECORD 1
#else
#define CAN_RECORD 0
#endif

/** The room for the files of a test, in bytes; of the addresses of its own sockets; the bytes of a call. */
enum { NOTES_SIZE = 64 << 10, ADDRESSES = 32, ENTRY_SIZE = 5 };

/** Code that leaves vector registers as they are. */
#define GENERAL_REGISTERS __attribute__((target("general-regs-only")))

/** A test's part of the shared memory, or what a process notes before its first test. */
struct region {
    /** Its `reach_flag`s. Written by all processes of the test. */
    uint32_t flags;
    /** 1 while a thread writes notes. */
    uint32_t lock;
    /** The size of the notes, in bytes. Written under the lock. */
    uint32_t used;
    /** The number of addresses. Written under the lock. */
    uint32_t address_count;
    /** The addresses that its own sockets have, as `key_of` has them. Written under the lock. */
    uint64_t addresses[ADDRESSES];
    /** The files, one after the other. Written under the lock. */
    char notes[NOTES_SIZE];
    /** A bit for each function. Written by all processes of the test. */
    uint64_t bits[];
};

/** A file, in the notes. */
struct note {
    uint32_t size, mode, use, nothing;
    uint64_t bytes, inode, modified, changed;
    char path[];
};

/** A library whose functions are recorded. Written by the host before it forks; from `base` on by each process. */
struct image {
    char *path;
    uint32_t *entries;
    size_t count, first;
    struct image *next;
    /** The first bytes of each function, as they were. */
    uint8_t (*saved)[ENTRY_SIZE];
    uintptr_t base;
    /** The targets of the calls in functions, near enough to them; NULL where there is none. */
    uint8_t *calls;
    int is_armed;
};

/** The state of a process that records. */
extern struct reach_state {
    /** The libraries. Written by the host before it forks. */
    struct image *images;
    /** The number of their functions. Written by the host before it forks. */
    size_t function_count;
    /** The notes before the first test, and the present place for notes. Written by the process's main thread. */
    struct region *own, *current;
    /** 1 in the host and its children while they record. */
    int is_on;
    /** 1 where this process has written to functions since it last shared their pages. Any thread. */
    int is_written;
    /** The process that prepared it all: it records nothing itself. */
    pid_t host;
} reach_state;

#if CAN_RECORD

/** The function that begins at an address; -1 where none does. */
GENERAL_REGISTERS static inline long reach_entry_at(const struct image *image, uintptr_t address) {
    if (address < image->base || address - image->base > UINT32_MAX) return -1;
    uint32_t wanted = (uint32_t)(address - image->base);
    size_t low = 0, high = image->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->entries[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low < image->count && image->entries[low] == wanted ? (long)low : -1;
}

/** Notes that a function is entered. Any thread, and signal handlers. */
GENERAL_REGISTERS static inline void reach_note_entry(const struct image *image, size_t entry) {
    size_t function = image->first + entry;
    struct region *region = __atomic_load_n(&reach_state.current, __ATOMIC_ACQUIRE);
    __atomic_store_n(&reach_state.is_written, 1, __ATOMIC_RELAXED);
    if (region != NULL)
        __atomic_fetch_or(&region->bits[function / 64], (uint64_t)1 << function % 64, __ATOMIC_RELAXED);
}

/** Maps what the calls in an image's functions lead to; -1 where it cannot be near enough. */
int reach_map_calls(struct image *image);

/** Whether a function's first bytes may be a call. */
int reach_takes_call(const struct image *image, size_t index);

/** Makes a function's first bytes a call. They are writable. */
void reach_write_call(struct image *image, size_t index);

/** Has the libraries of a list note when they find a type by its name. [main] */
void reach_watch_types(struct link_map *map);

/** Has the libraries of a list, and those that are opened later, use the functions of reach_functions.h. [main] */
void reach_watch_functions(struct link_map *map);

#endif

/** Where notes go in this process; NULL where it records nothing. */
struct region *reach_here(void);

/** Takes the lock of the notes; false where another process of the test seems to have died with it, or where no note counts any more. */
int reach_lock(struct region *region);

/** Gives it back. */
void reach_unlock(struct region *region);

/** Adds a note that is not there yet. */
void reach_add_note(struct region *region, const struct note *draft, const char *path);

/** Notes an address of the test's own. */
void reach_add_address(struct region *region, uint64_t key);

#endif
