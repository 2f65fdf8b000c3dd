/* SPDX-License-Identifier: MIT
 *
 * A bundle whose cases print what Swift decides by chance; its Swift is in Chance.swift. */
#include "fixture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

void chance_fill(void);
int chance_found(void);
intptr_t chance_hash(void);
void chance_order(void);
void chance_numbers(void);

/** Prints numbers from the random sources other than Swift's. */
static void print_system(void) {
    unsigned char bytes[8];
    if (getentropy(bytes, sizeof bytes) != 0) return;
    printf("system ");
    for (size_t index = 0; index < sizeof bytes; index += 1) printf("%02x", bytes[index]);
    printf("\n");
}

/** Whether there is a table from before. Where Swift's library is linked in, this constructor comes before the library's own. */
#ifdef WITHOUT_EARLY
enum { HAS_EARLY = 0 };
#else
enum { HAS_EARLY = 1 };
__attribute__((constructor)) static void fill(void) { chance_fill(); }
#endif

/** Adds a hash to the file that CHANCE_HASHES names. */
static void note_hash(void) {
    const char *path = getenv("CHANCE_HASHES");
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    if (file == NULL) return;
    fprintf(file, "%" PRIdPTR "\n", chance_hash());
    fclose(file);
}

static uint32_t order(void) {
    note_hash();
    chance_order();
    if (HAS_EARLY && chance_found() != 1000) return fixture_fail("a table from before has lost elements");
    return TESTKIT_PASSED;
}

static uint32_t numbers(void) {
    chance_numbers();
    print_system();
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(order, "testOrder", 0, NULL),
    CASE_AS(numbers, "testNumbers", 0, NULL),
    CASE_AS(numbers, "testOtherNumbers", 0, NULL),
};
static const fixture_case others[] = {CASE_AS(numbers, "testNumbers", 0, NULL)};

static const fixture_class classes[] = {CLASS("Chance.FirstTests", cases), CLASS("Chance.SecondTests", others)};

FIXTURE_BUNDLE(classes)
