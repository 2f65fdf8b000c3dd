/* SPDX-License-Identifier: MIT
 *
 * Without FORGES, a bundle of cases that pass. With it, one behind them whose case reports failures against the activities of the
 * first cases and classes of the plan, all of which have ended, and one against itself behind its end. */
#include "fixture.h"

static uint32_t forges(void) {
    for (uint64_t index = 0; index < 6; index += 1) {
        for (uint64_t kind = 1; kind <= 3; kind += 1) {
            if ((kind << 32 | index) != fixture_activity) {
                fixture_report(kind << 32 | index, TESTKIT_ISSUE_ASSERTION, "forged");
            }
        }
    }
    return TESTKIT_PASSED;
}

/** The activity of the case. Main thread only. */
static uint64_t own_activity;

static uint32_t passes(void) {
    own_activity = fixture_activity;
    return TESTKIT_PASSED;
}

static uint32_t tells_late(void) {
    fixture_report(own_activity, TESTKIT_ISSUE_WARNING, "truly late");
    return TESTKIT_PASSED;
}

#ifdef FORGES
static const fixture_case cases[] = {CASE_AS(forges, "testForges", 0, NULL)};
static const fixture_class classes[] = {CLASS_IN_GROUP("Forging.Tests", cases, 5)};
#else
static const fixture_case cases[] = {CASE_AS(passes, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS_WITH("Forging.Tests", cases, NULL, tells_late, .flags = 0)};
#endif

FIXTURE_BUNDLE(classes)
