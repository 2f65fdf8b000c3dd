/* SPDX-License-Identifier: MIT
 *
 * Cases that say far more than anybody reads. */
#include "fixture.h"

#include <unistd.h>

/** How often. */
#ifndef TIMES
#define TIMES 100000
#endif

/** A numbered text of 100 bytes. */
static const char *text(const char *what, int number) {
    static char bytes[101];
    memset(bytes, '.', 100);
    bytes[snprintf(bytes, sizeof bytes, "%s %d ", what, number)] = '.';
    return bytes;
}

static uint32_t logs(void) {
    for (int number = 1; number <= TIMES; number += 1) {
        fixture_host->log(fixture_host, fixture_activity, text("log", number));
    }
    return fixture_fail("it has logged");
}

static uint32_t fails(void) {
    for (int number = 1; number <= TIMES; number += 1) fixture_fail(text("issue", number));
    return TESTKIT_FAILED;
}

/** Of no case at all; the last one is a failure. */
static uint32_t reports_late(void) {
    for (int number = 1; number < TIMES; number += 1) {
        fixture_report(TESTKIT_NO_ACTIVITY, TESTKIT_ISSUE_WARNING, text("late", number));
    }
    fixture_report(TESTKIT_NO_ACTIVITY, TESTKIT_ISSUE_ERROR, "late and bad");
    return TESTKIT_PASSED;
}

/** Attaches files of 100 bytes, all of one name. */
static uint32_t attaches(void) {
    for (int number = 1; number <= TIMES; number += 1) {
        fixture_host->attach_data(fixture_host, fixture_activity, "note.txt", text("attachment", number), 100);
    }
    return TESTKIT_PASSED;
}

/** Attaches files of the largest size. */
static uint32_t attaches_much(void) {
    static char bytes[64 << 20];
    for (int number = 1; number <= 6; number += 1) {
        fixture_host->attach_data(fixture_host, fixture_activity, "large", bytes, sizeof bytes - (size_t)number);
    }
    return TESTKIT_PASSED;
}

/** Prints 100 MB. */
static uint32_t prints(void) {
    static char block[1 << 16];
    memset(block, 'o', sizeof block);
    (void)!write(1, "the beginning\n", 14);
    for (int count = 0; count < 1600; count += 1) (void)!write(1, block, sizeof block);
    (void)!write(1, "\nthe end\n", 9);
    return fixture_fail("it has printed");
}

/** Does not end. */
static uint32_t logs_for_ever(void) {
    for (int number = 1;; number += 1) fixture_host->log(fixture_host, fixture_activity, text("log", number));
}

static const fixture_case cases[] = {CASE_AS(DEED, "testFloods", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Floods.FloodTests", cases), CLASS("Floods.OtherTests", others)};

FIXTURE_BUNDLE(classes)
