/* SPDX-License-Identifier: MIT
 *
 * A bundle whose build warned about tests. With -DODD, the warnings are odd in every way. */
#include "fixture.h"

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testA", 0, NULL)};
static const fixture_class classes[] = {CLASS("Warned.Tests", cases)};

FIXTURE_FUNCTIONS(classes)

static const testkit_warning warnings[] = {
#ifdef ODD
    {8, TESTKIT_WARNING_METHODS, 1, 1, "Sources/Short.swift", "too short"},
    {sizeof(testkit_warning), TESTKIT_WARNING_METHODS, 1, 1, "Sources/None.swift", NULL},
    {sizeof(testkit_warning), TESTKIT_WARNING_METHODS, 1, 1, "Sources/Bad.swift", "\xff"},
    {sizeof(testkit_warning), 77, 5, 0, NULL, "of an unknown kind"},
#else
    {sizeof(testkit_warning), TESTKIT_WARNING_METHODS, 2, 3, "Sources/A.swift", "two methods of a structure"},
    {sizeof(testkit_warning), TESTKIT_WARNING_FUNCTIONS, 1, 9, "Sources/B.swift", "a function"},
    {sizeof(testkit_warning), TESTKIT_WARNING_OTHER, 0, 4, "Sources/C.swift", "a hook"},
#endif
};

static const testkit_warning *build_warning(const testkit_bundle *bundle, uint32_t index) {
    return (void)bundle, index < COUNT(warnings) ? &warnings[index] : NULL;
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .build_warning = build_warning};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
