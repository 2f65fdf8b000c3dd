/* SPDX-License-Identifier: MIT
 * Walks a thread's stack by its libraries' unwind tables, in a signal handler.
 *
 * Nothing here allocates, locks, or trusts a pointer: the stack is read through the kernel, and the tables only inside the
 * segment that contains them. So a stack that was written over ends the walk and not the process. */
#ifndef FRAME_WALK_H
#define FRAME_WALK_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/** A library or the program, as it is mapped. */
struct walked_image {
    /** The load address, which is added to the addresses in its file. */
    uint64_t base;
    /** The code: from here, to before there. */
    uint64_t code_start, code_end;
    /** The index of its unwind tables (.eh_frame_hdr); 0 if it has none. */
    uint64_t index;
    /** The segment that contains the tables. */
    uint64_t tables_start, tables_end;
    /** Its path. Owned by the loader; empty for the program. */
    const char *path;
};

enum { WALKED_IMAGES = 256 };

/** All that is mapped. */
struct walked_images {
    size_t count;
    struct walked_image images[WALKED_IMAGES];
};

/** Lists what is mapped. */
void frame_walk_list(struct walked_images *images);

/** The image that contains an address; null if none does. */
const struct walked_image *frame_walk_find(const struct walked_images *images, uint64_t address);

/** Receives a frame, the innermost first. `is_return` is 1 where the address is the one to return to, which follows
 *  the call. Returns 0 to end the walk. */
typedef int frame_taker(void *state, uint64_t address, int is_return);

/** The stack pointer of the code that a signal came to. */
uint64_t frame_walk_stack_pointer(const ucontext_t *context);

/** Walks from where a signal came. */
void frame_walk(const ucontext_t *context, const struct walked_images *images, frame_taker *take, void *state);

#endif
