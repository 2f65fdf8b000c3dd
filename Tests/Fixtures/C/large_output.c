/* SPDX-License-Identifier: MIT
 *
 * A case that prints more than a small file takes, by the C library, and passes; and one that fails. */
#include "fixture.h"

static uint32_t talks(void) {
    for (int line = 0; line < 20000; line += 1) printf("line %d of something that nobody may ever read\n", line);
    return TESTKIT_PASSED;
}

static uint32_t fails(void) {
    talks();
    return TESTKIT_FAILED;
}

static const fixture_case cases[] = {CASE_AS(talks, "testTalks", 0, NULL), CASE_AS(fails, "testFails", 0, NULL)};
static const fixture_class classes[] = {CLASS("Talking.TalkingTests", cases)};

FIXTURE_BUNDLE(classes)
