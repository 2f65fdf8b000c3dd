/* SPDX-License-Identifier: MIT
 *
 * A bundle whose constructor prints. */
#include "fixture.h"

__attribute__((constructor)) static void construct(void) { puts("opened"); }

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Printing.PrintingTests", cases)};

FIXTURE_BUNDLE(classes)
