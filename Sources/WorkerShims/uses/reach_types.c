/* SPDX-License-Identifier: MIT
 * Notes that a library finds a type by a name that it has been given: Foundation, for another library that calls NSClassFromString or
 * reads an archive, or such a library itself. Which functions of the bundle do so, their code says. */
#define _GNU_SOURCE
#include "../system/import_slots.h"
#include "../system/next_function.h"
#include "WorkerShims/system.h"
#include "reach_regions.h"

#include <dlfcn.h>
#include <string.h>

#if CAN_RECORD

/** The standard library's `_typeByName`, which takes a String, and returns a type or nothing: Swift passes these as C does. */
typedef const void *(*type_function)(uint64_t, void *);
static type_function real_type_by_name;

/** Takes its place. Any thread. */
static const void *type_by_name(uint64_t first, void *second) {
    reach_flag(REACH_TYPES);
    return real_type_by_name(first, second);
}

static const import_slot types[] = {
    {"$ss11_typeByNameyypXpSgSSF", (void *)type_by_name, (void **)&real_type_by_name},
};

/** Whether a library has a name, in whatever directory. */
static int has_name(const struct link_map *map, const char *name) {
    const char *own = strrchr(map->l_name, '/');
    return own != NULL && strcmp(own + 1, name) == 0;
}

void reach_watch_types(struct link_map *map) {
    if (real_type_by_name == NULL) {
        const char *standard = worker_loaded_image(SWIFT_CORE_LIBRARY);
        void *library = standard == NULL ? NULL : NEXT(dlopen)(standard, RTLD_LAZY | RTLD_NOLOAD);
        if (library == NULL) return;
        import_slots_look_up(library, types, 1);
        dlclose(library);
    }
    for (; map != NULL; map = map->l_next) {
        /* Swift Testing looks for a class of XCTest, whatever the bundle has. */
        if (reach_wants(map->l_name) || has_name(map, "libTesting.so")) continue;
        import_slots_replace(map, types, 1);
    }
}

#endif
