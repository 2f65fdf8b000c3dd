/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "kernel_call.h"
#include "reach_notes.h"
#include "sanitizers.h"
#include "shared_memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <limits.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)
#define CAN_RECORD 1
#else
#define CAN_RECORD 0
#endif

/** The room for the files of a test, in bytes; of the addresses of its own sockets; for the libraries of a survey. */
enum { NOTES_SIZE = 64 << 10, ADDRESSES = 32, SURVEY_SIZE = 4 << 20 };

/** A test's part of the shared memory, or what a process notes before its first test. */
struct region {
    /** Its `reach_flag`s. Written by all processes of the test. */
    uint32_t flags;
    /** 1 while a thread writes notes. */
    uint32_t lock;
    /** The bytes of the notes. Written under the lock. */
    uint32_t used;
    /** How many addresses there are. Written under the lock. */
    uint32_t address_count;
    /** The addresses that its own sockets have, as `key_of` has them. Written under the lock. */
    uint64_t addresses[ADDRESSES];
    /** The files, one behind the other. Written under the lock. */
    char notes[NOTES_SIZE];
    /** A bit for each function. Written by all processes of the test. */
    uint64_t bits[];
};

/** A file, in the notes. */
struct note {
    uint32_t size, mode, use, nothing;
    uint64_t bytes, inode, modified, changed;
    char path[];
};

/** A library whose functions are recorded. Written by the host before it forks; the address and the bytes by each process. */
struct image {
    char *path;
    uint32_t *entries;
    uint8_t *saved;
    size_t count, first;
    uintptr_t base;
    int is_armed;
    struct image *next;
};

static struct image *images;
static size_t function_count, test_count, region_size;
/** All tests' regions; NULL where nothing is recorded. Written by the host before it forks. */
static char *regions;
/** The test of each slot. Written by the host while no worker runs anything. */
static uint32_t *tests_of_slots;
static size_t slot_limit;
/** What is noted before the first test, and where notes go now. Written by the process's main thread. */
static struct region *own, *current;
/** 1 in the host and its children while they record. */
static int is_on;
/** The process that prepared it all: it records nothing itself. */
static pid_t host;
/** The libraries of a survey, and how many bytes of them there are. */
static struct survey {
    uint32_t used;
    char text[SURVEY_SIZE];
} *survey_text;

int reach_is_possible(void) { return CAN_RECORD; }

static struct region *region_of(size_t test) {
    return test < test_count && regions != NULL ? (struct region *)(regions + test * region_size) : NULL;
}

/** Where notes go in this process; NULL where it records nothing. */
static struct region *here(void) {
    if (!is_on) return NULL;
    struct region *region = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
    return region;
}

int reach_is_on(void) { return here() != NULL; }

/* The survey. */

void reach_end_survey(void) {
    if (survey_text != NULL) munmap(survey_text, sizeof *survey_text);
    survey_text = NULL;
}

int reach_begin_survey(void) {
    reach_end_survey();
    survey_text = worker_shared_memory(sizeof *survey_text);
    return survey_text == NULL ? -1 : 0;
}

/** Notes one library. */
static int note_image(struct dl_phdr_info *image, size_t size, void *bundle) {
    (void)size;
    if (image->dlpi_name == NULL || image->dlpi_name[0] != '/') return 0;
    uint32_t room = SURVEY_SIZE - 1 - survey_text->used;
    int length = snprintf(
        survey_text->text + survey_text->used, room, "%u %s\n", *(const uint32_t *)bundle, image->dlpi_name);
    if (length > 0 && (uint32_t)length < room) survey_text->used += (uint32_t)length;
    else survey_text->text[survey_text->used] = '\0';
    return 0;
}

void reach_survey(uint32_t bundle) {
    if (survey_text != NULL) dl_iterate_phdr(note_image, &bundle);
}

const char *reach_surveyed(void) { return survey_text == NULL ? "" : survey_text->text; }

/* The host's preparation. */

long reach_add_image(const char *path, const uint32_t *addresses, size_t count) {
    struct image *image = calloc(1, sizeof *image);
    if (image == NULL) return -1;
    image->path = strdup(path);
    image->entries = malloc((count + 1) * sizeof *image->entries);
    image->saved = malloc(count + 1);
    if (image->path == NULL || image->entries == NULL || image->saved == NULL) return -1;
    memcpy(image->entries, addresses, count * sizeof *addresses);
    image->count = count;
    image->first = function_count;
    function_count += count;
    image->next = images;
    images = image;
    return (long)image->first;
}

