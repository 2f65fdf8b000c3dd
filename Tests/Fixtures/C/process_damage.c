/* SPDX-License-Identifier: MIT
 *
 * Cases that do to their process, with DEED, what the next class must not notice. Those of matrix.c have other places, too. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <errno.h>
#include <fenv.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/** From here on, descriptors are the worker's own: those below it may have from whoever started the tests. */
#define OWN_DESCRIPTORS 200

static void come_back(int signal_number) { (void)signal_number; }

static void blocks_signals(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

static void faults_for_ever(void) {
    signal(SIGSEGV, come_back);
    *(volatile int *)8 = 1;
}

static void limits_files(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    printf("too much\n");
    fflush(stdout);
}

static void leaves_directory(void) {
    char path[] = "/tmp/deeds-XXXXXX";
    if (mkdtemp(path) == NULL || chdir(path) != 0 || rmdir(path) != 0) fixture_fail("it could not");
}

static void protects_shared(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], rights[5];
    unsigned long start, end;
    while (fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) == 3 && rights[3] == 's')
            mprotect((void *)start, end - start, PROT_READ);
    }
    fclose(maps);
}

static void ticks(void) {
    struct sigaction action = {.sa_handler = come_back};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &often, NULL);
}

static void exit_again(void) { exit(3); }
static void exits_in_exit(void) { atexit(exit_again); }

static void cancels_itself(void) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
}

static int sink_deeper(volatile char *above) {
    volatile char here[4096];
    here[0] = above == NULL ? 1 : above[0];
    return sink_deeper(here) + here[0];
}

static void *sink(void *nothing) {
    sink_deeper(NULL);
    return nothing;
}

static void overflows_in_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sink, NULL);
    pthread_join(thread, NULL);
}

static void says_no_text(void) {
    fixture_report(fixture_activity, TESTKIT_ISSUE_ASSERTION, "\xff\xfe\xc3(\x1b[2J\r\n\xed\xa0\x80");
    fixture_host->log(fixture_host, fixture_activity, "\xf0\x28\x8c\x28");
    fixture_host->record_location(fixture_host, fixture_activity, "\xff\xff", 4000000000u);
    fixture_host->report_issue(fixture_host, fixture_activity, NULL);
    fixture_host->log(fixture_host, fixture_activity, NULL);
    fixture_host->record_location(fixture_host, fixture_activity, NULL, 3);
}

static void speaks_for_others(void) {
    fixture_report(fixture_activity + 1, TESTKIT_ISSUE_ASSERTION, "of another");
    fixture_report(9ull << 40, TESTKIT_ISSUE_ASSERTION, "of nonsense");
    fixture_host->report_skip(fixture_host, fixture_activity + 1, "not mine", NULL, 0);
}

static void closes_itself(void) {
    Dl_info info;
    dladdr((void *)closes_itself, &info);
    void *handle = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    for (int turn = 0; turn < 10; turn += 1) dlclose(handle);
}

static void frees_twice(void) {
    char *volatile bytes = malloc(24);
    free(bytes);
    free(bytes);
}

static void ends_group(void) { kill(0, SIGTERM); }

static void has_odd_name(void) {
    prctl(PR_SET_NAME, ") S 1 (\n", 0, 0, 0);
    while (1) {}
}

static void has_no_second_stack(void) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    sink_deeper(NULL);
}

static void grows_output(void) {
    if (ftruncate(STDOUT_FILENO, (off_t)1 << 42) == 0) fixture_fail("it grew");
}

static void traps_numbers(void) { feenableexcept(FE_ALL_EXCEPT); }
static void rounds_up(void) { fesetround(FE_UPWARD); }

static void writes_garbage(void) {
    char bytes[4096];
    struct stat information;
    for (size_t index = 0; index < sizeof bytes; index += 1) bytes[index] = (char)rand();
    for (int descriptor = OWN_DESCRIPTORS; descriptor < 1024; descriptor += 1) {
        if (fstat(descriptor, &information) != 0 || !S_ISFIFO(information.st_mode)) continue;
        for (int turn = 0; turn < 20; turn += 1) (void)!write(descriptor, bytes, sizeof bytes);
    }
}

static void shrinks_pipe(void) {
    for (int descriptor = OWN_DESCRIPTORS; descriptor < 1024; descriptor += 1) fcntl(descriptor, F_SETPIPE_SZ, 4096);
    for (int turn = 0; turn < 3000; turn += 1) fixture_host->log(fixture_host, fixture_activity, "a remark of some length");
}

static void *leave(void *nothing) {
    exit(0);
    return nothing;
}

static void exits_in_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pause();
}

static void ends_main_thread(void) { syscall(SYS_exit, 0); }
static void joins_parents_group(void) { setpgid(0, getpgid(getppid())); }

static void leaves_zombies(void) {
    for (int number = 0; number < 200; number += 1) {
        if (fork() == 0) _exit(0);
    }
}

static void filters_writes(void) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {COUNT(lines), lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) fixture_fail("it could not");
}

static void is_another_person(void) { personality(ADDR_NO_RANDOMIZE); }

static uint32_t does(void) {
    DEED();
    return TESTKIT_PASSED;
}

/** Divides, as other classes may: that neither traps nor comes to something else. */
static uint32_t tells(void) {
    volatile double one = 1, three = 3;
    return fixture_fail(one / three == 1.0 / 3.0 ? "told after the deed" : "told a wrong number");
}

static const fixture_case victims[] = {CASE_AS(does, "testDoes", 0, NULL)};
static const fixture_case others[] = {CASE_AS(tells, "testTells", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Deeds.VictimTests", victims, 1),
    CLASS_IN_GROUP("Deeds.OtherTests", others, 2),
};

FIXTURE_BUNDLE(classes)
