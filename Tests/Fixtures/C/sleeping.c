/* SPDX-License-Identifier: MIT
 *
 * A case that says through the pipe that FIXTURE_PIPE names which process runs it, and sleeps for some MILLISECONDS. */
#include "fixture.h"

#include <fcntl.h>
#include <unistd.h>

static uint32_t sleeps(void) {
    const char *path = getenv("FIXTURE_PIPE");
    int pipe = path == NULL ? -1 : open(path, O_WRONLY);
    dprintf(pipe, "%d\n", (int)getpid());
    close(pipe);
    usleep(MILLISECONDS * 1000);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(sleeps, "testSleeps", 0, NULL)};
static const fixture_class classes[] = {CLASS("Sleeping.SleepingTests", cases)};

FIXTURE_BUNDLE(classes)
