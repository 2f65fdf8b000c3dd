/* SPDX-License-Identifier: MIT
 *
 * A case that ends the process by DEED. */
#define _GNU_SOURCE
#include "fixture.h"

#include <unistd.h>

static uint32_t quits(void) {
    DEED;
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(quits, "testQuits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Quitting.QuittingTests", cases)};

FIXTURE_BUNDLE(classes)
