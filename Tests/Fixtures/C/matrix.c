/* SPDX-License-Identifier: MIT
 *
 * A bundle that does one deed in one place, as the name of its own file says: "segv@body.so". One compilation serves
 * them all; a copy each, since the loader knows a file by its inode. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** Misbehaviour that only C++ allows: matrix.cpp. Weak, so that a bundle in C alone loads. */
__attribute__((weak)) void matrix_throw(void);
__attribute__((weak)) void matrix_exhaust(void);
/** Misbehaviour that only Swift allows: Matrix.swift. Weak as well. */
__attribute__((weak)) void matrix_fatal_error(void);
__attribute__((weak)) void matrix_out_of_bounds(void);

/** A way to misbehave, by the name that stands in the file's. */
typedef struct way {
    const char *name;
    void (*run)(void);
} way;

/** A thread that outlives what started it; joined in the class's tear-down or at exit. Main thread only. */
static pthread_t late_thread;
static int has_late_thread;
/** Set when the late thread may report. */
static volatile int may_report;

static void segv(void) { *(volatile int *)8 = 1; }

static void bus(void) {
    int file = memfd_create("empty", 0);
    volatile char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    page[0] = 1;
}

static void fpe(void) {
    volatile int one = 1, zero = 0;
    volatile int result = one / zero;
    (void)result;
    raise(SIGFPE); /* where the processor does not trap */
}

static void ill(void) {
#ifdef __aarch64__
    /* There, the compiler's trap is a breakpoint. */
    __asm__ volatile("udf #0");
#else
    __builtin_trap();
#endif
}

static void overflow(void) {
    volatile char frame[4096];
    frame[0] = 1;
    overflow();
    frame[1] = 1;
}

static void raise_segv(void) { raise(SIGSEGV); }
static void raise_term(void) { raise(SIGTERM); }
static void raise_user(void) { kill(getpid(), SIGUSR1); }
static void stop(void) { raise(SIGSTOP); }
static void alarmed(void) {
    alarm(1);
    for (;;) pause();
}

static void leave(void) { exit(0); }
static void leave_now(void) { _exit(0); }

/** Another process kills this one. */
static void killed(void) {
    pid_t victim = getpid();
    if (fork() == 0) {
        kill(victim, SIGKILL);
        _exit(0);
    }
    for (;;) pause();
}

static void loop(void) {
    for (volatile int turns = 0;; turns += 1) {}
}

static void deadlock(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

static void blocked(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (;;) pause();
}

static void close_all(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor += 1) close(descriptor);
}

/** A well-formed lie among the garbage, and the beginning of a frame that never ends. */
static void scribble(void) {
    static char bytes[8192];
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes + 4000, "TKM1\xff\xff\x00\x00", 8);
    memcpy(bytes + 5000, "TKM1\xff\xff\xff\xff", 8);
    for (int descriptor = 3; descriptor < 1024; descriptor += 1) {
        int flags = fcntl(descriptor, F_GETFL);
        if (flags == -1) continue;
        fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
        (void)!write(descriptor, bytes, sizeof bytes);
        fcntl(descriptor, F_SETFL, flags);
    }
}

/** The child goes on as if it were the worker. */
static void fork_return(void) {
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
}

static void fork_exit(void) {
    pid_t child = fork();
    if (child == 0) exit(0);
    waitpid(child, NULL, 0);
}

static void fork_stay(void) {
    if (fork() == 0) for (;;) pause();
}

/** A grandchild in a session of its own keeps every descriptor open. */
static void daemonize(void) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) for (;;) pause();
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void flood(void) {
    static char block[1 << 16];
    memset(block, 'o', sizeof block);
    for (int count = 0; count < FLOOD_MEGABYTES * 16; count += 1) (void)!write(1, block, sizeof block);
}

/** Ends the main thread alone. */
static void end_thread(void) { pthread_exit(NULL); }

/** A thread does it. */
static void *crash(void *nothing) {
    segv();
    return nothing;
}

static void crash_in_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, crash, NULL) == 0) pthread_join(thread, NULL);
}

static void vfork_exit(void) {
    pid_t child = vfork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
}

/** No process, no thread, no file more than there are. */
static void limit_all(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_NPROC, &none);
    setrlimit(RLIMIT_NOFILE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
}

static void close_standard(void) {
    for (int descriptor = 0; descriptor < 3; descriptor += 1) close(descriptor);
}

