/* SPDX-License-Identifier: MIT
 *
 * Two cases, of which one has a library find a type by its name: for --affected. With FAR, the library; with STANDARD, what it finds types
 * with, which is the Swift library's where the runner has that itself. */
#include "fixture.h"

#if defined(STANDARD)
const void *type_by_name(uint64_t first, uint64_t second) __asm__("$ss11_typeByNameyypXpSgSSF");
const void *type_by_name(uint64_t first, uint64_t second) { return NULL; }
#elif defined(FAR)
/* The assembler takes the name for a number where it is called. */
extern char name_of_function[] __asm__("$ss11_typeByNameyypXpSgSSF");
static void *volatile type_by_name = name_of_function;

/* An empty text. */
int far_finds(void) {
    const void *(*function)(uint64_t, uint64_t) = (const void *(*)(uint64_t, uint64_t))type_by_name;
    return function(0, (uint64_t)0xE0 << 56) != NULL;
}
#else
int far_finds(void);

#ifdef ADDED
int added;
#endif

static uint32_t testFound(void) { return far_finds() ? fixture_fail("a type") : TESTKIT_PASSED; }
static uint32_t testPlain(void) { return TESTKIT_PASSED; }

static const fixture_case cases[] = {CASE(testFound), CASE(testPlain)};

static const fixture_class classes[] = {CLASS("Types.Tests", cases)};

FIXTURE_BUNDLE(classes)
#endif
