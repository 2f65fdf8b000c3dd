/* SPDX-License-Identifier: MIT
 *
 * Cases that print more than anybody reads, and wait until the disk has its room back. */
#include "fixture.h"

#include <sys/stat.h>
#include <unistd.h>

/** The number of bytes that each prints. */
#define MUCH (64 << 20)
/** The most that may stay on the disk. */
#define LITTLE (8 << 20)

/** Returns the disk space of the file behind standard output. */
static long long taken(void) {
    struct stat information;
    return fstat(1, &information) == 0 ? information.st_blocks * 512ll : 0;
}

static void print_much(void) {
    static char block[1 << 16];
    memset(block, 'm', sizeof block);
    (void)!write(1, "the beginning\n", 14);
    for (size_t count = 0; count < MUCH; count += sizeof block) (void)!write(1, block, sizeof block);
    (void)!write(1, "\nthe end\n", 9);
}

/** While it runs. */
static uint32_t waits(void) {
    print_much();
    while (taken() > LITTLE) usleep(1000);
    return fixture_fail("the room came back");
}

/** Behind its end, of which the next case is not told: it waits. */
static uint32_t fails(void) {
    print_much();
    return fixture_fail("as it should");
}

static const fixture_case cases[] = {CASE_AS(fails, "testFails", 0, NULL), CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Wordy.WordyTests", cases)};

__attribute__((constructor)) static void construct(void) {
    print_much();
    while (taken() > LITTLE) usleep(1000);
}

FIXTURE_BUNDLE(classes)
