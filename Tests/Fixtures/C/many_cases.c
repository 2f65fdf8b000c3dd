/* SPDX-License-Identifier: MIT
 *
 * A class of -DCASES cases, whose names are made when they are asked for. With -DFAILS they fail; with -DLIBRARIES they fail in a
 * process that has loaded more. */
#define _GNU_SOURCE
#include "fixture.h"

#include <link.h>

#ifdef LIBRARIES
static int count_library(struct dl_phdr_info *library, size_t size, void *count) {
    (void)library;
    (void)size;
    *(int *)count += 1;
    return 0;
}
#endif

static uint32_t run(void) {
#ifdef LIBRARIES
    int libraries = 0;
    dl_iterate_phdr(count_library, &libraries);
    if (libraries > LIBRARIES) return fixture_fail("too many libraries for one process");
#endif
#ifdef FAILS
    return fixture_fail("it fails");
#else
    return TESTKIT_PASSED;
#endif
}

static fixture_case cases[CASES];
static char names[CASES][16];
static const fixture_class classes[] = {CLASS("Many.ManyTests", cases)};

__attribute__((constructor)) static void fill(void) {
    for (int index = 0; index < CASES; index += 1) {
        snprintf(names[index], sizeof names[index], "test%06d", index);
        cases[index] = (fixture_case)CASE_AS(run, names[index], 0, NULL);
    }
}

FIXTURE_BUNDLE(classes)
