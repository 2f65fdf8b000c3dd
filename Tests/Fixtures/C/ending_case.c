/* SPDX-License-Identifier: MIT
 *
 * A case that does DEED, such as to end the process; with MORE, a class behind it. */
#define _GNU_SOURCE
#include "fixture.h"

#include <unistd.h>

static uint32_t quits(void) {
    DEED;
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(quits, "testQuits", 0, NULL)};
#ifdef MORE
static const fixture_case more[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
#endif
static const fixture_class classes[] = {
    CLASS("Quitting.QuittingTests", cases),
#ifdef MORE
    CLASS("Quitting.OtherTests", more),
#endif
};

FIXTURE_BUNDLE(classes)
