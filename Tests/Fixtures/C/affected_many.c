/* SPDX-License-Identifier: MIT
 *
 * 301 cases, of which one uses another function than the rest: for --affected. Its number comes from outside. */
#include "fixture.h"

#ifndef CHOSEN
#define CHOSEN 1
#endif

__attribute__((noinline)) static int chosen(void) {
    static volatile int number = 0;
    number = CHOSEN;
    return number;
}

static uint32_t testChosen(void) { return chosen() > 0 ? TESTKIT_PASSED : fixture_fail("no number"); }
static uint32_t plain(void) { return TESTKIT_PASSED; }

/* So many cases, whose names end in numbers that begin alike. */
#define ONE(digits) CASE_AS(plain, "test" #digits, 0, NULL),
#define TEN(digits) \
    ONE(digits##0) ONE(digits##1) ONE(digits##2) ONE(digits##3) ONE(digits##4) \
    ONE(digits##5) ONE(digits##6) ONE(digits##7) ONE(digits##8) ONE(digits##9)
#define HUNDRED(digit) \
    TEN(digit##0) TEN(digit##1) TEN(digit##2) TEN(digit##3) TEN(digit##4) \
    TEN(digit##5) TEN(digit##6) TEN(digit##7) TEN(digit##8) TEN(digit##9)

static const fixture_case cases[] = {CASE(testChosen), HUNDRED(1) HUNDRED(2) HUNDRED(3)};

static const fixture_class classes[] = {CLASS("Many.Tests", cases)};

FIXTURE_BUNDLE(classes)
