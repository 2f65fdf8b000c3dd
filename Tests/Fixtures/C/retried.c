/* SPDX-License-Identifier: MIT
 *
 * A bundle whose one failing case reports once more when its class ends, in every attempt. */
#include "fixture.h"

/** The activity of the failing case. Main thread only. */
static uint64_t failed_activity;

static uint32_t fails(void) {
    failed_activity = fixture_activity;
    return fixture_fail("fails whenever it is tried");
}

static uint32_t reports_late(void) {
    if (failed_activity != 0) fixture_report(failed_activity, TESTKIT_ISSUE_WARNING, "late words");
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(fixture_pass, "testA", 0, NULL), CASE_AS(fixture_pass, "testB", 0, NULL),
    CASE_AS(fixture_pass, "testC", 0, NULL), CASE_AS(fixture_pass, "testD", 0, NULL),
    CASE_AS(fixture_pass, "testE", 0, NULL), CASE_AS(fails, "testFails", 0, NULL),
};
static const fixture_class classes[] = {CLASS_WITH("Retried.Tests", cases, NULL, reports_late, .flags = 0)};

FIXTURE_BUNDLE(classes)
