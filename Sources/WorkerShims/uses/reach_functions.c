/* SPDX-License-Identifier: MIT
 * Puts this program's functions in the place of the C library's (reach_functions.h): in the tables of imports of libraries that are open,
 * and in the C library's own table of what it defines, where the loader finds them for those that are opened later, before their
 * constructors run. */
#define _GNU_SOURCE
#include "reach_functions.h"

#include "../system/import_slots.h"
#include "reach_regions.h"

#include <dlfcn.h>
#include <string.h>

#if CAN_RECORD

/* The bounds of the section with all of them. */
extern const struct reach_function *const __start_reach_functions[] __attribute__((visibility("hidden")));
extern const struct reach_function *const __stop_reach_functions[] __attribute__((visibility("hidden")));

/** The most that there may be. */
enum { FUNCTION_LIMIT = 256 };

/** All of them. Written by the process's main thread. */
static import_slot functions[FUNCTION_LIMIT];
static size_t function_count;

/** Whether a library is a part of the C library, which has several before glibc 2.34. */
static int is_of_c(const struct link_map *map) {
    static const char *const parts[] = {"libc.so.6", "libpthread.so.0", "libresolv.so.2", "librt.so.1", "libanl.so.1", "libdl.so.2"};
    const char *name = strrchr(map->l_name, '/');
    for (size_t index = 0; name != NULL && index < sizeof parts / sizeof *parts; index += 1)
        if (strcmp(name + 1, parts[index]) == 0) return 1;
    return 0;
}

/** Finds the real functions, those of libraries as well that were opened since. Before anything is put in their place. */
static void look_up(struct link_map *first) {
    function_count = 0;
    for (const struct reach_function *const *each = __start_reach_functions; each < __stop_reach_functions; each += 1) {
        if (function_count == FUNCTION_LIMIT) break;
        const struct next_function *real = &(*each)->real;
        if (*real->known == NULL) *real->known = next_function_in(RTLD_NEXT, real);
        /* A part that a bundle has brought does not follow this program. */
        for (struct link_map *map = first; *real->known == NULL && map != NULL; map = map->l_next) {
            void *library = is_of_c(map) ? NEXT(dlopen)(map->l_name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
            if (library == NULL) continue;
            *real->known = next_function_in(library, real);
            dlclose(library);
        }
        functions[function_count] = (import_slot){real->name, (*each)->ours, real->known};
        function_count += 1;
    }
}

void reach_watch_functions(struct link_map *first) {
    look_up(first);
    int changed = 0;
    for (struct link_map *map = first; map != NULL; map = map->l_next)
        if (is_of_c(map)) changed += import_slots_redefine(map, functions, function_count);
    /* The loader would give the C library's own to what is opened from here on. */
    if (changed == 0) reach_flag(REACH_BLIND);
    /* The program itself has no name. */
    for (struct link_map *map = first; map != NULL; map = map->l_next)
        if (map->l_name[0] != '\0') import_slots_replace(map, functions, function_count);
}

#endif
