/* SPDX-License-Identifier: MIT
 *
 * A case that maps other memory over the pages that its worker shares with the host, and comes back: empty memory, or with KEEPS a
 * private copy, in which the worker finds everything as it was. With SLEEPS it takes longer than it may then. */
#define _GNU_SOURCE
#include "fixture.h"

#include <sys/mman.h>
#include <unistd.h>

/** Where the worker's pages are, and their size. */
static unsigned long first, size;
/** The memory that is to take its place. */
static char *other;

static uint32_t prepare(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    unsigned long start, end;
    for (size = 0; maps != NULL && fgets(line, sizeof line, maps) != NULL;) {
        if (strstr(line, "memfd:testkit-results") == NULL || sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
        first = start;
        size = end - start;
    }
    if (maps != NULL) fclose(maps);
    other = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return size == 0 || other == MAP_FAILED ? TESTKIT_FAILED : TESTKIT_PASSED;
}

static uint32_t maps(void) {
    unsigned char *is_there = calloc(size / 4096, 1);
    if (is_there == NULL || mincore((void *)first, size, is_there) != 0) abort();
#ifdef KEEPS
    for (unsigned long page = 0; page < size / 4096; page += 1)
        if (is_there[page] & 1) memcpy(other + page * 4096, (char *)first + page * 4096, 4096);
#endif
    free(is_there);
    if (mremap(other, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, first) == MAP_FAILED) abort();
#ifdef SLEEPS
    while (1) pause();
#endif
    return TESTKIT_PASSED;
}

static uint32_t fails(void) { return fixture_fail("told once"); }

static const fixture_case cases[] = {CASE_AS(maps, "testMaps", 0, NULL), CASE_AS(fails, "testFails", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL), CASE_AS(fails, "testFails", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_WITH("Mapping.MapsTests", cases, prepare, NULL, .flags = TESTKIT_CLASS_HAS_RUN_GROUP, .run_group = 1),
    CLASS_IN_GROUP("Mapping.OtherTests", others, 2),
};

FIXTURE_BUNDLE(classes)
