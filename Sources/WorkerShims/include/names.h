/* SPDX-License-Identifier: MIT
 * Looks at bytes, quicker than Swift can without optimisation. */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

/** Whether some bytes are in others. */
int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

/** The result of one pass over a name. */
typedef struct worker_name {
    /** Its bytes, less the zero; one more than the limit where it is longer than that. */
    size_t length;
    /** A hash of those bytes. */
    uint64_t hash;
    /** 1 if all of them are ASCII. */
    int is_ascii;
    /** 1 if all of them are letters, digits and the like: nothing that is hidden or parts an identity. May be 0 without need. */
    int is_plain;
} worker_name;

/** Looks at a name of at most `limit` bytes. */
worker_name worker_scan_name(const char *name, size_t limit);

#endif
