/* SPDX-License-Identifier: MIT
 *
 * Cases that fail as Swift's hashing or its random numbers have it; the Swift is in Draws.swift. */
#include "fixture.h"

int draws_order(void);
int draws_number(void);

static uint32_t hashing(void) { return draws_order() ? fixture_fail("an even number comes first") : TESTKIT_PASSED; }
static uint32_t number(void) { return draws_number() ? fixture_fail("an even number is drawn") : TESTKIT_PASSED; }

static const fixture_case hashings[] = {CASE_AS(hashing, "testOrder", 0, NULL)};
static const fixture_case numbers[] = {CASE_AS(number, "testNumber", 0, NULL)};

static const fixture_class classes[] = {CLASS("Draws.Hashing", hashings), CLASS("Draws.Numbers", numbers)};

FIXTURE_BUNDLE(classes)
