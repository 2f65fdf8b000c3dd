/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "standard_output.h"

#include "processes.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/** The file of standard output in a worker whose output is captured. Written before any bundle's code, then read only. */
static struct stat settled_output;

int worker_settle(pid_t host, int output) {
    worker_settle_child(host);
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty == -1 || dup2(empty, 0) == -1) return -1;
    if (empty > 2) close(empty);
    worker_unblock_signals();
    if (output == -1) return 0;
    if (dup2(output, 1) == -1 || dup2(output, 2) == -1) return -1;
    return fstat(1, &settled_output);
}

size_t worker_pending_output(void) { return __fpending(stdout); }

void worker_flush_output(void) {
    if (__fpending(stdout) == 0) return;
    struct stat now;
    int is_settled = settled_output.st_ino == 0 || (fstat(1, &now) == 0 && now.st_ino == settled_output.st_ino);
    struct pollfd standard = {.fd = 1, .events = POLLOUT};
    /* A test may have put a pipe there that is full: what it holds back is its own affair. */
    if (is_settled || poll(&standard, 1, 0) == 1) fflush(stdout);
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
