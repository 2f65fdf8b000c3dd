/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "next_function.h"

#include "WorkerShims/system.h"

#include <dlfcn.h>
#include <stddef.h>

/* The bounds of the section with all that is to be found; there are none where nothing is defined in the C library's place. */
extern const struct next_function *const __start_next_functions[] __attribute__((weak, visibility("hidden")));
extern const struct next_function *const __stop_next_functions[] __attribute__((weak, visibility("hidden")));

/** Libraries that glibc before 2.34 has besides the C library. The program need not have loaded them; a caller of their functions has. */
static const char *const others[] = {"librt.so.1", "libpthread.so.0"};

void *next_function_in(void *library, const struct next_function *wanted) {
    void *found = wanted->version != NULL ? dlvsym(library, wanted->name, wanted->version) : NULL;
    return found != NULL ? found : dlsym(library, wanted->name);
}

/** Keeps what was found of a function. */
static void *keep(const struct next_function *wanted, void *found) {
    __atomic_store_n(wanted->known, found, __ATOMIC_RELAXED);
    return found;
}

void *next_function_find(const struct next_function *wanted) {
    void *found = next_function_in(RTLD_NEXT, wanted);
    for (size_t index = 0; found == NULL && index < sizeof others / sizeof *others; index += 1) {
        void *library = dlopen(others[index], RTLD_LAZY | RTLD_NOLOAD);
        if (library == NULL) continue;
        found = next_function_in(library, wanted);
        dlclose(library);
    }
    return keep(wanted, found);
}

/** Whether all functions have been looked up; a function without an address after that does not exist. Written by the host's main thread. */
static int are_found;

void next_functions_find(void) {
    if (are_found) return;
    are_found = 1;
    for (const struct next_function *const *each = __start_next_functions; each < __stop_next_functions; each += 1)
        /* The other libraries are not asked: no bundle has loaded them yet, and the loader would look for them in all directories. */
        if (__atomic_load_n((*each)->known, __ATOMIC_RELAXED) == NULL) keep(*each, next_function_in(RTLD_NEXT, *each));
}
