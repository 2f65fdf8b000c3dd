/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "../system/kernel_call.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/** The file of standard output in a worker whose output is captured. Written on the main
 *  thread, before any bundle's code and between classes. */
static struct stat settled_output;

int worker_empty_input(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

int worker_settle(pid_t host, int input, int output) {
    worker_settle_child(host);
    worker_know_host(host);
    if (dup2(input, 0) == -1) return -1;
    worker_unblock_signals();
    if (output == -1) return 0;
    if (dup2(output, 1) == -1 || dup2(output, 2) == -1) return -1;
    return fstat(1, &settled_output);
}

size_t worker_pending_output(void) { return __fpending(stdout); }

int64_t worker_output_end(void) { return kernel_call(SYS_lseek, STDOUT_FILENO, 0, SEEK_END, 0); }

void worker_flush_output(void) {
    if (__fpending(stdout) == 0) return;
    struct stat now;
    int is_settled = settled_output.st_ino == 0 || (fstat(1, &now) == 0 && now.st_ino == settled_output.st_ino);
    struct pollfd standard = {.fd = 1, .events = POLLOUT};
    /* A test may have put a pipe there that is full: what it delays is its own affair. */
    if (!is_settled && poll(&standard, 1, 0) != 1) return;
    /* Or a pipe without a reader, or it has limited the size of files: that fails the write, and must not end the process. */
    sigset_t ending, before, pending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGPIPE);
    sigaddset(&ending, SIGXFSZ);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &ending, &before);
    fflush(stdout);
    /* Signals that pend since then come from this write. */
    if (sigismember(&pending, SIGPIPE)) sigdelset(&ending, SIGPIPE);
    if (sigismember(&pending, SIGXFSZ)) sigdelset(&ending, SIGXFSZ);
    const struct timespec none = {0, 0};
    while (sigtimedwait(&ending, NULL, &none) > 0) {}
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int worker_take_output_failure(void) {
    if (!ferror_unlocked(stdout) && !ferror_unlocked(stderr)) return 0;
    clearerr(stdout);
    clearerr(stderr);
    struct stat now;
    return settled_output.st_ino != 0 && fstat(1, &now) == 0 && now.st_ino == settled_output.st_ino;
}

int worker_has_no_room(int file) {
    struct statvfs information;
    return fstatvfs(file, &information) == 0 && information.f_blocks > 0 && information.f_bavail == 0;
}

int worker_capture_file(const char *directory) {
    int file = open(directory, O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
    if (file != -1) return file;
    file = memfd_create("testkit-output", MFD_CLOEXEC);
    if (file != -1) fcntl(file, F_SETFL, O_APPEND);
    return file;
}

void worker_punch(int file, uint64_t from, uint64_t to) {
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t first = (from + page - 1) & ~(page - 1), last = to & ~(page - 1);
    if (to < from || last <= first || last > INT64_MAX) return;
    fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)first, (off_t)(last - first));
}

int worker_reopen(pid_t owner, int descriptor, int flags) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)owner, descriptor);
    return open(path, flags | O_CLOEXEC);
}

void worker_connect_output(pid_t owner, int descriptor) {
    int file = worker_reopen(owner, descriptor, O_WRONLY | O_APPEND);
    if (file == -1) return;
    dup2(file, 1);
    dup2(file, 2);
    close(file);
    fstat(1, &settled_output);
}

ssize_t worker_pour(int pipe, int file, int *is_lost) {
    char lost[4096];
    struct stat information;
    if (fstat(file, &information) == -1) return -1;
    loff_t end = information.st_size;
    /* A process that asks how much is left waits for the pipe's lock, so nothing is between pipe and file then. */
    ssize_t count = splice(pipe, NULL, file, &end, 1 << 16, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
    if (count != -1 || errno == EAGAIN || errno == EINTR) return count;
    /* Whatever stayed in the pipe would stop the tests that write to it. */
    count = read(pipe, lost, sizeof lost);
    if (count > 0) *is_lost = 1;
    return count;
}

void worker_await_pour(int milliseconds) {
    const struct timespec moment = {.tv_nsec = 100000};
    for (int turn = 0; turn < milliseconds * 10; turn += 1) {
        int left = 0;
        if (ioctl(1, FIONREAD, &left) == -1 || left == 0) return;
        nanosleep(&moment, NULL);
    }
}

uint64_t worker_length(pid_t owner, int descriptor) {
    char path[64];
    struct stat information;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)owner, descriptor);
    return stat(path, &information) == -1 ? 0 : (uint64_t)information.st_size;
}
