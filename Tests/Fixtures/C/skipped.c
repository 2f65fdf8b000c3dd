/* SPDX-License-Identifier: MIT */

/* Classes whose set-up says that they should not run: with a reason, which is -DREASON, and without one. */

#include "fixture.h"

#ifndef REASON
#define REASON "no database here"
#endif

static uint32_t passes(void) { return TESTKIT_PASSED; }

static uint32_t skips(void) {
    fixture_host->report_skip(fixture_host, fixture_activity, REASON, NULL, 0);
    return TESTKIT_SKIPPED;
}

static uint32_t skips_silently(void) { return TESTKIT_SKIPPED; }

static const fixture_case cases[] = {CASE_AS(passes, "testFirst", 0, NULL), CASE_AS(passes, "testSecond", 0, NULL)};

static const fixture_class classes[] = {
    CLASS_WITH("Skipped.DatabaseTests", cases, skips, NULL, .flags = 0),
    CLASS_WITH("Skipped.SilentTests", cases, skips_silently, NULL, .flags = 0),
};

FIXTURE_BUNDLE(classes)
