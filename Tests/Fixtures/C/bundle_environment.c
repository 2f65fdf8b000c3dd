/* SPDX-License-Identifier: MIT
 *
 * A bundle that knows what FIXTURE_TASTE is to be, when it is opened and when its cases run: -DTASTE, or unset. */
#include "fixture.h"

#ifndef TASTE
#define TASTE NULL
#endif

/** The value of the variable when the library was opened. */
static char at_first[64];
static int was_set;

__attribute__((constructor)) static void look(void) {
    const char *value = getenv("FIXTURE_TASTE");
    was_set = value != NULL;
    if (was_set) strncpy(at_first, value, sizeof at_first - 1);
}

/** Whether a value is the one that is wanted. */
static int is_wanted(const char *value) {
    const char *wanted = TASTE;
    return wanted == NULL ? value == NULL : value != NULL && strcmp(value, wanted) == 0;
}

static uint32_t tastes(void) {
    if (!is_wanted(was_set ? at_first : NULL)) return fixture_fail("another value when it was opened");
    if (!is_wanted(getenv("FIXTURE_TASTE"))) return fixture_fail("another value when it runs");
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(tastes, "testOne", 0, NULL), CASE_AS(tastes, "testTwo", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Environment.ATests", cases), CLASS("Environment.BTests", cases), CLASS("Environment.CTests", cases),
    CLASS("Environment.DTests", cases), CLASS("Environment.ETests", cases),
};

FIXTURE_BUNDLE(classes)
