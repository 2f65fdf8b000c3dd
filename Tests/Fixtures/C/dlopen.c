/* SPDX-License-Identifier: MIT
 *
 * A bundle that opens a library, in a constructor (AT_START) or in a case; or, without LIBRARY, makes its own functions visible to
 * all others. Its function `answer` has a name that others have, too. With BARE it is only the library, and with neither
 * LIBRARY nor PROMOTES it opens nothing. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>

int answer(void) { return NUMBER; }

#ifndef BARE

/** The run group of its first class. */
#ifndef GROUP
#define GROUP 1
#endif

/** Opens what it is to open; null where that is nothing. */
static void *open_it(void) {
    void *library = NULL;
#if defined(LIBRARY)
    library = dlopen(LIBRARY, MODE);
    if (library == NULL) abort();
#elif defined(PROMOTES)
    Dl_info own;
    if (dladdr(&fixture_host, &own) != 0) library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    if (library == NULL) abort();
#endif
    return library;
}

#ifdef AT_START
__attribute__((constructor)) static void construct(void) { open_it(); }
#endif

/** Opens it, or once more, which must give the library that is this bundle's. */
static uint32_t opens(void) {
    void *library = open_it();
    if (library == NULL) return TESTKIT_PASSED;
    int (*answer_of_it)(void) = (int (*)(void))dlsym(library, "answer");
    return answer_of_it == NULL || answer_of_it() == NUMBER ? TESTKIT_PASSED : fixture_fail("another team's library");
}

/** Calls its own function, which nobody's may replace. */
static uint32_t calls(void) { return answer() == NUMBER ? TESTKIT_PASSED : fixture_fail("another team's function"); }

/** Looks that function up by its name, which asks first what is shown to all. */
static uint32_t looks(void) {
    int (*found)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "answer");
    return found != NULL && found() == NUMBER ? TESTKIT_PASSED : fixture_fail("a function shown to all");
}

static const fixture_case opening[] = {CASE_AS(opens, "testOpens", 0, NULL)};
static const fixture_case calling[] = {CASE_AS(calls, "testCalls", 0, NULL), CASE_AS(looks, "testLooks", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP(NAME ".OpensTests", opening, GROUP),
    CLASS_IN_GROUP(NAME ".CallsTests", calling, 2),
    CLASS_IN_GROUP(NAME ".OpensLateTests", opening, 3),
};
FIXTURE_BUNDLE(classes)

#endif
