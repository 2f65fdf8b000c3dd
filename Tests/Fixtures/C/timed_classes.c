/* SPDX-License-Identifier: MIT
 *
 * -DCLASSES classes of three cases each, in three run groups; each case takes -DMICROSECONDS. With -DSTUBBORN the cases
 * survive SIGTERM. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

#ifndef MICROSECONDS
#define MICROSECONDS 1000
#endif

static uint32_t run(void) {
#ifdef STUBBORN
    signal(SIGTERM, SIG_IGN);
#endif
    for (int slept = 0; slept < MICROSECONDS; slept += 1000) usleep(1000);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(run, "testOne", 0, NULL),
    CASE_AS(run, "testTwo", 0, NULL),
    CASE_AS(run, "testThree", 0, NULL),
};

static char names[CLASSES][32];
static fixture_class classes[CLASSES];

__attribute__((constructor)) static void fill(void) {
    for (int index = 0; index < CLASSES; index += 1) {
        snprintf(names[index], sizeof names[index], "Throng.Class%04d", index);
        classes[index] = (fixture_class)CLASS_IN_GROUP(names[index], cases, 1 + index * 3 / CLASSES);
    }
}

FIXTURE_BUNDLE(classes)
