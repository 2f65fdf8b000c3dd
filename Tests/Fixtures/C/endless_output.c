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
/** A little less than that. */
#define LESS (7 << 20)

/** Returns the disk space of the file behind standard output. */
static long long taken(void) {
    struct stat information;
    return fstat(1, &information) == 0 ? information.st_blocks * 512ll : 0;
}

/** Prints so many bytes. */
static void print(size_t size) {
    static char block[1 << 16];
    memset(block, 'm', sizeof block);
    for (size_t count = 0; count < size; count += sizeof block) (void)!write(1, block, sizeof block);
}

static void print_much(void) {
    (void)!write(1, "the beginning\n", 14);
    print(MUCH);
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
    // The last that is printed before the bundle is loaded; if its room did not come back, the cases would wait for ever.
    print(LESS);
}

FIXTURE_BUNDLE(classes)
