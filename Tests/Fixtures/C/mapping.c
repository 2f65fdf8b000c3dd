/* SPDX-License-Identifier: MIT
 *
 * A case that maps empty memory over the table that its worker shares with the host, and comes back. */
#include "fixture.h"

#include <sys/mman.h>

/** Replaces the biggest mapping that is shared and of no file. */
static uint32_t maps(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], flags[8];
    unsigned long start, end, first = 0, size = 0;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, flags) < 3) continue;
        if (flags[1] != 'w' || flags[3] != 's' || end - start <= size) continue;
        first = start;
        size = end - start;
    }
    if (maps != NULL) fclose(maps);
    int mode = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    if (size == 0 || mmap((void *)first, size, PROT_READ | PROT_WRITE, mode, -1, 0) == MAP_FAILED) abort();
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(maps, "testMaps", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Mapping.MapsTests", cases), CLASS("Mapping.OtherTests", others)};

FIXTURE_BUNDLE(classes)
