/* SPDX-License-Identifier: MIT
 *
 * Cases that need a pipe as standard output, and that print. Those that fail do so to have their output shown. */
#define _GNU_SOURCE
#include "fixture.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/** Whether a descriptor is a pipe. */
static int is_pipe(int descriptor) {
    struct stat information;
    return fstat(descriptor, &information) == 0 && S_ISFIFO(information.st_mode);
}

/** Passes if standard output and standard error are pipes. */
static uint32_t needs(void) {
    printf("of the case that passes\n");
    return is_pipe(1) && is_pipe(2) ? TESTKIT_PASSED : fixture_fail("this is no pipe");
}
/** Prints by the C library and past it. */
static uint32_t prints(void) {
    printf("by the library\n");
    fflush(stdout);
    dprintf(1, "past the library\n");
    dprintf(2, "as an error\n");
    return fixture_fail("as it should");
}
/** Prints more than a pipe holds. */
static uint32_t floods(void) {
    printf("the beginning\n");
    for (int line = 0; line < 40000; line += 1) printf("line %d\n", line);
    printf("the end\n");
    return fixture_fail("as it should");
}
/** Dies with its output. */
static uint32_t dies(void) {
    dprintf(1, "before the death\n");
    _exit(3);
}
/** Passes if standard output is none. */
static uint32_t rejects(void) { return is_pipe(1) ? fixture_fail("this is a pipe") : TESTKIT_PASSED; }
/** Prints which case of this process it is. */
static uint32_t counts(void) {
    static int count;
    printf("case %d of the process\n", count += 1);
    return fixture_fail("as it should");
}

static const fixture_case piped[] = {
    CASE_AS(needs, "testNeeds", 0, NULL), CASE_AS(prints, "testPrints", 0, NULL),
    CASE_AS(floods, "testFloods", 0, NULL), CASE_AS(dies, "testDies", 0, NULL),
};
static const fixture_case plain[] = {CASE_AS(rejects, "testRejects", 0, NULL)};
static const fixture_case counting[] = {CASE_AS(counts, "testCounts", 0, NULL)};
static const fixture_class classes[] = {
#if defined PLAIN
    CLASS("Piped.PlainTests", plain)
#elif defined COUNTING
    CLASS("Piped.FirstTests", counting), CLASS("Piped.SecondTests", counting)
#else
    CLASS("Piped.PipeTests", piped)
#endif
};

FIXTURE_BUNDLE(classes)
