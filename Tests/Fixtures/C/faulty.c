/* SPDX-License-Identifier: MIT
 *
 * A bundle that cannot be used, for the one reason that -DFAULT=… gives. */
#include "fixture.h"

#include <unistd.h>

/* --- Which fault ---------------------------------------------------------------------------------------- */

#define MAGIC 1
#define MAJOR 2
#define SHORT 3
#define NO_RUN_CASE 4
#define NULL_BUNDLE 5
#define CONSTRUCTOR 6
#define ENTRY 7
#define REFUSES 8
#define CYCLE 16
#define MISSING_SYMBOL 24
#define ENUMERATION 25
#define OLDER_LAYOUT 27
#define STRAY_TRAITS 29
#define STRAY_TAGS 30

#define MISSING_MANGLED_SYMBOL 99

#if FAULT == MISSING_MANGLED_SYMBOL
extern int nobody_defines_this(void) __asm__("_ZN4Shop4openEv");
#elif FAULT == MISSING_SYMBOL
extern int nobody_defines_this(void);
#endif

#ifndef DEED
#define DEED "do nothing"
#endif

/** Does what -DDEED says: ends or holds up the process that loads the bundle. */
static inline void do_the_deed(void) {
    fprintf(stderr, "about to %s\n", DEED);
    if (strcmp(DEED, "crash") == 0) *(volatile int *)8 = 1;
    while (strcmp(DEED, "hang") == 0) pause();
}

/* --- The descriptors ------------------------------------------------------------------------------------ */

static const fixture_case cases[] = {
    CASE_AS(fixture_pass, "testOne", 0, NULL),
};

static fixture_class classes[] = {
    CLASS("Faulty.FirstTests", cases),
    CLASS("Faulty.SecondTests", cases),
};

FIXTURE_FUNCTIONS(classes)

static const char *connect_badly(const testkit_bundle *bundle, const testkit_host *host) {
    fixture_connect(bundle, host);
#if FAULT == REFUSES
    return "it was made on a Tuesday";
#else
    return NULL;
#endif
}

static const testkit_class *get_class(const testkit_bundle *bundle, uint32_t index) {
#if FAULT == ENUMERATION
    if (index == 1) do_the_deed();
#endif
    return fixture_get_class(bundle, index);
}

/** The second class has traits with which something is wrong. */
static const testkit_class_traits *class_traits(const testkit_bundle *bundle, uint32_t index) {
    static testkit_class_traits traits = {.struct_size = sizeof traits};
    (void)bundle;
#if FAULT == STRAY_TRAITS
    if (index == 1) return (const testkit_class_traits *)0x1000;
#elif FAULT == STRAY_TAGS
    traits.tags = (const char *const *)0x1000;
    traits.tag_count = 4000000000u;
#endif
    return index == 1 ? &traits : NULL;
}

static testkit_bundle bundle = {FIXTURE_FIELDS, .class_traits = class_traits};

#if FAULT == OLDER_LAYOUT
/** A bundle of the layout before traits, of 112 bytes: what follows cannot be read. */
static const testkit_bundle *older_layout(void) {
    enum { size = 112, page = 65536 };
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) return NULL;
    memcpy(pages + page - size, &bundle, size);
    ((testkit_bundle *)(pages + page - size))->struct_size = size;
    return (const testkit_bundle *)(pages + page - size);
}
#endif

/* --- The faults ----------------------------------------------------------------------------------------- */

__attribute__((constructor)) static void construct(void) {
#if FAULT == CONSTRUCTOR
    do_the_deed();
#elif FAULT == MISSING_SYMBOL || FAULT == MISSING_MANGLED_SYMBOL
    nobody_defines_this();
#endif
}

static void spoil(void) {
    bundle.connect = connect_badly;
    bundle.get_class = get_class;
#if FAULT == MAGIC
    bundle.magic = 0x31424B55u;
#elif FAULT == MAJOR
    bundle.abi_major = 9;
#elif FAULT == SHORT
    bundle.struct_size = 16;
#elif FAULT == NO_RUN_CASE
    bundle.run_case = NULL;
#elif FAULT == CYCLE
    classes[0].description.superclass = 1;
    classes[1].description.superclass = 0;
#endif
}

const testkit_bundle *testkit_bundle_entry(void) {
#if FAULT == NULL_BUNDLE
    return NULL;
#elif FAULT == ENTRY
    do_the_deed();
#endif
    spoil();
#if FAULT == OLDER_LAYOUT
    return older_layout();
#else
    return &bundle;
#endif
}
