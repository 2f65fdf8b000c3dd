/* SPDX-License-Identifier: MIT
 * Blocks that are submitted to libdispatch: how they are laid out, and who else replaces the functions that take them. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

/** A block, as the blocks runtime lays it out. */
struct block {
    void *isa;
    int flags;
    int reserved;
    void (*invoke)(struct block *, uintptr_t, uintptr_t, uintptr_t);
    const struct block_descriptor *descriptor;
};

struct block_descriptor {
    size_t reserved;
    size_t size;
    void (*copy)(void *to, const void *from);
    void (*dispose)(const void *block);
};

/** Has a function called in place of libdispatch's of that name, with the blocks that work_origins.c has wrapped. Returns 0, and does
 *  nothing, if the imports of the library are not replaced there. [main] */
int work_origin_route(const struct link_map *map, const char *name, void *function);

/** The block that a suite has submitted; a block of another maker is its own. [any] */
const struct block *work_origin_unwrapped(const struct block *block);

#endif
