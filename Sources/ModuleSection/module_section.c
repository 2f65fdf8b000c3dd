/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "module_section.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The texts of one library. */
struct assertions {
    const testkit_assertion_record *first;
    const testkit_assertion_record *end;
    struct assertions *next;
};

/* The libraries' texts; written on the main thread, read on any, never freed. */
static struct assertions *_Atomic libraries;

void testkit_take_assertions(const testkit_assertion_record *first, const testkit_assertion_record *end) {
    if (first == end) return;
    struct assertions *head = atomic_load(&libraries);
    for (struct assertions *known = head; known != 0; known = known->next)
        if (known->first == first) return;
    struct assertions *library = malloc(sizeof *library);
    // Without memory, failures say less.
    if (library == 0) return;
    *library = (struct assertions){.first = first, .end = end, .next = head};
    atomic_store(&libraries, library);
}

testkit_assertion_record testkit_assertion_at(size_t index) {
    for (struct assertions *library = atomic_load(&libraries); library != 0; library = library->next) {
        size_t count = (size_t)(library->end - library->first);
        if (index < count) return library->first[index];
        index -= count;
    }
    return 0;
}

const char *testkit_image_path(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fname : 0;
}

const void *testkit_image_base(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fbase : 0;
}