int reach_prepare(size_t tests) {
    size_t words = (function_count + 63) / 64;
    region_size = (sizeof(struct region) + words * 8 + 4095) & ~(size_t)4095;
    /* As much as a table has slots; what is not touched takes no memory. */
    slot_limit = (size_t)1 << 21;
    if (tests > ((size_t)1 << 36) / region_size) return -1;
    regions = worker_shared_memory(tests * region_size + 4096);
    tests_of_slots = worker_shared_memory(slot_limit * sizeof *tests_of_slots);
    own = mmap(NULL, region_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (regions == NULL || tests_of_slots == NULL || own == MAP_FAILED) return -1;
    test_count = tests;
    host = getpid();
    is_on = CAN_RECORD;
    return 0;
}

void reach_stop(void) { is_on = 0; }

void reach_discard(void) {
    is_on = 0;
    if (regions != NULL) munmap(regions, test_count * region_size + 4096);
    if (tests_of_slots != NULL) munmap(tests_of_slots, slot_limit * sizeof *tests_of_slots);
    if (own != NULL && own != MAP_FAILED) munmap(own, region_size);
    regions = NULL;
    tests_of_slots = NULL;
    own = current = NULL;
    while (images != NULL) {
        struct image *next = images->next;
        free(images->path);
        free(images->entries);
        free(images->saved);
        free(images);
        images = next;
    }
    function_count = test_count = 0;
}

void reach_assign(uint32_t slot, uint32_t test) {
    if (tests_of_slots != NULL && slot < slot_limit) tests_of_slots[slot] = test;
}

/* Notes. */

void reach_flag(uint32_t flag) {
    struct region *region = here();
    if (region != NULL) __atomic_fetch_or(&region->flags, flag, __ATOMIC_RELAXED);
}

/** Takes the lock of the notes; false where another process of the test seems to have died with it, or where no note counts any more. */
static int lock(struct region *region) {
    if ((__atomic_load_n(&region->flags, __ATOMIC_RELAXED) & REACH_FULL) != 0) return 0;
    for (int count = 0; count < 1 << 22; count += 1) {
        uint32_t free = 0;
        if (__atomic_compare_exchange_n(&region->lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 1;
        if (count > 1000) sched_yield();
    }
    __atomic_fetch_or(&region->flags, REACH_FULL, __ATOMIC_RELAXED);
    return 0;
}

static void unlock(struct region *region) { __atomic_store_n(&region->lock, 0, __ATOMIC_RELEASE); }

/** The bytes of a region's notes, no more than there is room for, whatever a test has written there. */
static uint32_t used_bytes(const struct region *region) {
    uint32_t used = __atomic_load_n(&region->used, __ATOMIC_ACQUIRE);
    return used < NOTES_SIZE ? used : NOTES_SIZE;
}

/** The note at a place; NULL where none is, or none that makes sense. */
static const struct note *note_at(const struct region *region, uint32_t place) {
    uint32_t used = used_bytes(region);
    if (place + sizeof(struct note) + 1 > used || place % 8 != 0) return NULL;
    const struct note *note = (const struct note *)(region->notes + place);
    uint32_t size = note->size;
    if (size <= sizeof *note || size % 8 != 0 || size > used - place) return NULL;
    return region->notes[place + size - 1] == '\0' ? note : NULL;
}

/** Adds a note that is not there yet. */
static void add_note(struct region *region, const struct note *draft, const char *path) {
    if (!lock(region)) return;
    const struct note *next;
    uint32_t place = 0;
    for (; (next = note_at(region, place)) != NULL; place += next->size)
        if (next->use == draft->use && strcmp(next->path, path) == 0) return unlock(region);
    size_t size = (sizeof *draft + strlen(path) + 8) & ~(size_t)7;
    if (place + size > NOTES_SIZE) {
        __atomic_fetch_or(&region->flags, REACH_FULL, __ATOMIC_RELAXED);
        return unlock(region);
    }
    struct note *note = (struct note *)(region->notes + place);
    memset(note, 0, size);
    *note = *draft;
    note->size = (uint32_t)size;
    memcpy(note->path, path, strlen(path) + 1);
    __atomic_store_n(&region->used, place + (uint32_t)size, __ATOMIC_RELEASE);
    unlock(region);
}

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
    if (make_absolute(AT_FDCWD, path, absolute, sizeof absolute)) add_note(region, &draft, absolute);
    draft.use = REACH_LISTED;
    if (make_absolute(AT_FDCWD, path, absolute, sizeof absolute)) add_note(region, &draft, absolute);
    errno = kept;
}

void reach_made(const char *path) {
    struct region *region = here();
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
            add_note(region, &draft, absolute);
        }
    }
    errno = kept;
}

void reach_look(int directory, const char *path, uint32_t use) {
    struct region *region = here();
    if (region != NULL && path != NULL) note_look(region, directory, path, use);
}

