/* SPDX-License-Identifier: MIT
 *
 * A bundle that tries to write the plan, which the host shares with its workers: by each way to make memory writable, and at last
 * all the same. */
#define _GNU_SOURCE
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "WorkerShims/run_table.h"

/** The plan's pages: the part of the shared memory that its file begins with. */
static char *plan;
/** Their size. */
static size_t plan_size;
/** The pages behind it, which all workers write, and their size. */
static char *common;
static size_t common_size;
/** The file as the kernel names it, which root alone may open. */
static char plan_file[64];

static uint32_t find(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], flags[8];
    unsigned long start, end, offset;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (strstr(line, "memfd:testkit-table") == NULL) continue;
        if (sscanf(line, "%lx-%lx %7s %lx", &start, &end, flags, &offset) != 4) continue;
        if (offset != 0) {
            common = (char *)start;
            common_size = end - start;
            continue;
        }
        plan = (char *)start;
        plan_size = end - start;
        snprintf(plan_file, sizeof plan_file, "/proc/self/map_files/%lx-%lx", start, end);
    }
    if (maps != NULL) fclose(maps);
    return plan == NULL ? TESTKIT_FAILED : TESTKIT_PASSED;
}

/** Fails if the plan can be written now. */
static uint32_t verdict(int is_writable, const char *how) {
    return is_writable ? fixture_fail(how) : TESTKIT_PASSED;
}

static uint32_t protects(void) {
    return verdict(mprotect(plan, plan_size, PROT_READ | PROT_WRITE) == 0, "mprotect made the plan writable");
}

static uint32_t reopens(void) {
    const int file = open(plan_file, O_RDWR | O_CLOEXEC);
    if (file == -1) return TESTKIT_PASSED;
    const uint32_t zero = 0;
    const int is_written = pwrite(file, &zero, sizeof zero, 0) != -1;
    const int is_mapped = mmap(NULL, plan_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED;
    const int is_cut = ftruncate(file, 0) == 0;
    const int is_holed = fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)plan_size) == 0;
    close(file);
    return verdict(is_written || is_mapped || is_cut || is_holed, "the plan's file can be written");
}

static uint32_t empties(void) {
    return verdict(madvise(plan, plan_size, MADV_REMOVE) == 0, "madvise emptied the plan");
}

/** By the pages behind it, which are of the same file. */
static uint32_t moves(void) {
    if (common == NULL) return fixture_fail("no memory that all workers write");
    /* A second mapping of a part of them, whose place in the file is then changed to that of the plan. */
    char *copy = mremap(common, 0, 4096, MREMAP_MAYMOVE);
    if (copy == MAP_FAILED) return TESTKIT_PASSED;
    return verdict(remap_file_pages(copy, 4096, 0, 0, 0) == 0, "remap_file_pages made the plan writable");
}

static uint32_t writes(void) {
    memset(plan, 0, 4096);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE(protects), CASE(reopens), CASE(empties), CASE(moves), CASE(writes), CASE_AS(fixture_pass, "testLast", 0, NULL),
};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_WITH("Plan.WritingTests", cases, find, NULL, .flags = 0),
    CLASS("Plan.OtherTests", others),
};

FIXTURE_BUNDLE(classes)
