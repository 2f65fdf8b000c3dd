/* SPDX-License-Identifier: MIT
 *
 * A bundle that calls a function that library.c has, and one that nobody has. */
#include "fixture.h"

int library_answer(void);
int absent_function(void);

static uint32_t body(void) { return (uint32_t)(library_answer() + absent_function()); }

static const fixture_case cases[] = {CASE_AS(body, "testOne", 0, NULL)};
static const fixture_class classes[] = {CLASS("Needy.ATests", cases)};

FIXTURE_BUNDLE(classes)
