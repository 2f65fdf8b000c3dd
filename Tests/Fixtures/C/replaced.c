/* SPDX-License-Identifier: MIT
 *
 * A bundle that puts another build of itself in its own place while it runs, and then ends the worker: the next one opens
 * the file anew. The other build has its cases in another order. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/** Copies a file over another, at one stroke or into the one that is there. */
static void replace(const char *own, const char *other) {
    char fresh[4096];
    snprintf(fresh, sizeof fresh, "%s.new", own);
    int source = open(other, O_RDONLY);
#ifdef IN_PLACE
    int target = open(own, O_WRONLY | O_TRUNC);
#else
    int target = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0755);
#endif
    static char bytes[1 << 20];
    ssize_t count = read(source, bytes, sizeof bytes);
    if (source < 0 || target < 0 || write(target, bytes, (size_t)count) != count) _exit(3);
#ifdef KEEPS_TIME
    struct stat information;
    fstat(source, &information);
    const struct timespec times[2] = {information.st_atim, information.st_mtim};
    futimens(target, times);
#endif
    close(target);
#ifndef IN_PLACE
    if (rename(fresh, own) != 0) _exit(3);
#endif
}

static uint32_t replaces(void) {
    Dl_info info;
    char other[4096];
#ifdef LIBRARY
    /* A library that it needs, and not the bundle itself. */
    int library_answer(void);
    dladdr((void *)library_answer, &info);
#else
    dladdr((void *)replaces, &info);
#endif
    snprintf(other, sizeof other, "%s.other", info.dli_fname);
    replace(info.dli_fname, other);
    _exit(1);
}

static uint32_t is_bad(void) { return fixture_fail("bad"); }

static const fixture_case first[] = {CASE_AS(replaces, "testReplaces", 0, NULL)};
static const fixture_case cases[] = {
#ifdef OTHER
    CASE_AS(fixture_pass, "testGood", 0, NULL),
    CASE_AS(is_bad, "testBad", 0, NULL),
#else
    CASE_AS(is_bad, "testBad", 0, NULL),
    CASE_AS(fixture_pass, "testGood", 0, NULL),
#endif
};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Replaced.FirstTests", first, 1),
    CLASS_IN_GROUP("Replaced.LastTests", cases, 2),
};

FIXTURE_BUNDLE(classes)
