/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

/** A mapping of a file in memory that no process can make shorter, write holes into or map again for writing; NULL where the system, or a
 *  limit on the size of files, does not let one be made. Its first pages are mapped a second time, for reading alone. */
static void *map_sealed(const char *name, size_t size, size_t plan_size, void **read_only) {
    unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create(name, flags | MFD_NOEXEC_SEAL);
    if (file == -1 && errno == EINVAL) file = memfd_create(name, flags);
    if (file == -1) return NULL;
    void *memory = MAP_FAILED;
    if (ftruncate(file, (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (memory != MAP_FAILED && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == -1)
        /* Linux before 5.1. */
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    /* After the seals: they keep this mapping from ever being made writable. */
    if (memory != MAP_FAILED && plan_size > 0) {
        void *plan = mmap(NULL, plan_size, PROT_READ, MAP_SHARED | MAP_NORESERVE, file, 0);
        if (plan != MAP_FAILED) *read_only = plan;
    }
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

/** Maps memory of no file. */
static void *map_anonymous(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int worker_protect_plan(void *memory, size_t plan_size, void *read_only) {
    if (read_only != NULL && mremap(read_only, plan_size, plan_size, MREMAP_MAYMOVE | MREMAP_FIXED, memory) == memory) return 0;
    return mprotect(memory, plan_size, PROT_READ);
}

void *worker_table_memory(size_t size, size_t plan_size, void **read_only) {
    *read_only = NULL;
    void *memory = map_sealed("testkit-table", size, plan_size, read_only);
    return memory != NULL ? memory : map_anonymous(size);
}

void *worker_shared_memory(size_t size) {
    void *memory = map_sealed("testkit-results", size, 0, NULL);
    return memory != NULL ? memory : map_anonymous(size);
}

int worker_memory_file(void) { return memfd_create("testkit", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

void worker_keep_from_forks(void *memory, size_t size) { madvise(memory, size, MADV_DONTFORK); }

void worker_touch_pages(void *start, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)start & ~(page - 1);
    uintptr_t last = ((uintptr_t)start + size + page - 1) & ~(page - 1);
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
    madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

void worker_sleep_while(const uint32_t *word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

void worker_wake(const uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0); }
