/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/coverage.h"

#include "../system/fork_page.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/** The variable by which the profile runtimes know their file. */
#define VARIABLE "LLVM_PROFILE_FILE"
enum { IMAGES = 1024, COUNTED = 256 };

/** Counters of an image, and their sums in the shared file. */
struct counters {
    uint64_t *own;
    uint64_t *sums;
    size_t count;
};

/** The directory of the files; null where nothing is saved. Written before any bundle's code. */
static char *place;
/** The link that names the class whose counters are not saved; empty where there is none. Main thread only; a handler reads it. */
static char unsaved[PATH_MAX];
/** The process that saves. Written before any code of a bundle runs in it. */
static pid_t owner ON_FORK_PAGE;
/** The images that were looked at, by address. Main thread only. */
static uintptr_t known[IMAGES];
static size_t known_count;
/** The images that count, and their number. Main thread only; a handler reads them. */
static struct counters counted[COUNTED];
static size_t counted_count;
/** 1 while a thread saves: a crash in that must not begin it again. */
static int is_saving ON_FORK_PAGE;

void coverage_save(void) {
    if (place == NULL || getpid() != owner || __atomic_exchange_n(&is_saving, 1, __ATOMIC_ACQUIRE) != 0) return;
    size_t images = __atomic_load_n(&counted_count, __ATOMIC_ACQUIRE);
    for (size_t index = 0; index < images; index += 1) {
        for (size_t number = 0; number < counted[index].count; number += 1) {
            uint64_t value = counted[index].own[number];
            if (value == 0) continue;
            counted[index].own[number] = 0;
            __atomic_fetch_add(&counted[index].sums[number], value, __ATOMIC_RELAXED);
        }
    }
    if (unsaved[0] != 0) unlink(unsaved);
    unsaved[0] = 0;
    __atomic_store_n(&is_saving, 0, __ATOMIC_RELEASE);
}

static void save_at_exit(int status, void *nothing) {
    (void)status, (void)nothing;
    coverage_save();
}

/** Saves at a signal that ends the process, and lets it. */
static void save_and_end(int signal) {
    int kept = errno;
    coverage_save();
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
    errno = kept;
}

