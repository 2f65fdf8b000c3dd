/* SPDX-License-Identifier: MIT
 *
 * A case whose child leaves a process behind that ends at once, and that waits until nothing is left of that one: as a daemon's test
 * does. */
#include "fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** Has a child make another process and end; the number of that process, or -1. */
static pid_t leave_orphan(void) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        pid_t orphan = fork();
        if (orphan == 0) _exit(0);
        _exit(write(ends[1], &orphan, sizeof orphan) == sizeof orphan ? 0 : 1);
    }
    close(ends[1]);
    pid_t orphan = -1;
    if (read(ends[0], &orphan, sizeof orphan) != sizeof orphan) orphan = -1;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return orphan;
}

static uint32_t waits(void) {
    pid_t orphan = leave_orphan();
    if (orphan <= 0) return fixture_fail("no orphan");
    const struct timespec moment = {.tv_nsec = 1000000};
    while (kill(orphan, 0) == 0) nanosleep(&moment, NULL);
    return errno == ESRCH ? TESTKIT_PASSED : fixture_fail("no end");
}

static const fixture_case cases[] = {CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Orphans.OrphanTests", cases)};

FIXTURE_BUNDLE(classes)
