/* SPDX-License-Identifier: MIT
 *
 * A bundle where nothing is out of the ordinary: cases that pass, and, with -DFAILS, one that fails. */
#include "fixture.h"

static const char *const names[] = {"plain", "two words", "a/b", "[x]", NULL};

static const fixture_case sums[] = {
    CASE_AS(fixture_pass, "testAdds", 0, NULL),
    CASE_AS(fixture_pass, "testCarries", 0, NULL),
    CASE_AS(fixture_pass, "testNegates", 0, NULL),
    CASE_AS(fixture_pass, "testOverflows", 0, NULL),
};

static uint32_t reads(void) {
#ifdef FAILS
    if (fixture_example == 1) return fixture_fail("expected two words, got one");
#endif
    return TESTKIT_PASSED;
}

static const fixture_case texts[] = {
    CASE_AS(fixture_pass, "testJoins", 0, NULL),
    CASE_AS(fixture_pass, "testSplits", 0, NULL),
    CASE_AS(fixture_pass, "testTrims", 0, NULL),
    CASE_AS(reads, "outlineTestReads", TESTKIT_CASE_PARAMETERISED, names),
};

static const fixture_case clocks[] = {
    CASE_AS(fixture_pass, "testStarts", 0, NULL),
    CASE_AS(fixture_pass, "testStops", 0, NULL),
};

static const fixture_class classes[] = {
    CLASS("Plain.SumTests", sums),
    CLASS("Plain.TextTests", texts),
    CLASS("Plain.ClockTests", clocks),
    CLASS_IN_GROUP("Plain.EarlyTests", clocks, -1),
    CLASS_IN_GROUP("Plain.LateTests", clocks, 2),
};

FIXTURE_BUNDLE(classes)
