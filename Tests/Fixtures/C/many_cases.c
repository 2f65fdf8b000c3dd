/* SPDX-License-Identifier: MIT
 *
 * A class of -DCASES cases, whose names are made when they are asked for. With -DFAILS they fail, with a message of
 * -DMESSAGE bytes if that is given; with -DFLOOD each prints so many megabytes first. With -DLIBRARIES they fail in a process
 * that has loaded more. */
#define _GNU_SOURCE
#include "fixture.h"

#include <link.h>
#include <unistd.h>

#ifndef MESSAGE
#define MESSAGE 0
#endif
#ifndef FLOOD
#define FLOOD 0
#endif

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
    static char block[1 << 16];
    memset(block, 'o', sizeof block);
    for (int count = 0; count < FLOOD * 16; count += 1) (void)!write(1, block, sizeof block);
#ifdef FAILS
    static char message[MESSAGE + 16] = "it fails";
    if (MESSAGE > 0) memset(message, '#', MESSAGE);
    return fixture_fail(message);
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