/** Puts something else at every number. */
static void replace_all(void) {
    int empty = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor < 1024; descriptor += 1)
        if (fcntl(descriptor, F_GETFD) != -1) dup2(empty, descriptor);
}

/** Takes away what it shares with the host. */
static void unmap(void) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end;
        if (strstr(line, "rw-s") == NULL || sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
        munmap((void *)start, end - start);
    }
}

/** Becomes another program, which ends well. */
static void become_true(void) { execl("/bin/true", "true", NULL); }
/** Becomes another program, which does not end. */
static void become_sleep(void) { execl("/bin/sleep", "sleep", "1000", NULL); }

/** The next call of the system but reading, writing and ending is the last. */
static void lock_in(void) {
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    syscall(SYS_getppid);
}

static void outlive(void) { prctl(PR_SET_PDEATHSIG, 0); }

/** A little: on a busy machine, 19 would be a standstill. */
static void yield_more(void) { (void)!nice(3); }

/** Makes the parent its tracer. */
static void be_traced(void) { ptrace(PTRACE_TRACEME, 0, NULL, NULL); }

static void become_nobody(void) {
    (void)!setgid(65534);
    (void)!setuid(65534);
}

static void leave_namespaces(void) {
    unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_FS | CLONE_FILES);
    (void)!chroot("/tmp");
}

/** Standard output is a pipe that takes nothing more and that nobody reads. */
static void fill_pipe(void) {
    int ends[2];
    static char block[1 << 16];
    if (pipe(ends) != 0) return;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    while (write(ends[1], block, sizeof block) > 0) {}
    fcntl(ends[1], F_SETFL, 0);
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    printf("held back until it is written out\n");
}

static void time_bomb(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    struct itimerspec soon = {.it_value = {.tv_nsec = 50000000}};
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &soon, NULL);
    for (;;) pause();
}

/** Many children, which end when they like. */
static void fork_many(void) {
    for (int count = 0; count < 20; count += 1)
        if (fork() == 0) _exit(0);
}

/** Overwrites what it shares with the host, as far as that is in memory: with the same byte everywhere, or with any. */
static void garble(int byte) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end;
        if (strstr(line, "rw-s") == NULL || sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
        for (unsigned long page = start; page < end; page += 4096) {
            unsigned char is_there = 0;
            if (mincore((void *)page, 4096, &is_there) != 0 || (is_there & 1) == 0) continue;
            if (byte < 0) (void)!getrandom((void *)page, 4096, 0);
            else memset((void *)page, byte, 4096);
        }
    }
}
static void garble_zero(void) { garble(0); }
static void garble_ones(void) { garble(1); }
static void garble_any(void) { garble(-1); }

static void move_away(void) { (void)!chdir("/"); }
static void new_session(void) { setsid(); }

/** Reports for an activity that has ended. */
static void *report_late(void *activity) {
    while (!may_report) usleep(1000);
    fixture_report((uint64_t)(uintptr_t)activity, TESTKIT_ISSUE_ASSERTION, "said by a thread that was late");
    return NULL;
}

static void start_late(void) {
    may_report = 0;
    has_late_thread = pthread_create(&late_thread, NULL, report_late, (void *)(uintptr_t)fixture_activity) == 0;
}

static const way ways[] = {
    {"segv", segv}, {"bus", bus}, {"fpe", fpe}, {"ill", ill}, {"abort", abort}, {"overflow", overflow},
    {"exit", leave}, {"_exit", leave_now}, {"kill", killed}, {"loop", loop}, {"deadlock", deadlock},
    {"blocked", blocked}, {"throw", matrix_throw}, {"memory", matrix_exhaust}, {"close", close_all},
    {"scribble", scribble}, {"forkreturn", fork_return}, {"forkexit", fork_exit}, {"forkstay", fork_stay},
    {"daemon", daemonize}, {"flood", flood}, {"chdir", move_away}, {"setsid", new_session}, {"late", start_late},
    {"fatalerror", matrix_fatal_error}, {"bounds", matrix_out_of_bounds}, {"raise", raise_segv},
    {"term", raise_term}, {"user", raise_user}, {"stop", stop}, {"alarm", alarmed}, {"thread", crash_in_thread},
    {"pthreadexit", end_thread}, {"vfork", vfork_exit}, {"limits", limit_all}, {"standard", close_standard},
    {"replace", replace_all}, {"unmap", unmap}, {"exec", become_true}, {"execsleep", become_sleep},
    {"seccomp", lock_in}, {"pdeathsig", outlive}, {"nice", yield_more}, {"traceme", be_traced},
    {"nobody", become_nobody}, {"chroot", leave_namespaces}, {"fullpipe", fill_pipe}, {"timer", time_bomb},
    {"children", fork_many}, {"zero", garble_zero}, {"ones", garble_ones}, {"any", garble_any},
};

