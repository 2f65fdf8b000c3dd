/* SPDX-License-Identifier: MIT
 *
 * Renews a thread's identifier where libraries keep it, in a process that was forked.
 *
 * Swift's runtime asks gettid(2) once for each thread, and so does libdispatch. Their locks have the kernel know the owner
 * (futex(2), FUTEX_LOCK_PI): `Mutex`, and the lock for the first use of a global. The thread that forks has another identifier in the new
 * process, and the libraries do not notice. Then a lock whose owner is the main thread fails, or waits for ever, once another
 * thread wants it. Nothing resets that, so the words are looked for: they are thread-local, in the library that has asked, or in a bundle,
 * since Swift compiles the function into its users. libdispatch keeps the owner of its main queue next to that. */
#define _GNU_SOURCE
#include "kept_thread_ids.h"

#include "../system/fork_page.h"
#include "../system/kernel_call.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The most places that are renewed, and libraries that have some: each of Swift's libraries and each bundle has about one. */
#define MOST 1024
/** The part of a lock's word that is its owner (libdispatch's DLOCK_OWNER_MASK, FUTEX_TID_MASK); the rest says whether others wait. */
#define OWNER 0x3fffffff
/** The first words of libdispatch's main queue, among which is its state with the owner. */
#define QUEUE_WORDS 32

static uint32_t *places[MOST];
static const char *images[MOST];
static int count ON_FORK_PAGE, image_count ON_FORK_PAGE;
static uint32_t identifier ON_FORK_PAGE;
/** The main queues of the images; when those were looked for, how many images had the identifier, and how often some had been loaded or
 *  unloaded. */
static uint32_t *queues[MOST];
static int queue_count, image_count_before;
static unsigned long long changes ON_FORK_PAGE, changes_before ON_FORK_PAGE;

/** Whether a place is half of a pointer, which is the identifier by chance. */
static int is_in_pointer(const uint32_t *place, const uint32_t *start, const uint32_t *end) {
    const uintptr_t *whole = (const uintptr_t *)((uintptr_t)place & ~(sizeof *whole - 1));
    if ((const uint32_t *)whole < start || (const uint32_t *)(whole + 1) > end) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char is_resident;
    return kernel_call(SYS_mincore, (long)(*whole & ~(page - 1)), (long)page, (long)&is_resident, 0) == 0 || errno != ENOMEM;
}

/** Finds the identifier between two places. Writes only what is another than at the last fork: that copies a page. */
static void look_between(uint32_t *start, const uint32_t *end) {
    for (uint32_t *place = start; place < end && count < MOST; place += 1) {
        if ((*place & OWNER) != identifier || is_in_pointer(place, start, end)) continue;
        if (places[count] != place) places[count] = place;
        count += 1;
    }
}

static int look_into(struct dl_phdr_info *image, size_t size, void *unused) {
    (void)size;
    (void)unused;
    changes = image->dlpi_adds + image->dlpi_subs;
    /* NULL where this thread has not used any of them. */
    uint32_t *start = image->dlpi_tls_data;
    int before = count;
    for (size_t index = 0; index < image->dlpi_phnum && start != NULL; index += 1)
        if (image->dlpi_phdr[index].p_type == PT_TLS)
            look_between(start, start + image->dlpi_phdr[index].p_memsz / sizeof *start);
    if (count > before && image_count < MOST) {
        if (images[image_count] != image->dlpi_name) images[image_count] = image->dlpi_name;
        image_count += 1;
    }
    return 0;
}

/** Finds the main queue of an image's libdispatch. */
static void look_for_queue(const char *image) {
    void *library = dlopen(image, RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) return;
    uint32_t *queue = dlsym(library, "_dispatch_main_q");
    if (queue != NULL) queues[queue_count++] = queue;
    dlclose(library);
}

void kept_thread_ids_find(void) {
    identifier = (uint32_t)kernel_call(SYS_gettid, 0, 0, 0, 0);
    (count = 0, image_count = 0);
    dl_iterate_phdr(look_into, NULL);
    /* Not while the loader lists the images; and once for as long as none is loaded or unloaded, since it takes longer than the rest. */
    if (changes != changes_before || image_count != image_count_before) {
        queue_count = 0;
        for (int index = 0; index < image_count; index += 1) look_for_queue(images[index]);
        (changes_before = changes, image_count_before = image_count);
    }
    for (int index = 0; index < queue_count; index += 1) look_between(queues[index], queues[index] + QUEUE_WORDS);
}

void kept_thread_ids_renew(void) {
    uint32_t own = (uint32_t)kernel_call(SYS_gettid, 0, 0, 0, 0);
    for (int index = 0; index < count; index += 1) *places[index] = (*places[index] & ~(uint32_t)OWNER) | own;
}