#endif

/** Adds bytes to a number that stands for them (FNV-1a). */
static uint64_t hashed(uint64_t hash, const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index += 1) hash = (hash ^ (uint8_t)bytes[index]) * 0x100000001B3;
    return hash;
}

/** The number that stands for the name of a UNIX socket; 0 where it has none. A relative path counts with its directory. */
static __attribute__((noinline)) uint64_t key_of_name(const char *name, size_t size) {
    uint64_t hash = 0xCBF29CE484222325;
    if (size == 0) return 0;
    if (name[0] != '\0') {
        size = strnlen(name, size);
        char directory[PATH_MAX];
        if (name[0] != '/') {
            if (getcwd(directory, sizeof directory) == NULL) return 0;
            hash = hashed(hash, directory, strlen(directory) + 1);
        }
    }
    /* Above all ports. */
    return hashed(hash, name, size) | (uint64_t)1 << 63;
}

/** The number that stands for a family and a port. */
static uint64_t key_of_port(sa_family_t family, in_port_t port) { return (uint64_t)family << 32 | ntohs(port); }

/** The number that stands for an address; 0 for one that is none, or unknown. Sets whether it is one of this machine. */
static uint64_t key_of(const struct sockaddr *address, size_t size, int *is_local) {
    *is_local = 0;
    if (address == NULL || size < sizeof(sa_family_t)) return 0;
    if (address->sa_family == AF_UNIX) {
        size_t start = offsetof(struct sockaddr_un, sun_path);
        if (size > sizeof(struct sockaddr_un)) size = sizeof(struct sockaddr_un);
        *is_local = 1;
        return key_of_name(((const struct sockaddr_un *)address)->sun_path, size - start);
    }
    if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
        const struct sockaddr_in *inet = (const struct sockaddr_in *)address;
        uint32_t host_part = ntohl(inet->sin_addr.s_addr);
        *is_local = host_part >> 24 == 127 || host_part == 0;
        return key_of_port(AF_INET, inet->sin_port);
    }
    if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6)) {
        const struct sockaddr_in6 *inet = (const struct sockaddr_in6 *)address;
        *is_local = IN6_IS_ADDR_LOOPBACK(&inet->sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&inet->sin6_addr);
        return key_of_port(AF_INET6, inet->sin6_port);
    }
    return 0;
}

/** Notes an address of the test's own. */
static void add_address(struct region *region, uint64_t key) {
    if (key == 0 || !lock(region)) return;
    if (region->address_count < ADDRESSES) {
        region->addresses[region->address_count] = key;
        region->address_count += 1;
    }
    unlock(region);
}

void reach_bound(int socket) {
    struct region *region = here();
    if (region == NULL) return;
    int kept = errno, is_local = 0;
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) == 0) {
        add_address(region, key_of((struct sockaddr *)&address, size, &is_local));
        const struct sockaddr_in6 *inet = (const struct sockaddr_in6 *)&address;
        int is_alone = 1;
        socklen_t room = sizeof is_alone;
        /* One of any address takes what comes by IPv4. */
        if (address.ss_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&inet->sin6_addr)
            && getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &is_alone, &room) == 0 && !is_alone)
            add_address(region, key_of_port(AF_INET, inet->sin6_port));
    }
    errno = kept;
}

void reach_contact(const struct sockaddr *address, size_t size) {
    struct region *region = here();
    if (region == NULL || address == NULL || address->sa_family == AF_UNSPEC) return;
    int kept = errno, is_local = 0, is_own = 0;
    uint64_t key = key_of(address, size, &is_local);
    for (uint32_t index = 0; is_local && key != 0 && index < region->address_count && index < ADDRESSES; index += 1)
        if (region->addresses[index] == key) is_own = 1;
    if (!is_own) reach_flag(REACH_NETWORK);
    errno = kept;
}

/* Tests. */