void coverage_begin(const char *directory, int does_count) {
    if (directory == NULL) return;
    if (!does_count) {
        setenv(VARIABLE, "/dev/null", 1);
        return;
    }
    owner = getpid();
    place = strdup(directory);
    /* The first to be set up comes after the bundles' own. */
    on_exit(save_at_exit, NULL);
    at_quick_exit(coverage_save);
    struct sigaction action = {.sa_handler = save_and_end}, before;
    if (sigaction(SIGTERM, NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(SIGTERM, &action, NULL);
}

void coverage_adopt(void) {
    owner = getpid();
    if (unsaved[0] != 0) unsaved[0] = 0;
    is_saving = 0;
}

/** Writes a path in the directory. */
static int path_of(char path[PATH_MAX], const char *name, const char *ending) {
    int count = snprintf(path, PATH_MAX, "%s/%s%s", place, name, ending);
    return count > 0 && count < PATH_MAX;
}

/** The name of the file that the profile runtime of an image writes, which this process opens. */
static int template_path(char path[PATH_MAX]) {
    char name[32];
    snprintf(name, sizeof name, "template-%ld", (long)getpid());
    return path_of(path, name, "");
}

void coverage_expect(const char *class_name) {
    char name[32];
    if (place == NULL || counted_count == 0) return;
    snprintf(name, sizeof name, "%ld", (long)getpid());
    if (!path_of(unsaved, name, COVERAGE_UNSAVED) || symlink(class_name, unsaved) != 0) unsaved[0] = 0;
}

void coverage_open_images(void) {
    char path[PATH_MAX];
    if (place != NULL && template_path(path)) setenv(VARIABLE, path, 1);
}

/** Has the profile runtime write a profile, all zero but for a mark in the first counter; returns its offset, or 0. */
static size_t write_template(uint64_t *own, size_t count, int (*write_file)(void), const char *path) {
    uint64_t mark = 0x7a3c5be19d24f680 ^ (uint64_t)(uintptr_t)own << 8;
    uint64_t *kept = malloc(count * sizeof *own);
    if (kept == NULL) return 0;
    memcpy(kept, own, count * sizeof *own);
    memset(own, 0, count * sizeof *own);
    own[0] = mark;
    unlink(path);
    int error = write_file();
    memcpy(own, kept, count * sizeof *own);
    free(kept);
    int descriptor = error == 0 ? open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (descriptor == -1) return 0;
    struct stat information;
    size_t offset = 0, found = 0;
    uint64_t value;
    if (fstat(descriptor, &information) == 0) {
        /* The parts of a profile are aligned as the counters are. */
        char *bytes = mmap(NULL, (size_t)information.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        size_t size = bytes == MAP_FAILED ? 0 : (size_t)information.st_size;
        for (size_t at = 8; at + sizeof value <= size; at += sizeof value) {
            memcpy(&value, bytes + at, sizeof value);
            if (value != mark) continue;
            offset = at;
            found += 1;
        }
        if (found == 1 && count <= (size - offset) / sizeof value) memset(bytes + offset, 0, sizeof value);
        else offset = 0;
        if (size > 0) munmap(bytes, size);
    }
    close(descriptor);
    return offset;
}

/** Maps the profile of an image that all processes share; the first process writes it. */
static uint64_t *share(const char *name, uint64_t *own, size_t count, int (*write_file)(void)) {
    char template[PATH_MAX], path[PATH_MAX];
    if (!template_path(template) || !path_of(path, name, COVERAGE_PROFILE)) return NULL;
    size_t offset = write_template(own, count, write_file, template);
    uint64_t *sums = NULL;
    struct stat mine, theirs;
    if (offset > 0 && stat(template, &mine) == 0 && (link(template, path) == 0 || errno == EEXIST)) {
        int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (descriptor != -1 && fstat(descriptor, &theirs) == 0 && mine.st_size == theirs.st_size) {
            char *bytes = mmap(NULL, (size_t)theirs.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
            if (bytes != MAP_FAILED) sums = (uint64_t *)(void *)(bytes + offset);
        }
        if (descriptor != -1) close(descriptor);
    }
    /* The runtime writes there when the process exits, what is saved by then or will be. */
    unlink(template);
    (void)!symlink("/dev/null", template);
    return sums;
}

/** Notes an image in the directory. */
static void note(const char *name, const char *path, const char *ending) {
    char link[PATH_MAX];
    if (path_of(link, name, ending)) (void)!symlink(path, link);
}

/** Looks at an image that is loaded. */
static void look(const char *loaded, uintptr_t base, coverage_parts (*parts_of)(const char *)) {
    char path[PATH_MAX], name[64];
    struct stat information;
    if (realpath(loaded, path) == NULL || stat(path, &information) != 0) return;
    coverage_parts parts = parts_of(path);
    size_t count = parts.size / sizeof(uint64_t);
    if (count == 0) return;
    snprintf(name, sizeof name, "%llx-%llx-%llx", (unsigned long long)information.st_dev,
             (unsigned long long)information.st_ino,
             (unsigned long long)information.st_mtim.tv_sec * 1000000000 + (unsigned long long)information.st_mtim.tv_nsec);
    uint64_t *own = (uint64_t *)(base + parts.counters);
    uint64_t *sums = NULL;
    if (parts.write_file != 0 && counted_count < COUNTED)
        sums = share(name, own, count, (int (*)(void))(base + parts.write_file));
    if (sums == NULL) return note(name, path, COVERAGE_UNUSABLE);
    note(name, path, COVERAGE_IMAGE);
    counted[counted_count] = (struct counters){own, sums, count};
    __atomic_store_n(&counted_count, counted_count + 1, __ATOMIC_RELEASE);
}

/** Images that were opened since the last look. */
struct new_images {
    size_t count;
    struct { char *path; uintptr_t base; } images[IMAGES];
};

static int list_image(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct new_images *list = argument;
    if (image->dlpi_name == NULL || image->dlpi_name[0] != '/') return 0;
    for (size_t index = 0; index < known_count; index += 1)
        if (known[index] == image->dlpi_addr) return 0;
    if (known_count == IMAGES) return 1;
    known[known_count] = image->dlpi_addr;
    known_count += 1;
    list->images[list->count].path = strdup(image->dlpi_name);
    list->images[list->count].base = image->dlpi_addr;
    list->count += 1;
    return 0;
}

void coverage_find_images(coverage_parts (*parts_of)(const char *path)) {
    if (place == NULL) return;
    static struct new_images list;
    list.count = 0;
    /* The loader is locked meanwhile, and the profile runtimes need it. */
    dl_iterate_phdr(list_image, &list);
    for (size_t index = 0; index < list.count; index += 1) {
        if (list.images[index].path != NULL) look(list.images[index].path, list.images[index].base, parts_of);
        free(list.images[index].path);
    }
    char path[PATH_MAX];
    if (path_of(path, "program-%p-%m", COVERAGE_PROFILE)) setenv(VARIABLE, path, 1);
}
