/* SPDX-License-Identifier: MIT */
/* Rule 57. */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The variable that the runtime exports as `_swift_stdlib_Hashing_parameters`: SwiftShims' `_SwiftHashingParameters`. */
struct hashing_parameters {
    uint64_t first;
    uint64_t second;
    /** Whether a table's own seed leaves out its address. */
    _Bool is_deterministic;
};

/** The name of those parameters. */
static const char parameters_name[] = "_swift_stdlib_Hashing_parameters";

/** A handle of the library if it is in the process, which the caller closes; null if it is not. */
static void *swift_core(void) { return worker_open_loaded(SWIFT_CORE_LIBRARY); }

int worker_has_swift_core(void) {
    void *library = swift_core();
    if (library == NULL) return 0;
    dlclose(library);
    return 1;
}

void worker_open_toolchain(const char *path, int is_eager) {
    dlopen(path, (is_eager ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL | RTLD_NODELETE);
}

/** Sets the library's parameters. Returns 0, or -1 where it is not there or does not export them. */
static int set_parameters(struct hashing_parameters wanted) {
    void *library = swift_core();
    if (library == NULL) return -1;
    struct hashing_parameters *parameters = dlsym(library, parameters_name);
    dlclose(library);
    if (parameters == NULL) return -1;
    *parameters = wanted;
    return 0;
}

int worker_seed_hashing(uint64_t first, uint64_t second) {
    return set_parameters((struct hashing_parameters){first, second, 1});
}

int worker_renew_hashing(void) {
    uint64_t key[2];
    if (getrandom(key, sizeof key, 0) != sizeof key) return -1;
    return set_parameters((struct hashing_parameters){key[0], key[1], 0});
}

hashing_source worker_hashing_source(void *library, uint64_t first, uint64_t second) {
    const struct hashing_parameters *found = dlsym(library, parameters_name);
    if (found == NULL) return HASHING_NONE;
    int is_seeded = found->is_deterministic && found->first == first && found->second == second;
    return is_seeded ? HASHING_SEEDED : HASHING_SYSTEM;
}

/* The stream: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), whose state is a counter that any thread may advance. */

/** The state before the next number. Any thread that takes a number advances it; the main thread sets it. */
static _Atomic uint64_t stream_state;
/** Whether the stream answers the library. Written by the main thread. */
static _Atomic int is_streaming;

void worker_set_random_stream(uint64_t state) {
    atomic_store_explicit(&stream_state, state, memory_order_relaxed);
    atomic_store_explicit(&is_streaming, 1, memory_order_release);
}

void worker_end_random_stream(void) { atomic_store_explicit(&is_streaming, 0, memory_order_release); }

void worker_random_bytes(void *bytes, uint64_t count) {
    const uint64_t step = 0x9e3779b97f4a7c15;
    for (uint64_t at = 0; at < count; at += 8) {
        uint64_t word = atomic_fetch_add_explicit(&stream_state, step, memory_order_relaxed) + step;
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        word ^= word >> 31;
        memcpy((char *)bytes + at, &word, count - at < 8 ? count - at : 8);
    }
}

/** Stands in the library's import table in the place of syscall(2). */
static long answer_random(long number, ...) {
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index += 1) arguments[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && atomic_load_explicit(&is_streaming, memory_order_acquire)) {
        worker_random_bytes((void *)arguments[0], (uint64_t)arguments[1]);
        return arguments[1];
    }
    return syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

/** A change of a library's import table. */
struct import {
    /** The library, by the file name that it was opened by. */
    const char *library;
    /** The function that is imported. */
    const char *name;
    /** The replacement. */
    void *replacement;
    /** How many entries were changed. */
    int changed;
};

/** Writes an entry of an import table, which may have been made read-only behind the relocations. */
static int write_entry(void **entry, void *value) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)entry & ~(page - 1);
    uintptr_t end = ((uintptr_t)(entry + 1) + page - 1) & ~(page - 1);
    if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE) != 0) return 0;
    *entry = value;
    return 1;
}

/** Makes the pages of an entry read-only again, where the loader had made them so. */
static void protect_again(const struct dl_phdr_info *image, void **entry) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *header = &image->dlpi_phdr[index];
        if (header->p_type != PT_GNU_RELRO) continue;
        uintptr_t start = (image->dlpi_addr + header->p_vaddr) & ~(page - 1);
        uintptr_t end = (image->dlpi_addr + header->p_vaddr + header->p_memsz) & ~(page - 1);
        uintptr_t place = (uintptr_t)entry & ~(page - 1);
        if (place >= start && place < end) mprotect((void *)place, page, PROT_READ);
    }
}

/** The parts of a library's dynamic section that lead to its imports. */
struct imports {
    const ElfW(Sym) *symbols;
    const char *names;
    /** The relocations of functions and of data, and their sizes in bytes: the former are fewer. */
    const ElfW(Rela) *tables[2];
    size_t sizes[2];
};

/** Reads a loaded library's dynamic section, whose addresses the loader has made absolute (glibc). */
static struct imports read_dynamic(const struct dl_phdr_info *image) {
    struct imports found = {.symbols = NULL};
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        if (image->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(image->dlpi_addr + image->dlpi_phdr[index].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry += 1) {
            void *address = (void *)entry->d_un.d_ptr;
            switch (entry->d_tag) {
            case DT_SYMTAB: found.symbols = address; break;
            case DT_STRTAB: found.names = address; break;
            case DT_JMPREL: found.tables[0] = address; break;
            case DT_PLTRELSZ: found.sizes[0] = entry->d_un.d_val; break;
            case DT_RELA: found.tables[1] = address; break;
            case DT_RELASZ: found.sizes[1] = entry->d_un.d_val; break;
            default: break;
            }
        }
    }
    return found;
}

/** Changes the entries of one library's import table that lead to a function. */
static int change_imports(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct import *wanted = argument;
    const char *slash = strrchr(image->dlpi_name, '/');
    if (strcmp(slash == NULL ? image->dlpi_name : slash + 1, wanted->library) != 0) return 0;
    struct imports found = read_dynamic(image);
    if (found.symbols == NULL || found.names == NULL) return 1;
    for (int table = 0; table < 2 && wanted->changed == 0; table += 1) {
        for (size_t index = 0; index < found.sizes[table] / sizeof(ElfW(Rela)); index += 1) {
            const ElfW(Rela) *relocation = &found.tables[table][index];
            size_t symbol = ELF64_R_SYM(relocation->r_info);
            if (symbol == 0 || strcmp(found.names + found.symbols[symbol].st_name, wanted->name) != 0) continue;
            void **entry = (void **)(image->dlpi_addr + relocation->r_offset);
            wanted->changed += write_entry(entry, wanted->replacement);
            protect_again(image, entry);
        }
    }
    return 1;
}

int worker_seed_random(void) {
    struct import wanted = {SWIFT_CORE_LIBRARY, "syscall", (void *)(uintptr_t)&answer_random, 0};
    dl_iterate_phdr(change_imports, &wanted);
    return wanted.changed > 0 ? 0 : -1;
}
