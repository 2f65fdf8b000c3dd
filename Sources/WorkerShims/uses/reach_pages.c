/* SPDX-License-Identifier: MIT
 * Shares the pages of armed functions with the processes that a worker forks (reach.h). Arming has made them the worker's own, and of
 * such pages each fork copies the entries of the page table: with 1,300 pages, that took more than all else of the fork. A child maps
 * those of a file when it needs them, and a fork copies nothing. */
#define _GNU_SOURCE
#include "reach_regions.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

void reach_shrink(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#if CAN_RECORD

/** Of Linux 6.3. */
#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif

/** The number of times that a process does this: if each fork finds functions that the process has entered since, nothing is gained. */
enum { SHARE_LIMIT = 8 };

/** Writes memory to a file; 0 on success. Without a signal where the file may not become as large. */
static int write_all(int file, const char *bytes, size_t size) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < size) return -1;
    while (size > 0) {
        ssize_t count = write(file, bytes, size);
        if (count <= 0) return -1;
        bytes += count;
        size -= (size_t)count;
    }
    return 0;
}

/** Puts pages of a file in memory, with the same bytes, in the place of an image's own. Where that is refused, they stay as they are. */
static void share(const struct image *image) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (image->base + image->entries[0]) & ~(page - 1);
    uintptr_t end = (image->base + image->entries[image->count - 1] + page) & ~(page - 1);
    int file = memfd_create("testkit-functions", MFD_CLOEXEC | MFD_EXEC);
    if (file < 0) file = memfd_create("testkit-functions", MFD_CLOEXEC);
    if (file < 0) return;
    if (write_all(file, (const char *)first, end - first) == 0)
        mmap((void *)first, end - first, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0);
    close(file);
}

void reach_share_pages(void) {
    static int count;
    if (!reach_state.is_on || !reach_state.is_written || count == SHARE_LIMIT) return;
    reach_state.is_written = 0;
    count += 1;
    for (struct image *image = reach_state.images; image != NULL; image = image->next)
        if (image->is_armed && image->count > 0) share(image);
    reach_shrink();
}

#else

void reach_share_pages(void) {}

#endif
