/* SPDX-License-Identifier: MIT
 *
 * Cases that use functions, files and other things, each in its own way: for --affected. The numbers of functions come from outside. */
#define _GNU_SOURCE
#include "fixture.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <resolv.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

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

/** A function that is entered with all registers in use, and with words on the stack. */
__attribute__((noinline)) static double all_registers(
    long a, long b, long c, long d, long e, long f, long g, double h, double i, double j, double k, double l, double m, double n, double o, double p) {
    return (double)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g) + h + 2 * i + 3 * j + 4 * k + 5 * l + 6 * m + 7 * n + 8 * o + 9 * p;
}

/** A function that is entered with the number of its vector registers in a register. */
__attribute__((noinline)) static double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    double result = 0;
    for (int index = 0; index < count; index += 1) result += va_arg(list, double);
    va_end(list);
    return result;
}

static uint32_t testRegisters(void) {
    return verdict(all_registers(1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 425 && sum(3, 1.0, 2.0, 3.0) == 6);
}

/* Code in assembly language that goes to the place behind another function's first instruction. */
#if defined(__x86_64__)
__asm__(".text\n.p2align 4\n.type other_in_assembly, @function\nother_in_assembly:\nmovq %rsp, %rax\n.Lbehind:\nmovl $7, %eax\nret\n"
        ".size other_in_assembly, . - other_in_assembly\n.p2align 4\n.type in_assembly, @function\nin_assembly:\njmp .Lbehind\n"
        ".size in_assembly, . - in_assembly\n");
extern int in_assembly(void) __attribute__((visibility("hidden")));
#else
static int in_assembly(void) { return 7; }
#endif

static uint32_t testAssembly(void) { return verdict(in_assembly() == 7); }

#define ONE(n) __attribute__((noinline)) static int raced##n(int x) { return x + n; }
#define EIGHT(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)
EIGHT(1) EIGHT(2) EIGHT(3) EIGHT(4)
#define NAMES(n) raced##n##0, raced##n##1, raced##n##2, raced##n##3, raced##n##4, raced##n##5, raced##n##6, raced##n##7

/** Enters many functions as soon as all threads do. */
static void *run_raced(void *result) {
    static int (*const functions[])(int) = {NAMES(1), NAMES(2), NAMES(3), NAMES(4)};
    static int arrived;
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < 4) sched_yield();
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index += 1) *(int *)result = functions[index](*(int *)result);
    return NULL;
}

static uint32_t testRaced(void) {
    pthread_t threads[4];
    int results[4] = {0}, is_right = 1;
    for (int index = 0; index < 4; index += 1) pthread_create(&threads[index], NULL, run_raced, &results[index]);
    for (int index = 0; index < 4; index += 1) {
        pthread_join(threads[index], NULL);
        is_right &= results[index] == 8 * (10 + 20 + 30 + 40) + 4 * 28;
    }
    return verdict(is_right);
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

#ifdef OUTSIDE
/* Each uses something of the outside that makes it run always. None waits for a name server. */
static uint32_t testAddressByName(void) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST}, *found = NULL;
    int result = getaddrinfo("127.0.0.1", NULL, &hints, &found);
    if (result == 0) freeaddrinfo(found);
    return verdict(result == 0);
}

/** Asks for a name with a label that is too long: nothing is sent. */
static uint32_t testResolver(void) {
    char name[80];
    unsigned char answer[512];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    return verdict(res_query(name, 1, 1, answer, sizeof answer) < 0);
}

static uint32_t testNetlink(void) {
    int number = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0);
    if (number >= 0) close(number);
    return TESTKIT_PASSED;
}

static uint32_t testWords(void) {
    wordexp_t words;
    int result = wordexp("$(echo word)", &words, 0);
    if (result == 0) wordfree(&words);
    return verdict(result == 0);
}

static uint32_t testExecuted(void) {
    pid_t child = fork();
    char *words[] = {"true", NULL};
    if (child == 0) {
        execveat(AT_FDCWD, "/bin/true", words, words + 1, 0);
        _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return verdict(status == 0);
}

static uint32_t testShared(void) {
    int file = shm_open("/reaching-none", O_RDONLY, 0);
    if (file >= 0) close(file);
    return TESTKIT_PASSED;
}

static uint32_t testLibrary(void) {
    void *library = dlopen("libm.so.6", RTLD_NOW);
    return verdict(library != NULL);
}

static uint32_t testKernel(void) { return verdict(syscall(SYS_access, "/", F_OK) == 0); }

/** A call that nobody would list as one that uses a file. */
static uint32_t testKernelTree(void) {
    long file = syscall(428 /* open_tree */, AT_FDCWD, "/", 0);
    if (file >= 0) close((int)file);
    return TESTKIT_PASSED;
}

/** Harmless: it does not run always. */
static uint32_t testThreadNumber(void) { return verdict(syscall(SYS_gettid) > 0); }
#endif

#ifdef UNSEEN
/** Whether a variable has another value. */
static uint32_t differs(const char *name, const char *value) {
    const char *found = getenv(name);
    return verdict(found == NULL || strcmp(found, value) != 0);
}

/** Things that are not recorded. */
static uint32_t testSeed(void) { return differs("TESTKIT_RUN_SEED", "4711"); }
static uint32_t testTerminal(void) { return differs("TERM", "broken"); }
#endif

static const fixture_case cases[] = {
    CASE(testPlain), CASE(testNothing), CASE(testForked), CASE(testThreaded), CASE(testMasked), CASE(testHandled), CASE(testFile),
    CASE(testOwnFile), CASE(testProgram), CASE(testNetwork), CASE(testOwnSocket),
    CASE(testOwnName), CASE(testOtherName), CASE(testRegisters), CASE(testAssembly), CASE(testRaced),
#ifdef OUTSIDE
    CASE(testAddressByName), CASE(testResolver), CASE(testNetlink), CASE(testWords), CASE(testExecuted), CASE(testShared),
    CASE(testLibrary), CASE(testKernel), CASE(testKernelTree), CASE(testThreadNumber),
#endif
#ifdef UNSEEN
    CASE(testSeed), CASE(testTerminal),
#endif
};

static const fixture_class classes[] = {CLASS("Reach.Tests", cases)};

FIXTURE_BUNDLE(classes)
