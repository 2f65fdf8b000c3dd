/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../leaks/setting_counts.h"
#include "../system/kernel_call.h"
#include "reach_regions.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

int reach_wants(const char *path) {
    if (!reach_state.is_on || path == NULL) return 0;
    for (struct image *image = reach_state.images; image != NULL; image = image->next)
        if (strcmp(image->path, path) == 0) return 1;
    return 0;
}

#if CAN_RECORD

/** The C library's function by its other name. */
extern int __sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);

/** The other action of SIGTRAP; written at the first arming, and by sigaction(2). */
static struct sigaction other_trap;
/** Whether the handler is in place. */
static int has_handler;

/** Notes that a function is entered, and lets it go on. Another thread may have come first: then there is no more to do. */
static void on_trap(int signal, siginfo_t *information, void *context) {
    ucontext_t *state = context;
    uintptr_t address = (uintptr_t)state->uc_mcontext.gregs[REG_RIP] - 1;
    if (information->si_code > 0) {
        for (struct image *image = reach_state.images; image != NULL; image = image->next) {
            long entry = image->is_armed ? reach_entry_at(image, address) : -1;
            if (entry < 0) continue;
            reach_note_entry(image, (size_t)entry);
            __atomic_store_n((uint8_t *)address, image->saved[entry][0], __ATOMIC_SEQ_CST);
            state->uc_mcontext.gregs[REG_RIP] = (greg_t)address;
            return;
        }
    }
    /* A breakpoint of the test's own, or a signal that was sent. */
    struct sigaction action = other_trap;
    if (action.sa_handler == SIG_IGN) return;
    if (action.sa_handler == SIG_DFL) {
        __sigaction(SIGTRAP, &action, NULL);
        raise(SIGTRAP);
        sigset_t mask;
        sigemptyset(&mask);
        sigaddset(&mask, SIGTRAP);
        kernel_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&mask, 0, 8);
        return;
    }
    if ((action.sa_flags & SA_SIGINFO) != 0) action.sa_sigaction(signal, information, context);
    else action.sa_handler(signal);
}

int reach_trap_action(const struct sigaction *wanted, struct sigaction *before) {
    if (!has_handler) return 0;
    struct sigaction found = other_trap;
    if (wanted != NULL) other_trap = *wanted;
    if (before != NULL) *before = found;
    return 1;
}

/** Whether another process traces this one: it would see each breakpoint. */
static int is_traced(void) {
    char text[4096];
    int file = (int)kernel_call(SYS_openat, AT_FDCWD, (long)"/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
    if (file < 0) return 1;
    long count = kernel_call(SYS_read, file, (long)text, sizeof text - 1, 0);
    close(file);
    text[count > 0 ? count : 0] = '\0';
    const char *line = strstr(text, "TracerPid:");
    return line == NULL || strtol(line + 10, NULL, 10) != 0;
}

/** Installs the handler, once in a process; 0 on success. */
static int begin_traps(void) {
    if (has_handler) return 0;
    if (is_traced()) return -1;
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER};
    if (__sigaction(SIGTRAP, &action, &other_trap) != 0) return -1;
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGTRAP);
    kernel_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&mask, 0, 8);
    has_handler = 1;
    setting_made();
    return 0;
}

/** Puts calls and breakpoints in place. */
static void arm_image(struct image *image) {
    image->is_armed = 1;
    if (image->count == 0) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (image->base + image->entries[0]) & ~(page - 1);
    uintptr_t end = (image->base + image->entries[image->count - 1] + page) & ~(page - 1);
    if (begin_traps() != 0 || mprotect((void *)first, end - first, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        image->is_armed = 0;
        reach_flag(REACH_BLIND);
        return;
    }
    reach_state.is_written = 1;
    reach_map_calls(image);
    for (size_t index = 0; index < image->count; index += 1) {
        if (reach_takes_call(image, index)) {
            reach_write_call(image, index);
            continue;
        }
        uint8_t *entry = (uint8_t *)(image->base + image->entries[index]);
        image->saved[index][0] = *entry;
        *(volatile uint8_t *)entry = 0xCC;
    }
}

/** Arms a library that has been opened. */
static int look_for_image(struct dl_phdr_info *loaded, size_t size, void *nothing) {
    (void)size, (void)nothing;
    for (struct image *image = reach_state.images; image != NULL; image = image->next) {
        if (image->is_armed || loaded->dlpi_name == NULL || strcmp(loaded->dlpi_name, image->path) != 0) continue;
        image->base = loaded->dlpi_addr;
        arm_image(image);
    }
    return 0;
}

void reach_arm(void) {
    if (!reach_state.is_on || getpid() == reach_state.host) return;
    if (reach_state.current == NULL) reach_state.current = reach_state.own;
    dl_iterate_phdr(look_for_image, NULL);
    Dl_info own;
    struct link_map *map = NULL;
    /* Not by this program's own dlopen(3): it would take this for a library that the bundle opens. */
    if (dladdr1((void *)reach_arm, &own, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return reach_flag(REACH_BLIND);
    while (map->l_prev != NULL) map = map->l_prev;
    reach_watch_functions(map);
    reach_watch_types(map);
}

#else

int reach_trap_action(const struct sigaction *wanted, struct sigaction *before) {
    (void)wanted, (void)before;
    return 0;
}

void reach_arm(void) {}

#endif
