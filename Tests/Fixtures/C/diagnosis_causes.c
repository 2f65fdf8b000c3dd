/* SPDX-License-Identifier: MIT
 *
 * Cases that fail for each cause that `--diagnose` tells apart, each kind in a class of its own, so that a test selects
 * the classes of one. Victims are in a later run group than polluters. FILE_PATH is where files are made. */
#define _GNU_SOURCE
#include "fixture.h"

/** The time limit that one case exceeds once, in milliseconds. */
#ifndef DAWDLED_LIMIT
#define DAWDLED_LIMIT 1000
#endif

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/** The traces that classes leave in the process. */
static int global_state, first_half, second_half, is_prepared, is_handled, thread_runs;

/** A number of the system's, below a limit. */
static unsigned draw(unsigned limit) {
    unsigned number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
    return number % limit;
}

/* A global variable. */
static uint32_t pollute_global(void) { return global_state = 1, TESTKIT_PASSED; }
static uint32_t find_global(void) { return global_state ? fixture_fail("the global is set") : TESTKIT_PASSED; }
/* Now and then only: half the time. */
static uint32_t find_often(void) {
    return global_state && draw(2) ? fixture_fail("the global is set") : TESTKIT_PASSED;
}

/* The environment. */
static uint32_t pollute_environment(void) { return setenv("CAUSES_MODE", "odd", 1), TESTKIT_PASSED; }
static uint32_t find_environment(void) {
    return getenv("CAUSES_MODE") ? fixture_fail("the mode is odd") : TESTKIT_PASSED;
}

/* A file: each process has its own, so that processes do not meet. */
static const char *own_file(void) {
    static char path[256];
    snprintf(path, sizeof path, "%s.%d", FILE_PATH, (int)getpid());
    return path;
}
static uint32_t pollute_file(void) { return close(open(own_file(), O_CREAT | O_WRONLY, 0666)), TESTKIT_PASSED; }
static uint32_t find_file(void) {
    return access(own_file(), F_OK) == 0 ? fixture_fail("the file is there") : TESTKIT_PASSED;
}

/* A signal handler. */
static void handle(int signal) { is_handled = signal; }
static uint32_t pollute_handler(void) { return signal(SIGUSR1, handle), TESTKIT_PASSED; }
static uint32_t find_handler(void) {
    struct sigaction action;
    sigaction(SIGUSR1, NULL, &action);
    return action.sa_handler == handle ? fixture_fail("somebody handles the signal") : TESTKIT_PASSED;
}

/* A registered callback, as a library has them. */
static void (*registered)(void);
static void callback(void) {}
static uint32_t pollute_callback(void) { return registered = callback, TESTKIT_PASSED; }
static uint32_t find_callback(void) { return registered ? fixture_fail("a callback is registered") : TESTKIT_PASSED; }

/* Two that do it together. */
static uint32_t pollute_first(void) { return first_half = 1, TESTKIT_PASSED; }
static uint32_t pollute_second(void) { return second_half = 1, TESTKIT_PASSED; }
static uint32_t find_both(void) {
    return first_half && second_half ? fixture_fail("both halves are there") : TESTKIT_PASSED;
}

/* A brittle case. */
static uint32_t prepare(void) { return is_prepared = 1, TESTKIT_PASSED; }
static uint32_t need(void) { return is_prepared ? TESTKIT_PASSED : fixture_fail("not prepared"); }

/* Failures that need nobody else. */
static uint32_t fail_always(void) { return fixture_fail("wrong"); }
static uint32_t fail_sometimes(void) { return draw(2) ? fixture_fail("unlucky") : TESTKIT_PASSED; }
/* At the first attempt anywhere, and never again: looks like pollution, and nothing shows it. */
static uint32_t fail_once(void) {
    int file = open(FILE_PATH ".once", O_CREAT | O_EXCL | O_WRONLY, 0666);
    return file >= 0 ? close(file), fixture_fail("for the first time") : TESTKIT_PASSED;
}

