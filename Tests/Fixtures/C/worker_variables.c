/* SPDX-License-Identifier: MIT
 *
 * Cases that print by which variables they know their worker, and fail at the first attempt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

static const char *value(const char *name) {
    const char *text = getenv(name);
    return text ? text : "none";
}

static uint32_t prints(void) {
    printf("worker %s of %s, attempt %s, seed %s, shard %s\n", value("TESTKIT_WORKER_INDEX"),
           value("TESTKIT_WORKER_COUNT"), value("TESTKIT_ATTEMPT"), value("TESTKIT_RUN_SEED"),
           value("TESTKIT_RUN_SHARD"));
    fflush(stdout);
    return strcmp(value("TESTKIT_ATTEMPT"), "1") == 0 ? fixture_fail("the first attempt") : TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(prints, "testPrints", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Worker.ATests", cases),
    CLASS("Worker.BTests", cases),
    CLASS("Worker.CTests", cases),
};

FIXTURE_BUNDLE(classes)