/** This file's name up to its extension. */
static const char *own_name(void) {
    static char name[128];
    Dl_info information;
    if (dladdr(ways, &information) == 0) abort();
    const char *slash = strrchr(information.dli_fname, '/');
    snprintf(name, sizeof name, "%s", slash == NULL ? information.dli_fname : slash + 1);
    name[strcspn(name, ".")] = 0;
    return name;
}

/** Does the deed if this is the place for it: 1 if it did, and came back. */
static int at(const char *place, uint32_t line) {
    const char *name = own_name();
    size_t length = strcspn(name, "@");
    if (name[length] == 0 || strcmp(name + length + 1, place) != 0) return 0;
    if (fixture_host != NULL && line > 0)
        fixture_host->record_location(fixture_host, fixture_activity, "elsewhere/Matrix.c", line);
    for (size_t index = 0; index < COUNT(ways); index += 1) {
        if (strlen(ways[index].name) != length || strncmp(ways[index].name, name, length) != 0) continue;
        ways[index].run();
        return 1;
    }
    abort();
}

__attribute__((constructor)) static void construct(void) { at("constructor", 0); }

/** Lets the late thread speak, and waits for its end. */
static void join_late(void) {
    may_report = 1;
    if (has_late_thread) pthread_join(late_thread, NULL);
    has_late_thread = 0;
}

static void at_exit(void) {
    join_late();
    at("exit", 0);
}

static uint32_t begin_victim(void) {
    atexit(at_exit);
    at("begin", 41);
    return TESTKIT_PASSED;
}

/** A directory with a file in it, as TestKit makes one; whoever survives removes it. */
static char scratch[4096];

static void make_scratch(void) {
    const char *prefix = getenv("RUNNER_SCRATCH");
    if (prefix == NULL) return;
    snprintf(scratch, sizeof scratch, "%s-XXXXXX", prefix);
    if (mkdtemp(scratch) == NULL) return;
    strcat(scratch, "/file");
    FILE *file = fopen(scratch, "w");
    if (file != NULL) fclose(file);
}

static void remove_scratch(void) {
    unlink(scratch);
    *strrchr(scratch, '/') = 0;
    rmdir(scratch);
}

static uint32_t run_victim(void) {
    make_scratch();
    fixture_host->enter_phase(fixture_host, fixture_activity, TESTKIT_PHASE_CASE_SET_UP);
    at("setup", 42);
    fixture_host->enter_phase(fixture_host, fixture_activity, TESTKIT_PHASE_BODY);
    at("body", 43);
    fixture_host->enter_phase(fixture_host, fixture_activity, TESTKIT_PHASE_CASE_TEAR_DOWN);
    at("teardown", 44);
    remove_scratch();
    return TESTKIT_PASSED;
}

static uint32_t end_victim(void) {
    join_late();
    at("end", 45);
    return TESTKIT_PASSED;
}

/** Fails in words that must arrive whatever happened before. */
static uint32_t tells(void) { return fixture_fail("told after the deed"); }

static const fixture_case earlier[] = {CASE_AS(fixture_pass, "testLives", 0, NULL)};
static const fixture_case victims[] = {
    CASE_AS(fixture_pass, "testBefore", 0, NULL),
    CASE_AS(run_victim, "testVictim", 0, NULL),
    CASE_AS(fixture_pass, "testAfter", 0, NULL),
};
static const fixture_case later[] = {CASE_AS(fixture_pass, "testLives", 0, NULL), CASE_AS(tells, "testTells", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Matrix.EarlierTests", earlier),
    CLASS_WITH("Matrix.VictimTests", victims, begin_victim, end_victim, .flags = TESTKIT_CLASS_HAS_RUN_GROUP,
               .run_group = 2),
    CLASS_IN_GROUP("Matrix.LaterTests", later, 3),
};

FIXTURE_FUNCTIONS(classes)
static const testkit_bundle fixture_bundle = {FIXTURE_FIELDS};

const testkit_bundle *testkit_bundle_entry(void) {
    at("registration", 0);
    return &fixture_bundle;
}
