/* SPDX-License-Identifier: MIT
 * The next function after one by which this program replaces the C library's: that one, or a sanitizer's between them. */
#ifndef NEXT_FUNCTION_H
#define NEXT_FUNCTION_H

/** A function that is to be found. */
struct next_function {
    const char *name;
    /** The version that a linker would take; NULL where the library has one. */
    const char *version;
    /** Where the function is kept once it is found. Written with the same value by any thread. */
    void **known;
};

/** Finds a function in a library or a later one: in its version, or else in any. */
void *next_function_in(void *library, const struct next_function *wanted);

/** Finds a function, and keeps it. Not for signal handlers: the loader may take memory. */
void *next_function_find(const struct next_function *wanted);

/** The function of a name, in a version: an older loader takes the oldest where none is stated, which may do something else. Any
 *  thread. */
#define NEXT_OF(function, wanted_version) \
    ({ \
        static __typeof__(&function) known; \
        static const struct next_function wanted = {#function, wanted_version, (void **)&known}; \
        /* A pointer: between larger things, a compiler may leave space. */ \
        static const struct next_function *const entry __attribute__((section("next_functions"), used, retain)) = &wanted; \
        __typeof__(&function) next = __atomic_load_n(&known, __ATOMIC_RELAXED); \
        if (next == NULL) *(void **)&next = next_function_find(entry); \
        next; \
    })

/** The function of a name that the library has in one version. Any thread. */
#define NEXT(function) NEXT_OF(function, NULL)

#endif
