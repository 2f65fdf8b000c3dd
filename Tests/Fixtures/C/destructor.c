/* SPDX-License-Identifier: MIT
 *
 * A bundle that does DEED in a library's destructor, behind all exit handlers. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

__attribute__((destructor)) static void destruct(void) {
    DEED;
}

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Destructor.DestructorTests", cases)};

FIXTURE_BUNDLE(classes)
