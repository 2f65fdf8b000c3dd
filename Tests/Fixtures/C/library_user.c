/* SPDX-License-Identifier: MIT
 *
 * A bundle that expects one version of the library in library_version.c. */
#include "fixture.h"

int library_version(void);

/** The run group of its classes. */
#ifndef GROUP
#define GROUP 1
#endif

static uint32_t body(void) {
    if (library_version() == VERSION) return TESTKIT_PASSED;
    return fixture_fail("the library is of another version");
}

static const fixture_case first[] = {CASE_AS(body, "testOne", 0, NULL), CASE_AS(body, "testTwo", 0, NULL)};
static const fixture_case second[] = {CASE_AS(body, "testThree", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Versioned.FirstTests", first, GROUP),
    CLASS_IN_GROUP("Versioned.SecondTests", second, GROUP),
};

FIXTURE_BUNDLE(classes)
