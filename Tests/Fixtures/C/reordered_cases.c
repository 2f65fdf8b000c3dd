/* SPDX-License-Identifier: MIT
 *
 * A bundle that registers its two cases in another order from the second opening on, and names its last class otherwise. The first
 * class ends the worker, so that the others run behind a second opening. MARK is a file that tells openings apart. */
#include "fixture.h"

#include <unistd.h>

static uint32_t ends(void) { abort(); }
static uint32_t fails(void) { return fixture_fail("body: fails"); }

static const fixture_case deadly[] = {CASE_AS(ends, "testEnds", 0, NULL)};
static fixture_case swapped[] = {
    CASE_AS(fails, "testFails", 0, NULL), CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_case kept[] = {CASE_AS(fails, "testKept", 0, NULL)};
static fixture_class classes[] = {
    CLASS("Changing.Deadly", deadly),
    CLASS_IN_GROUP("Changing.Swapped", swapped, 2),
    CLASS_IN_GROUP("Changing.Kept", kept, 3),
    CLASS_IN_GROUP("Changing.Renamed", kept, 4),
};

FIXTURE_FUNCTIONS(classes)
static const testkit_bundle bundle = {FIXTURE_FIELDS};

const testkit_bundle *testkit_bundle_entry(void) {
    if (access(MARK, F_OK) != 0) {
        FILE *mark = fopen(MARK, "w");
        if (mark == NULL) abort();
        fclose(mark);
        return &bundle;
    }
    fixture_case first = swapped[0];
    swapped[0] = swapped[1];
    swapped[1] = first;
    classes[3].description.name = "Changing.Other";
    return &bundle;
}
