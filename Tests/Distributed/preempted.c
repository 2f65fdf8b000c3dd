/* SPDX-License-Identifier: MIT
 *
 * A bundle of many classes, of which one waits for the end of its machine: on a node of a cluster, at the first attempt,
 * a case says where it runs, in the file that PREEMPTED_FILE names, and then never ends. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint32_t waits(void) {
    const char *path = getenv("PREEMPTED_FILE"), *node = getenv("SLURMD_NODENAME");
    const char *attempt = getenv("SLURM_RESTART_COUNT");
    if (path == NULL || node == NULL || (attempt != NULL && atoi(attempt) > 0)) return TESTKIT_PASSED;
    char draft[4096];
    snprintf(draft, sizeof draft, "%s.draft", path);
    FILE *file = fopen(draft, "w");
    if (file == NULL) return TESTKIT_FAILED;
    fputs(node, file);
    fclose(file);
    rename(draft, path);
    for (;;) pause();
}

static uint32_t fails(void) { return fixture_fail("fails on every machine"); }
static uint32_t crashes(void) { abort(); }

static const fixture_case some[] = {
    CASE_AS(fixture_pass, "testOne", 0, NULL),
    CASE_AS(fixture_pass, "testTwo", 0, NULL),
    CASE_AS(fixture_pass, "testThree", 0, NULL),
};
static const fixture_case waiting[] = {
    CASE_AS(fixture_pass, "testBefore", 0, NULL),
    CASE_AS(waits, "testWaitsForTheEnd", 0, NULL),
    CASE_AS(fixture_pass, "testAfter", 0, NULL),
};
static const fixture_case bad[] = {
    CASE_AS(fails, "testFails", 0, NULL),
    CASE_AS(crashes, "testCrashes", 0, NULL),
    CASE_AS(fixture_pass, "testPasses", 0, NULL),
};

static const fixture_class classes[] = {
    CLASS("Many.ATests", some), CLASS("Many.BTests", some), CLASS("Many.CTests", some), CLASS("Many.DTests", some),
    CLASS("Many.ETests", some), CLASS("Many.FTests", some), CLASS("Many.GTests", some), CLASS("Many.HTests", some),
    CLASS("Preempted.WaitingTests", waiting), CLASS("Preempted.BadTests", bad),
};

FIXTURE_BUNDLE(classes)
