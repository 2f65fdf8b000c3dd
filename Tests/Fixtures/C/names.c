/* SPDX-License-Identifier: MIT
 *
 * Names that look like parts of an identity, and equal ones; of each pair, one passes and one fails. */
#include "fixture.h"

static uint32_t bad(void) { return fixture_fail("bad"); }

static const char *const examples[] = {"a/b", "]", "two\nlines", "\\u{41}", NULL};
static const fixture_case first[] = {
    CASE_AS(fixture_pass, "a/b", 0, NULL),
    CASE_AS(fixture_pass, "c", 0, NULL),
    CASE_AS(bad, "c", 0, NULL),
    CASE_AS(fixture_pass, "c#2", 0, NULL),
    CASE_AS(fixture_pass, "test[x]", 0, NULL),
    CASE_AS(bad, "line\nfeed", 0, NULL),
    CASE_AS(fixture_pass, "outlineTest", TESTKIT_CASE_PARAMETERISED, examples),
};
static const fixture_case second[] = {CASE_AS(bad, "b", 0, NULL)};
static const fixture_case third[] = {CASE_AS(bad, "c", 0, NULL)};

static const fixture_class classes[] = {CLASS("T.A", first), CLASS("T.A/a", second), CLASS("T.A", third)};

FIXTURE_BUNDLE(classes)
