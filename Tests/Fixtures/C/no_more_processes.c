/* SPDX-License-Identifier: MIT
 *
 * A system that has no process left, from the moment on at which the file FIXTURE_REFUSAL exists. Compiled with PRELOADED it is a
 * library to be loaded before the C library, whose fork(2) fails then: as often as TIMES says, or for ever. Without, it is a bundle
 * whose first class makes that file. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/** The file. */
static const char *refusal(void) {
    const char *path = getenv("FIXTURE_REFUSAL");
    return path == NULL ? "/nowhere" : path;
}

#ifdef PRELOADED
#include <dlfcn.h>

pid_t fork(void) {
    if (access(refusal(), F_OK) == 0) {
#ifdef TIMES
        static int times;
        if (++times == TIMES) unlink(refusal());
#endif
        errno = EAGAIN;
        return -1;
    }
    return ((pid_t (*)(void))dlsym(RTLD_NEXT, "fork"))();
}
#else
#include "fixture.h"

static uint32_t use_up(void) {
    return close(open(refusal(), O_WRONLY | O_CREAT, 0600)) == 0 ? TESTKIT_PASSED : TESTKIT_FAILED;
}

static const fixture_case first[] = {CASE_AS(use_up, "testUsesUp", 0, NULL)};
static const fixture_case cases[] = {CASE_AS(fixture_pass, "testX", 0, NULL), CASE_AS(fixture_pass, "testY", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Refusing.FirstTests", first, -2),
    CLASS_IN_GROUP("Refusing.NextTests", cases, -1),
    CLASS_IN_GROUP("Refusing.LastTests", cases, -1),
};

FIXTURE_BUNDLE(classes)
#endif
