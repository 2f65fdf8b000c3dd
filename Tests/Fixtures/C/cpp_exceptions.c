/* SPDX-License-Identifier: MIT
 *
 * A bundle of whose C++ (cpp_exceptions.cpp) exceptions cross libraries. */
#include "fixture.h"

#include <stdbool.h>

extern bool catches_own(void), catches_librarys(void), catches_through_library(void), catches_through_c(void),
    leaves_thread(void);
extern void library_throws(void);

#define CHECK(function)                                                                                            \
    static uint32_t check_##function(void) { return function() ? TESTKIT_PASSED : fixture_fail("not caught"); }

CHECK(catches_own)
CHECK(catches_librarys)
CHECK(catches_through_library)
CHECK(catches_through_c)
CHECK(leaves_thread)

static uint32_t throws_at_runner(void) { return library_throws(), TESTKIT_PASSED; }

static const fixture_case cases[] = {
    CASE_AS(check_catches_own, "testCatchesOwn", 0, NULL),
    CASE_AS(check_catches_librarys, "testCatchesLibrarys", 0, NULL),
    CASE_AS(check_catches_through_library, "testCatchesThroughLibrary", 0, NULL),
    CASE_AS(check_catches_through_c, "testCatchesThroughC", 0, NULL),
    CASE_AS(check_leaves_thread, "testLeavesThread", 0, NULL),
    CASE_AS(throws_at_runner, "testThrowsAtRunner", 0, NULL),
};

static const fixture_class classes[] = {CLASS("Throwing.Tests", cases)};

FIXTURE_BUNDLE(classes)
