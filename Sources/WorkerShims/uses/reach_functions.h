/* SPDX-License-Identifier: MIT
 * Functions in the place of the C library's, in a process that records what tests reach (reach.h), and in no other. */
#ifndef REACH_FUNCTIONS_H
#define REACH_FUNCTIONS_H

#include "../system/next_function.h"
#include "../system/sanitizers.h"
#include "reach_notes.h"

/** A function of this program, and the one whose place it takes. */
struct reach_function {
    struct next_function real;
    void *ours;
};

/** Has `our_NAME` take the place of the C library's NAME, in a version, once that is known as `real_NAME`. */
#define IN_PLACE_OF(name, version) \
    static const struct reach_function entry_##name = {{#name, version, (void **)&real_##name}, (void *)our_##name}; \
    /* A pointer: between larger things, a compiler may leave space. */ \
    static const struct reach_function *const place_##name \
        __attribute__((section("reach_functions"), used, retain)) = &entry_##name;

/** A function that notes something, and then does what the C library's does. */
#define NOTING_VERSION(version, type, name, parameters, words, ...) \
    static __typeof__(&name) real_##name; \
    static type our_##name parameters { \
        __VA_ARGS__; \
        return real_##name words; \
    } \
    IN_PLACE_OF(name, version)

/** Notes a function that the library has in one version. */
#define NOTING(type, name, parameters, words, ...) NOTING_VERSION(NULL, type, name, parameters, words, __VA_ARGS__)

#endif
