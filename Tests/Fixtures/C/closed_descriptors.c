/* SPDX-License-Identifier: MIT
 *
 * Cases that take away the ways to the host: the descriptors, and the right to open others. One class a run group. */
#include "fixture.h"

#include <sys/resource.h>
#include <unistd.h>

static uint32_t closes(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor += 1) close(descriptor);
    return TESTKIT_PASSED;
}

static uint32_t limits(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_NOFILE, &none);
    return fixture_fail("said under a limit");
}

static uint32_t does_both(void) {
    closes();
    limits();
    return fixture_fail("nobody hears this either");
}

static uint32_t fails(void) { return fixture_fail("said by the last"); }

static const fixture_case first[] = {CASE_AS(closes, "testCloses", 0, NULL)};
static const fixture_case second[] = {CASE_AS(limits, "testLimits", 0, NULL)};
static const fixture_case third[] = {CASE_AS(does_both, "testDoesBoth", 0, NULL)};
static const fixture_case last[] = {CASE_AS(fails, "testFails", 0, NULL)};

static const fixture_class classes[] = {
    CLASS_IN_GROUP("Mute.Closes", first, 1),
    CLASS_IN_GROUP("Mute.Limits", second, 2),
    CLASS_IN_GROUP("Mute.DoesBoth", third, 3),
    CLASS_IN_GROUP("Mute.Last", last, 4),
};

FIXTURE_BUNDLE(classes)
