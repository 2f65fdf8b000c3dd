/* SPDX-License-Identifier: MIT
 *
 * A case that makes the table shorter that its worker shares with the host, or a hole of it; it passes where that is refused. */
#define _GNU_SOURCE
#include "fixture.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static uint32_t cuts(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], flags[8], path[128];
    unsigned long start, end, first = 0, size = 0;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, flags) < 3) continue;
        if (flags[1] != 'w' || flags[3] != 's' || end - start <= size) continue;
        first = start;
        size = end - start;
    }
    if (maps != NULL) fclose(maps);
    if (size == 0) return fixture_fail("there is no table");
#ifdef TRUNCATES
    snprintf(path, sizeof path, "/proc/self/map_files/%lx-%lx", first, first + size);
    int code = truncate(path, 0);
#else
    int code = madvise((void *)first, size, MADV_REMOVE);
#endif
    return code == -1 && errno == EPERM ? TESTKIT_PASSED : fixture_fail("it was not refused");
}

static const fixture_case cases[] = {CASE_AS(cuts, "testCuts", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Cutting.CutsTests", cases), CLASS("Cutting.OtherTests", others)};

FIXTURE_BUNDLE(classes)
