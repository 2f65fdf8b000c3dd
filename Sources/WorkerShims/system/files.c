/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include "kernel_call.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The number of descriptors that can be noted: far more than a host opens. */
#define NOTED_DESCRIPTORS 65536

/** A bit for each descriptor that the host has opened. Written by the main thread. */
static uint64_t noted[NOTED_DESCRIPTORS / 64];
/** The highest index of their words that was ever written, plus one. Written as they are. */
static int noted_words;

void worker_note_descriptor(int descriptor, int is_own) {
    if (descriptor < 0 || descriptor >= NOTED_DESCRIPTORS) return;
    int word = descriptor / 64;
    uint64_t bit = (uint64_t)1 << (descriptor % 64);
    noted[word] = is_own ? noted[word] | bit : noted[word] & ~bit;
    if (is_own && word >= noted_words) noted_words = word + 1;
}

void worker_close_noted(int kept, int other) {
    for (int word = 0; word < noted_words; word += 1) {
        for (; noted[word] != 0; noted[word] &= noted[word] - 1) {
            int descriptor = word * 64 + __builtin_ctzll(noted[word]);
            if (descriptor > 2 && descriptor != kept && descriptor != other) close(descriptor);
        }
    }
}

uint64_t worker_pipe_identity(int descriptor) {
    struct stat information;
    if (kernel_call(SYS_fstat, descriptor, (long)&information, 0, 0) == -1 || !S_ISFIFO(information.st_mode)) return 0;
    return information.st_ino;
}

int worker_poll(struct pollfd *entries, size_t count, uint64_t microseconds) {
    struct timespec limit = {(time_t)(microseconds / 1000000), (long)(microseconds % 1000000) * 1000};
    return ppoll(entries, (nfds_t)count, &limit, NULL);
}

int worker_pipe_size(int descriptor) { return fcntl(descriptor, F_GETPIPE_SZ); }

int worker_open_peer(pid_t pid, int descriptor, int is_writing) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, descriptor);
    return open(path, (is_writing ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
}

int worker_move_descriptor(int descriptor, int lowest) {
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
    if (moved == -1) return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == -1 ? -1 : descriptor;
    close(descriptor);
    return moved;
}

int worker_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int worker_exchange(const char *path, const char *other) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE);
}

ssize_t worker_read_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file == -1) return -1;
    ssize_t count = read(file, text, size - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    return count;
}

ssize_t worker_read_status(const char *path, char *text, size_t size) {
    static const char left_out[] = "Groups:";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file == -1) return -1;
    char chunk[1024];
    ssize_t count;
    size_t length = 0, line = 0;
    int is_left_out = 0;
    while ((count = read(file, chunk, sizeof chunk)) > 0) {
        for (ssize_t place = 0; place < count && length + 1 < size; place += 1) {
            if (!is_left_out) text[length++] = chunk[place];
            if (chunk[place] == '\n') {
                is_left_out = 0;
                line = length;
            } else if (length - line == sizeof left_out - 1 && memcmp(text + line, left_out, sizeof left_out - 1) == 0) {
                is_left_out = 1;
                length = line;
            }
        }
    }
    close(file);
    text[length] = 0;
    return count < 0 && length == 0 ? -1 : (ssize_t)length;
}
