/* SPDX-License-Identifier: MIT
 *
 * Cases that use files in ways in which the bundle imports no function for it: for --affected. The paths come from outside. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

/** Opens a file by a function that is found by its name. */
static void open_found(const char *path) {
    int (*found)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_DEFAULT, "open");
    int file = found(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) close(file);
}

/** Opens a file before the library is open. */
__attribute__((constructor)) static void begin(void) {
    int file = open(DATA, O_RDONLY | O_CLOEXEC);
    if (file >= 0) close(file);
}

static uint32_t testNothing(void) { return TESTKIT_PASSED; }

static uint32_t testFound(void) {
    open_found(PLACES);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE(testNothing), CASE(testFound)};
static const fixture_class classes[] = {CLASS("Load.Tests", cases)};

FIXTURE_BUNDLE(classes)
