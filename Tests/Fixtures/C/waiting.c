/* SPDX-License-Identifier: MIT
 *
 * A bundle whose last class never ends: it says so through the pipe that FIXTURE_PIPE names, and leaves a child. */
#include "fixture.h"

#include <fcntl.h>
#include <unistd.h>

static uint32_t waits(void) {
    pid_t child = fork();
    while (child == 0) pause();
    const char *path = getenv("FIXTURE_PIPE");
    int pipe = path == NULL ? -1 : open(path, O_WRONLY);
    dprintf(pipe, "%d %d\n", (int)getpid(), (int)child);
    close(pipe);
    while (pipe != -2) pause();
    return TESTKIT_PASSED;
}

static const fixture_case early[] = {CASE_AS(fixture_pass, "testEarly", 0, NULL)};
static const fixture_case waiting[] = {CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_case late[] = {CASE_AS(fixture_pass, "testLate", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Waiting.EarlyTests", early),
    CLASS_IN_GROUP("Waiting.WaitingTests", waiting, 2),
    CLASS_IN_GROUP("Waiting.LateTests", late, 3),
};

FIXTURE_BUNDLE(classes)
