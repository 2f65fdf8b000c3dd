/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "files.h"

#include "kernel_call.h"
#include "open_descriptors.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Closes a descriptor that is closed on exec and is not one of two. */
static void close_private(int descriptor, const int kept[2]) {
    if (descriptor < 3 || descriptor == kept[0] || descriptor == kept[1]) return;
    int flags = fcntl(descriptor, F_GETFD);
    if (flags != -1 && (flags & FD_CLOEXEC) != 0) close(descriptor);
}

/** The descriptors that a process has at most, as a rule. */
#define USUAL_DESCRIPTORS 1024

/** Closes the private ones of the usual descriptors; returns 0 where there may be others, or the system does not tell. */
static int close_usual(const int both[2]) {
    static struct pollfd entries[USUAL_DESCRIPTORS];
    if (!open_descriptors_ask(entries, USUAL_DESCRIPTORS)) return 0;
    /* The lowest one that is free is given out: where this is open, others behind it may be as well. */
    if (open_descriptors_has(entries, USUAL_DESCRIPTORS - 1)) return 0;
    for (int descriptor = 3; descriptor < USUAL_DESCRIPTORS; descriptor += 1)
        if (open_descriptors_has(entries, descriptor)) close_private(descriptor, both);
    return 1;
}

void worker_close_private(int kept, int other) {
    const int both[2] = {kept, other};
    /* The list of the system takes five times as long. */
    if (close_usual(both)) return;
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL) {
        for (int descriptor = 3; descriptor < USUAL_DESCRIPTORS; descriptor += 1) close_private(descriptor, both);
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        int descriptor = atoi(entry->d_name);
        if (descriptor != dirfd(directory)) close_private(descriptor, both);
    }
    closedir(directory);
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