/* Two cases that must not run at the same time: they share a directory, and each is in it for a while. */
static uint32_t hold(void) {
    int file = open(FILE_PATH ".lock", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (file < 0) return fixture_fail("somebody else is here");
    usleep(60000);
    unlink(FILE_PATH ".lock");
    return close(file), TESTKIT_PASSED;
}

/* Takes 0.7 s, and now and then, as the file says, longer than a limit of a second. */
static uint32_t dawdle(void) {
    int file = open(FILE_PATH ".slow", O_CREAT | O_EXCL | O_WRONLY, 0666);
    for (int slept = 0; slept < (file >= 0 ? 3 * DAWDLED_LIMIT : DAWDLED_LIMIT * 2 / 3); slept += 10) usleep(10000);
    return TESTKIT_PASSED;
}

#define FILLERS                                                                                                    \
    CASE_AS(fixture_pass, "testA", 0, NULL), CASE_AS(fixture_pass, "testB", 0, NULL),                              \
        CASE_AS(fixture_pass, "testC", 0, NULL), CASE_AS(fixture_pass, "testD", 0, NULL)
#define SINGLE(name, function, title) static const fixture_case name[] = {CASE_AS(function, title, 0, NULL)}
#define FILLED(name, function, title)                                                                              \
    static const fixture_case name[] = {CASE_AS(function, title, 0, NULL), FILLERS}

static const fixture_case fillers[] = {FILLERS};
FILLED(global_polluter, pollute_global, "testPollutes");
SINGLE(global_victim, find_global, "testFinds");
SINGLE(often_victim, find_often, "testFinds");
FILLED(environment_polluter, pollute_environment, "testPollutes");
SINGLE(environment_victim, find_environment, "testFinds");
FILLED(file_polluter, pollute_file, "testPollutes");
SINGLE(file_victim, find_file, "testFinds");
FILLED(handler_polluter, pollute_handler, "testPollutes");
SINGLE(handler_victim, find_handler, "testFinds");
FILLED(callback_polluter, pollute_callback, "testPollutes");
SINGLE(callback_victim, find_callback, "testFinds");
FILLED(first_polluter, pollute_first, "testPollutes");
FILLED(second_polluter, pollute_second, "testPollutes");
SINGLE(both_victim, find_both, "testFinds");
FILLED(setter, prepare, "testPrepares");
SINGLE(brittle, need, "testNeeds");
SINGLE(always, fail_always, "testFails");
SINGLE(sometimes, fail_sometimes, "testFails");
SINGLE(once, fail_once, "testFails");
SINGLE(holder, hold, "testHolds");
SINGLE(dawdler, dawdle, "testDawdles");

static const fixture_class classes[] = {
    CLASS("Causes.Filler", fillers),
    CLASS("Causes.GlobalPolluter", global_polluter),
    CLASS_IN_GROUP("Causes.GlobalVictim", global_victim, 2),
    CLASS_IN_GROUP("Causes.OftenVictim", often_victim, 2),
    CLASS("Causes.EnvironmentPolluter", environment_polluter),
    CLASS_IN_GROUP("Causes.EnvironmentVictim", environment_victim, 2),
    CLASS("Causes.FilePolluter", file_polluter),
    CLASS_IN_GROUP("Causes.FileVictim", file_victim, 2),
    CLASS("Causes.HandlerPolluter", handler_polluter),
    CLASS_IN_GROUP("Causes.HandlerVictim", handler_victim, 2),
    CLASS("Causes.CallbackPolluter", callback_polluter),
    CLASS_IN_GROUP("Causes.CallbackVictim", callback_victim, 2),
    CLASS("Causes.FirstPolluter", first_polluter),
    CLASS("Causes.SecondPolluter", second_polluter),
    CLASS_IN_GROUP("Causes.BothVictim", both_victim, 2),
    CLASS("Causes.Brittle", brittle),
    CLASS("Causes.Setter", setter),
    CLASS("Causes.Always", always),
    CLASS("Causes.Sometimes", sometimes),
    CLASS("Causes.Once", once),
    CLASS("Causes.FirstHolder", holder),
    CLASS("Causes.SecondHolder", holder),
    CLASS("Causes.Dawdler", dawdler),
    /* In the declared order, these pass. */
    CLASS("Causes.EarlyVictim", global_victim),
    CLASS("Causes.LatePolluter", global_polluter),
    CLASS("Causes.LateBrittle", brittle),
};

FIXTURE_BUNDLE(classes)
