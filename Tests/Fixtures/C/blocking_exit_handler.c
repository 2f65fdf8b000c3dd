/* SPDX-License-Identifier: MIT
 *
 * A bundle whose exit handler never comes back; a constructor sets it. */
#include "fixture.h"

#include <unistd.h>

static void stay(void) {
    while (1) pause();
}

__attribute__((constructor)) static void construct(void) { atexit(stay); }

static const fixture_case cases[] = {
    CASE_AS(fixture_pass, "testA", 0, NULL), CASE_AS(fixture_pass, "testB", 0, NULL),
    CASE_AS(fixture_pass, "testC", 0, NULL), CASE_AS(fixture_pass, "testD", 0, NULL),
    CASE_AS(fixture_pass, "testE", 0, NULL), CASE_AS(fixture_pass, "testF", 0, NULL),
    CASE_AS(fixture_pass, "testG", 0, NULL), CASE_AS(fixture_pass, "testH", 0, NULL),
    CASE_AS(fixture_pass, "testI", 0, NULL), CASE_AS(fixture_pass, "testJ", 0, NULL),
};
static const fixture_class classes[] = {CLASS("Staying.StayingTests", cases)};

FIXTURE_BUNDLE(classes)
