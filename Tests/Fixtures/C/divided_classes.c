/* SPDX-License-Identifier: MIT
 *
 * Two classes whose cases may run in slices, and one behind them that may not. The third case of the first class ends its process
 * where DIES is defined. Where MANY is defined, there is a class of 64 cases as well, each of which prints its process; where CHANGES is,
 * each of them sets a variable that stays. */
#define _GNU_SOURCE
#include "fixture.h"

#include <stdio.h>
#include <unistd.h>

static uint32_t third(void) {
#ifdef DIES
    abort();
#endif
    return TESTKIT_PASSED;
}

#define PASSES(name) CASE_AS(fixture_pass, name, 0, NULL)
static const fixture_case few[] = {
    PASSES("testA"), PASSES("testB"), CASE_AS(third, "testC", 0, NULL), PASSES("testD"), PASSES("testE"), PASSES("testF"),
};
static const fixture_case one[] = {PASSES("testA")};

static uint32_t process(void) {
    printf("process %d\n", getpid());
#ifdef CHANGES
    static char value[] = "a";
    setenv("CHANGED", value, 1);
    value[0]++;
#endif
    return TESTKIT_PASSED;
}

#define FOUR(name) \
    CASE_AS(process, name "A", 0, NULL), CASE_AS(process, name "B", 0, NULL), CASE_AS(process, name "C", 0, NULL), \
        CASE_AS(process, name "D", 0, NULL)
#define SIXTEEN(name) FOUR(name "A"), FOUR(name "B"), FOUR(name "C"), FOUR(name "D")
static const fixture_case many[] = {SIXTEEN("testA"), SIXTEEN("testB"), SIXTEEN("testC"), SIXTEEN("testD")};
static const fixture_class classes[] = {
#ifdef MANY
    CLASS_WITH("Slices.LargeTests", many, NULL, NULL, .flags = TESTKIT_CLASS_DIVISIBLE),
#endif
    CLASS_WITH("Slices.FirstTests", few, NULL, NULL, .flags = TESTKIT_CLASS_DIVISIBLE),
    CLASS_WITH("Slices.SecondTests", few, NULL, NULL, .flags = TESTKIT_CLASS_DIVISIBLE),
    CLASS("Slices.WholeTests", one),
};

FIXTURE_BUNDLE(classes)
