/* SPDX-License-Identifier: MIT
 *
 * A case that leaves processes that have left its process group and its session, and fork all the time. Each needs one of 60 places
 * to live, which are locks of a file: so there are never many more, and another is there as soon as one has ended. */
#define _GNU_SOURCE
#include "fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/** Seconds of a clock. */
static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/** Takes a place; returns 0 if there is none. */
static int take_place(int file) {
    for (int place = 0; place < 60; place += 1) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place, .l_len = 1};
        if (fcntl(file, F_SETLK, &lock) == 0) return 1;
    }
    return 0;
}

static uint32_t breeds(void) {
    /* Not for ever, where nobody can end them. */
    time_t end = now() + 40;
    if (fork() != 0) {
        /* There are some when the run ends. */
        usleep(300000);
        return TESTKIT_PASSED;
    }
    int file = open(PLACES, O_RDWR | O_CREAT, 0600);
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_NAME, NAME);
    while (now() < end) {
        if (fork() != 0) continue;
        setsid();
        if (!take_place(file)) break;
    }
    _exit(0);
}

static const fixture_case cases[] = {CASE_AS(breeds, "testBreeds", 0, NULL)};
static const fixture_class classes[] = {CLASS("Breeding.BreedingTests", cases)};

FIXTURE_BUNDLE(classes)
