/* SPDX-License-Identifier: MIT
 *
 * A bundle with a class whose second case fails if it runs before the first: whether it does is up to the seed. With
 * -DSTABLE it never fails. */
#include "fixture.h"

/** Whether testPrepares has run in this process. Main thread only. */
static int is_prepared;

static uint32_t prepares(void) {
    is_prepared = 1;
    return TESTKIT_PASSED;
}

static uint32_t needs(void) {
#ifndef STABLE
    if (!is_prepared) return fixture_fail("not prepared");
#endif
    return TESTKIT_PASSED;
}

static const fixture_case steps[] = {
    CASE_AS(prepares, "testPrepares", 0, NULL),
    CASE_AS(needs, "testNeeds", 0, NULL),
};
static const fixture_case late[] = {CASE_AS(fixture_pass, "testLate", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Ordered.StepTests", steps),
    CLASS_IN_GROUP("Ordered.LateTests", late, 2),
};

FIXTURE_BUNDLE(classes)
