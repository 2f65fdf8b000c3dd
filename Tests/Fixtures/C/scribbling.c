/* SPDX-License-Identifier: MIT
 *
 * A bundle that empties the shared listing while it registers: it finds the memory by what stands at its beginning. */
#include "fixture.h"

#include <stdint.h>

#include "WorkerShims/run_table.h"

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Scribbling.ScribblingTests", cases)};

FIXTURE_FUNCTIONS(classes)

/** The shared table: the biggest mapping that is shared and of no file. */
static run_table_header *find_table(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], flags[8], path[256];
    unsigned long start, end, best = 0;
    void *found = NULL;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        path[0] = 0;
        if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %255[^\n]", &start, &end, flags, path) < 3) continue;
        if (flags[1] != 'w' || flags[3] != 's' || end - start <= best) continue;
        best = end - start;
        found = (void *)start;
    }
    if (maps != NULL) fclose(maps);
    return found;
}

static const testkit_bundle bundle = {FIXTURE_FIELDS};

const testkit_bundle *testkit_bundle_entry(void) {
    run_table_header *table = find_table();
    if (table == NULL) abort();
    table->arena_used = AMOUNT;
    return &bundle;
}
