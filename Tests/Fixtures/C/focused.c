/* SPDX-License-Identifier: MIT
 *
 * A bundle with a focus: one case explicitly, one class, and one that a platform keeps from running. */
#include "fixture.h"

static const fixture_case explicit_cases[] = {
    CASE_AS(fixture_pass, "testFocused", TESTKIT_CASE_FOCUSED, NULL),
    CASE_AS(fixture_pass, "testOther", 0, NULL),
};
static const fixture_case cases[] = {CASE_AS(fixture_pass, "testOne", 0, NULL)};
static const fixture_case impossible[] = {CASE_AS(fixture_pass, "testNever_macOS", TESTKIT_CASE_FOCUSED, NULL)};

static const fixture_class classes[] = {
    CLASS("Focused.ExplicitTests", explicit_cases),
    CLASS("Focused.OtherTests", cases),
    CLASS("Focused.ImpossibleTests", impossible),
};

FIXTURE_BUNDLE(classes)
