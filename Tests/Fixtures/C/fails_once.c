/* SPDX-License-Identifier: MIT
 *
 * A bundle with a case that fails where the file at MARK is missing, and then makes it; and with one that takes PAUSE
 * microseconds. */
#include "fixture.h"

#include <fcntl.h>
#include <unistd.h>

#ifndef PAUSE
#define PAUSE 0
#endif

static uint32_t passes_later(void) {
    if (access(MARK, F_OK) == 0) return TESTKIT_PASSED;
    int file = open(MARK, O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
    return fixture_fail("not the first time");
}

static uint32_t pauses(void) {
    usleep(PAUSE);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(passes_later, "testLater", 0, NULL),
    CASE_AS(pauses, "testPauses", 0, NULL),
};
static const fixture_class classes[] = {CLASS("Once.Tests", cases)};

FIXTURE_BUNDLE(classes)
