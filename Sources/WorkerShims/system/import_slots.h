/* SPDX-License-Identifier: MIT
 * Functions that a loaded library imports, replaced in its own table of imports: no other library notices. */
#ifndef IMPORT_SLOTS_H
#define IMPORT_SLOTS_H

#include <link.h>
#include <stddef.h>

/** A function that is replaced: its name, what takes its place, and where its own address goes. */
typedef struct import_slot {
    const char *name;
    void *ours;
    void **real;
} import_slot;

/** Looks up the real functions, as a library that is open sees them; null for one that it does not see. */
void import_slots_look_up(void *library, const import_slot *functions, size_t count);

/** Replaces functions where an image imports them, those alone whose real function is known; returns how many places were changed.
 *  [main] */
int import_slots_replace(const struct link_map *map, const import_slot *functions, size_t count);

/** Replaces functions in a library's table of definitions: later look-ups find ours. Replaces only functions whose real one
 *  is known; returns how many were replaced. [main] */
int import_slots_redefine(const struct link_map *map, const import_slot *functions, size_t count);

#endif