/** Adds all that a region has to another one. */
static void add_region(struct region *to, const struct region *from) {
    __atomic_fetch_or(&to->flags, __atomic_load_n(&from->flags, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    for (size_t word = 0; word < (function_count + 63) / 64; word += 1) {
        uint64_t bits = __atomic_load_n(&from->bits[word], __ATOMIC_RELAXED);
        if (bits != 0) __atomic_fetch_or(&to->bits[word], bits, __ATOMIC_RELAXED);
    }
    const struct note *note;
    for (uint32_t place = 0; (note = note_at(from, place)) != NULL; place += note->size) add_note(to, note, note->path);
    for (uint32_t index = 0; index < from->address_count && index < ADDRESSES; index += 1)
        add_address(to, from->addresses[index]);
}

void reach_credit(uint32_t slot) {
    struct region *from = here();
    if (from == NULL || tests_of_slots == NULL || slot >= slot_limit) return;
    struct region *to = region_of(tests_of_slots[slot]);
    if (to != NULL && to != from) add_region(to, from);
}

void reach_enter(uint32_t slot) {
    if (here() == NULL || slot >= slot_limit) return;
    struct region *to = region_of(tests_of_slots[slot]);
    if (to == NULL) return;
    /* No functions of its bundle were found where they were expected: none of what it enters would be seen. */
    int is_armed = 0;
    for (struct image *image = images; image != NULL; image = image->next) is_armed |= image->is_armed;
    if (!is_armed) reach_flag(REACH_BLIND);
    reach_credit(slot);
    __atomic_fetch_or(&to->flags, REACH_BEGUN, __ATOMIC_RELAXED);
    __atomic_store_n(&current, to, __ATOMIC_RELEASE);
}

/* Reading. */

uint32_t reach_flags(size_t test) {
    const struct region *region = region_of(test);
    return region == NULL ? 0 : __atomic_load_n(&region->flags, __ATOMIC_ACQUIRE);
}

const uint64_t *reach_bits(size_t test, size_t *words) {
    const struct region *region = region_of(test);
    *words = region == NULL ? 0 : (function_count + 63) / 64;
    return region == NULL ? NULL : region->bits;
}

int reach_has_entered(size_t test, size_t function) {
    const struct region *region = region_of(test);
    return region != NULL && function < function_count && (region->bits[function / 64] >> function % 64 & 1) != 0;
}

uint32_t reach_next_file(size_t test, uint32_t place, reach_file *file) {
    const struct region *region = region_of(test);
    const struct note *note = region == NULL ? NULL : note_at(region, place);
    if (note == NULL) return 0;
    *file = (reach_file){note->path, note->mode, note->use, note->bytes, note->inode, note->modified, note->changed};
    return place + note->size;
}

/* Breakpoints. */

int reach_wants(const char *path) {
    if (!is_on || path == NULL) return 0;
    for (struct image *image = images; image != NULL; image = image->next)
        if (strcmp(image->path, path) == 0) return 1;
    return 0;
}

#if CAN_RECORD

/** The C library's function by its other name. */
extern int __sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);

/** What SIGTRAP does otherwise; written at the first arming, and by sigaction(2). */
static struct sigaction other_trap;
/** Whether the handler is in place. */
static int has_handler;

/** The function that begins at an address; -1 where none does. */
static long entry_at(const struct image *image, uintptr_t address) {
    if (address < image->base || address - image->base > UINT32_MAX) return -1;
    uint32_t wanted = (uint32_t)(address - image->base);
    size_t low = 0, high = image->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->entries[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low < image->count && image->entries[low] == wanted ? (long)low : -1;
}

/** Notes that a function is entered, and lets it go on. Another thread may have come first: then there is no more to do. */
static void on_trap(int signal, siginfo_t *information, void *context) {
    ucontext_t *state = context;
    uintptr_t address = (uintptr_t)state->uc_mcontext.gregs[REG_RIP] - 1;
    if (information->si_code > 0) {
        for (struct image *image = images; image != NULL; image = image->next) {
            long entry = image->is_armed ? entry_at(image, address) : -1;
            if (entry < 0) continue;
            size_t function = image->first + (size_t)entry;
            struct region *region = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
            if (region != NULL)
                __atomic_fetch_or(&region->bits[function / 64], (uint64_t)1 << function % 64, __ATOMIC_RELAXED);
            __atomic_store_n((uint8_t *)address, image->saved[entry], __ATOMIC_SEQ_CST);
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
    return 0;
}

/** Puts the breakpoints in place. */
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
    for (size_t index = 0; index < image->count; index += 1) {
        uint8_t *entry = (uint8_t *)(image->base + image->entries[index]);
        image->saved[index] = *entry;
        *(volatile uint8_t *)entry = 0xCC;
    }
}

/** Arms a library that has been opened. */
static int look_for_image(struct dl_phdr_info *loaded, size_t size, void *nothing) {
    (void)size, (void)nothing;
    for (struct image *image = images; image != NULL; image = image->next) {
        if (image->is_armed || loaded->dlpi_name == NULL || strcmp(loaded->dlpi_name, image->path) != 0) continue;
        image->base = loaded->dlpi_addr;
        arm_image(image);
    }
    return 0;
}

void reach_arm(void) {
    if (!is_on || getpid() == host) return;
    if (current == NULL) current = own;
    dl_iterate_phdr(look_for_image, NULL);
}

#else

int reach_trap_action(const struct sigaction *wanted, struct sigaction *before) {
    (void)wanted, (void)before;
    return 0;
}

void reach_arm(void) {}

#endif
