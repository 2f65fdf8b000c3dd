/* SPDX-License-Identifier: MIT
 * The identity of the program for the suite: its main function and its path.
 *
 * In a worker, /proc/self/exe is the runner. Exit tests start it once more, and Bundle.main looks next to it, where under
 * `swift test` it is the test executable. */
#include "adapter_support.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static jmp_buf before_main;

int adapter_call_main(void *main_function) {
    char name[] = "xctest";
    char *arguments[] = {name, NULL};
    if (setjmp(before_main) != 0) return 1;
    ((int (*)(int, char **))main_function)(1, arguments);
    return 0;
}

void adapter_leave_main(void) { longjmp(before_main, 1); }

pid_t adapter_fork(void) {
    pid_t child = fork();
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (size_t index = 0; child == 0 && index < sizeof crashes / sizeof *crashes; index++)
        signal(crashes[index], SIG_DFL);
    return child;
}

int adapter_memory_file(void) {
    int opened = memfd_create("testkit", MFD_CLOEXEC);
    int moved = opened < 0 ? -1 : fcntl(opened, F_DUPFD_CLOEXEC, 200);
    if (moved < 0) return opened;
    close(opened);
    return moved;
}

int adapter_is_sealed(int file) {
    int seals = fcntl(file, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_WRITE) != 0;
}

void adapter_seal(int file) { fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE); }

/** The path to answer; if empty, the system's answer is used. Read by any thread. */
static char program[PATH_MAX];

void adapter_set_program(const char *path) {
    if (strlen(path) < sizeof program) strcpy(program, path);
}

static ssize_t tell_link(const char *path, char *buffer, size_t size) {
    if (program[0] == 0 || strcmp(path, "/proc/self/exe") != 0) return readlink(path, buffer, size);
    size_t length = strlen(program);
    if (length > size) length = size;
    memcpy(buffer, program, length);
    return (ssize_t)length;
}

void *adapter_readlink_replacement(void) { return (void *)tell_link; }

extern void testkit_adapter_xctmain(void);
void *adapter_xctmain_replacement(void) { return (void *)testkit_adapter_xctmain; }

extern void testkit_adapter_run_loop_stop(void);
void *adapter_run_loop_stop_replacement(void) { return (void *)testkit_adapter_run_loop_stop; }

extern void testkit_adapter_testcase(void);
void *adapter_testcase_replacement(void) { return (void *)testkit_adapter_testcase; }

extern void testkit_adapter_measure(void);
void *adapter_measure_replacement(void) { return (void *)testkit_adapter_measure; }

extern void testkit_adapter_measure_metrics(void);
void *adapter_measure_metrics_replacement(void) { return (void *)testkit_adapter_measure_metrics; }
