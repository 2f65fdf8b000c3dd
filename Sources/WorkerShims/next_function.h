/* SPDX-License-Identifier: MIT
 * The C library's function behind one that this program defines in its place; a sanitizer's, where that is between. */
#ifndef NEXT_FUNCTION_H
#define NEXT_FUNCTION_H

#include <dlfcn.h>

/** The function of a name; found once for each place of use. Any thread. */
#define NEXT(name) \
    ({ \
        static __typeof__(&name) known; \
        __typeof__(&name) next = __atomic_load_n(&known, __ATOMIC_RELAXED); \
        if (next == NULL) { \
            *(void **)&next = dlsym(RTLD_NEXT, #name); \
            __atomic_store_n(&known, next, __ATOMIC_RELAXED); \
        } \
        next; \
    })

#endif
