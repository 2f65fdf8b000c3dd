/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../system/kernel_call.h"
#include "reach_regions.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if CAN_RECORD

/** Whether a path is that of a device or of something that the kernel makes up. */
static int is_of_kernel(const char *path) {
    if (strncmp(path, "/dev/shm/", 9) == 0) return 0;
    static const char *const roots[] = {"/proc", "/sys", "/dev"};
    for (size_t index = 0; index < sizeof roots / sizeof *roots; index += 1) {
        size_t length = strlen(roots[index]);
        if (strncmp(path, roots[index], length) == 0 && (path[length] == '/' || path[length] == '\0')) return 1;
    }
    return 0;
}

/** Makes a path absolute; false where that cannot be. */
static int make_absolute(int directory, const char *path, char *result, size_t size) {
    size_t length = 0;
    if (path[0] != '/') {
        if (directory == AT_FDCWD) {
            if (getcwd(result, size) == NULL || result[0] != '/') return 0;
            length = strlen(result);
        } else {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
            long count = kernel_call(SYS_readlink, (long)link, (long)result, (long)size - 1, 0);
            if (count <= 0 || result[0] != '/') return 0;
            length = (size_t)count;
        }
        result[length] = '/';
        length += 1;
    }
    if (length + strlen(path) + 1 > size) return 0;
    strcpy(result + length, path);
    return 1;
}

/** `reach_made` where something is recorded: elsewhere, and in small stacks, there must be no room for a path. */
static __attribute__((noinline)) void note_made(struct region *region, const char *path) {
    int kept = errno;
    char absolute[2 * PATH_MAX];
    struct note draft = {.use = REACH_LOOKED};
    if (make_absolute(AT_FDCWD, path, absolute, sizeof absolute)) reach_add_note(region, &draft, absolute);
    draft.use = REACH_LISTED;
    if (make_absolute(AT_FDCWD, path, absolute, sizeof absolute)) reach_add_note(region, &draft, absolute);
    errno = kept;
}

void reach_made(const char *path) {
    struct region *region = reach_here();
    if (region != NULL && path != NULL) note_made(region, path);
}

/** `reach_look` where something is recorded. */
static __attribute__((noinline)) void note_look(struct region *region, int directory, const char *path, uint32_t use) {
    int kept = errno;
    char absolute[2 * PATH_MAX];
    /* An empty path is the directory itself, which was looked at when it was opened. */
    if (path[0] != '\0') {
        if (!make_absolute(directory, path, absolute, sizeof absolute)) {
            reach_flag(REACH_FULL);
        } else if (!is_of_kernel(absolute)) {
            struct stat found;
            struct note draft = {.use = use};
            if (kernel_call(SYS_newfstatat, AT_FDCWD, (long)absolute, (long)&found, use == REACH_LINK ? AT_SYMLINK_NOFOLLOW : 0) == 0) {
                draft.mode = found.st_mode;
                draft.bytes = (uint64_t)found.st_size;
                draft.inode = (uint64_t)found.st_ino;
                draft.modified = (uint64_t)found.st_mtim.tv_sec * 1000000000 + (uint64_t)found.st_mtim.tv_nsec;
                draft.changed = (uint64_t)found.st_ctim.tv_sec * 1000000000 + (uint64_t)found.st_ctim.tv_nsec;
            }
            reach_add_note(region, &draft, absolute);
        }
    }
    errno = kept;
}

void reach_look(int directory, const char *path, uint32_t use) {
    struct region *region = reach_here();
    if (region != NULL && path != NULL) note_look(region, directory, path, use);
}

/** Follows a path from one link to the next, and notes each. */
static __attribute__((noinline)) void note_links(struct region *region, const char *path) {
    int kept = errno;
    char rest[2 * PATH_MAX], target[PATH_MAX], done[PATH_MAX] = "";
    int is_whole = make_absolute(AT_FDCWD, path, rest, sizeof rest);
    /* As many links as the kernel follows. */
    for (int links = 0; is_whole && links <= 40 && rest[0] != '\0';) {
        char *name = rest + strspn(rest, "/");
        size_t length = strcspn(name, "/"), used = strlen(done);
        if (length == 0) break;
        if (used + length + 2 > sizeof done) break;
        char *next = name + length;
        if (length == 2 && name[0] == '.' && name[1] == '.') {
            char *last = strrchr(done, '/');
            if (last != NULL) *last = '\0';
        } else if (length != 1 || name[0] != '.') {
            done[used] = '/';
            memcpy(done + used + 1, name, length);
            done[used + 1 + length] = '\0';
            long count = kernel_call(SYS_readlink, (long)done, (long)target, sizeof target - 1, 0);
            if (count > 0) {
                note_look(region, AT_FDCWD, done, REACH_LINK);
                links += 1;
                size_t left = strlen(next);
                if ((size_t)count + left + 1 > sizeof rest) break;
                memmove(rest + count, next, left + 1);
                memcpy(rest, target, (size_t)count);
                done[target[0] == '/' ? 0 : used] = '\0';
                continue;
            }
        }
        memmove(rest, next, strlen(next) + 1);
    }
    errno = kept;
}

void reach_look_links(const char *path) {
    struct region *region = reach_here();
    if (region != NULL && path != NULL && path[0] != '\0') note_links(region, path);
}

#endif
