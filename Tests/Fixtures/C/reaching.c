/* SPDX-License-Identifier: MIT
 *
 * Cases that use functions, files and other things, each in its own way: for --affected. The numbers of functions come from outside. */
#include "fixture.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PLAIN
#define PLAIN 1
#endif
#ifndef FORKED
#define FORKED 1
#endif
#ifndef THREADED
#define THREADED 1
#endif
#ifndef MASKED
#define MASKED 1
#endif
#ifndef HANDLED
#define HANDLED 1
#endif

__attribute__((noinline)) static int plain(void) { return PLAIN; }
__attribute__((noinline)) static int forked(void) { return FORKED; }
__attribute__((noinline)) static int threaded(void) { return THREADED; }
__attribute__((noinline)) static int masked(void) { return MASKED; }
__attribute__((noinline)) static int handled(void) { return HANDLED; }

static uint32_t verdict(int is_right) { return is_right ? TESTKIT_PASSED : fixture_fail("another number"); }

static uint32_t testPlain(void) { return verdict(plain() == 1); }
static uint32_t testNothing(void) { return TESTKIT_PASSED; }

static uint32_t testForked(void) {
    pid_t child = fork();
    if (child == 0) _exit(forked());
    int status = 0;
    waitpid(child, &status, 0);
    return verdict(WEXITSTATUS(status) == 1);
}

static void *run_threaded(void *result) {
    *(int *)result = threaded();
    return NULL;
}

static uint32_t testThreaded(void) {
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, NULL, run_threaded, &result);
    pthread_join(thread, NULL);
    return verdict(result == 1);
}

static uint32_t testMasked(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = masked();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return verdict(result == 1);
}

static volatile int result_of_handler;
static void handle(int number) {
    (void)number;
    result_of_handler = handled();
}

static uint32_t testHandled(void) {
    struct sigaction action = {.sa_handler = handle};
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    return verdict(result_of_handler == 1);
}

static uint32_t testFile(void) {
    char text[16] = "";
    int file = open(DATA, O_RDONLY | O_CLOEXEC);
    if (file >= 0) close(file);
    (void)text;
    return TESTKIT_PASSED;
}

static uint32_t testOwnFile(void) {
    char path[] = "/tmp/reaching-XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || write(file, "x", 1) != 1) return fixture_fail("no file");
    close(file);
    FILE *again = fopen(path, "r");
    int got = again == NULL ? EOF : getc(again);
    if (again != NULL) fclose(again);
    unlink(path);
    return verdict(got == 'x');
}

static uint32_t testProgram(void) { return verdict(system("exit 0") == 0); }

/** Connects to a port of this machine. */
static void contact(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int socket_number = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)!connect(socket_number, (struct sockaddr *)&address, sizeof address);
    close(socket_number);
}

static uint32_t testNetwork(void) {
    contact(9);
    return TESTKIT_PASSED;
}

static uint32_t testOwnSocket(void) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(server, (struct sockaddr *)&address, size) != 0 || listen(server, 1) != 0) return fixture_fail("no server");
    getsockname(server, (struct sockaddr *)&address, &size);
    contact(ntohs(address.sin_port));
    close(server);
    return TESTKIT_PASSED;
}

/** Listens at a name of this process's own, and connects to one. */
static uint32_t use_names(const char *own, const char *other) {
    struct sockaddr_un names[2] = {{.sun_family = AF_UNIX}, {.sun_family = AF_UNIX}};
    socklen_t size = sizeof *names;
    snprintf(names[0].sun_path + 1, sizeof names[0].sun_path - 1, "reaching-%d-%s", (int)getpid(), own);
    snprintf(names[1].sun_path + 1, sizeof names[1].sun_path - 1, "reaching-%d-%s", (int)getpid(), other);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(server, (struct sockaddr *)&names[0], size) != 0 || listen(server, 1) != 0) return fixture_fail("no server");
    (void)!connect(client, (struct sockaddr *)&names[1], size);
    close(client);
    close(server);
    return TESTKIT_PASSED;
}

static uint32_t testOwnName(void) { return use_names("one", "one"); }
static uint32_t testOtherName(void) { return use_names("one", "two"); }

static const fixture_case cases[] = {
    CASE(testPlain), CASE(testNothing), CASE(testForked), CASE(testThreaded), CASE(testMasked), CASE(testHandled), CASE(testFile),
    CASE(testOwnFile), CASE(testProgram), CASE(testNetwork), CASE(testOwnSocket),
    CASE(testOwnName), CASE(testOtherName),
};

static const fixture_class classes[] = {CLASS("Reach.Tests", cases)};

FIXTURE_BUNDLE(classes)
