/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>

/* glibc 2.36 and later name it. */
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 36)
#define HAS_PROGRAM_HEADERS
#endif

/** The command line. Written once, before main. */
static int argument_count;
static char **arguments;

/** The loader hands initialisers what it hands main (glibc). */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

/* Swift's library has a version that opens and reads /proc/self/maps before main (CommandLine.cpp). Where that library is an
 * archive, the linker takes this instead; a shared one and all bundles have their own. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
__attribute__((weak, visibility("hidden"))) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return arguments;
}

int worker_argument_count(void) { return argument_count; }

const char *worker_argument(int index) { return index < argument_count ? arguments[index] : NULL; }

const char *worker_image_path(const void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

const char *worker_place_in_image(uint64_t address, uint64_t *offset) {
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1((const void *)(uintptr_t)address, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return NULL;
    *offset = address - map->l_addr;
    return info.dli_fname;
}

/** A library's file name, and where it is, once it is found. */
struct wanted_image {
    const char *name;
    const char *path;
};

static int look_at_image(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct wanted_image *wanted = argument;
    const char *slash = strrchr(image->dlpi_name, '/');
    if (slash == NULL || strcmp(slash + 1, wanted->name) != 0) return 0;
    wanted->path = image->dlpi_name;
    return 1;
}

const char *worker_loaded_image(const char *name) {
    struct wanted_image wanted = {name, NULL};
    dl_iterate_phdr(look_at_image, &wanted);
    return wanted.path;
}

void *worker_open_loaded(const char *name) {
    const char *path = worker_loaded_image(name);
    return path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_NOLOAD);
}

void *worker_open_loaded_behind(void *library, const char *name) {
    if (library == NULL) return worker_open_loaded(name);
    for (void *next = worker_next_library(library); next != NULL; next = ((struct link_map *)next)->l_next) {
        const char *path = worker_library_path(next);
        const char *slash = strrchr(path, '/');
        if (slash != NULL && strcmp(slash + 1, name) == 0) return dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    }
    return NULL;
}

void *worker_next_library(void *library) {
    struct link_map *map = NULL;
    return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != NULL ? map->l_next : NULL;
}

const char *worker_library_path(void *library) { return ((struct link_map *)library)->l_name; }

const char *worker_other_file(void *library, const char *path) {
    struct link_map *map = NULL;
    struct stat wanted, found;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || strcmp(map->l_name, path) == 0) return NULL;
    int is_same = stat(path, &wanted) == 0 && stat(map->l_name, &found) == 0 && wanted.st_dev == found.st_dev &&
                  wanted.st_ino == found.st_ino;
    return is_same ? NULL : map->l_name;
}

/** The pieces of data that are listed so far. */
struct listed_data {
    worker_data *places;
    size_t capacity, count;
};

static int list_data(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct listed_data *listed = argument;
    uintptr_t fixed_start = 0, fixed_end = 0;
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *header = &image->dlpi_phdr[index];
        if (header->p_type != PT_GNU_RELRO) continue;
        fixed_start = image->dlpi_addr + header->p_vaddr;
        fixed_end = fixed_start + header->p_memsz;
    }
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *header = &image->dlpi_phdr[index];
        if (header->p_type != PT_LOAD || (header->p_flags & PF_W) == 0 || image->dlpi_name[0] == '\0') continue;
        uintptr_t start = image->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
        /* The read-only part after the relocations is at the beginning. */
        if (fixed_start <= start && fixed_end > start) start = fixed_end < end ? fixed_end : end;
        start = (start + 7) & ~(uintptr_t)7;
        if (start >= end) continue;
        if (listed->count < listed->capacity) {
            listed->places[listed->count] =
                (worker_data){image->dlpi_name, image->dlpi_addr, (const void *)start, end - start};
        }
        listed->count += 1;
    }
    return 0;
}

size_t worker_writable_data(worker_data *places, size_t capacity) {
    struct listed_data listed = {places, capacity, 0};
    dl_iterate_phdr(list_data, &listed);
    return listed.count;
}

/** Finds the build's number among some notes. */
static size_t find_build(const char *notes, size_t count, uint8_t *bytes, size_t size) {
    size_t place = 0;
    while (place + sizeof(ElfW(Nhdr)) <= count) {
        const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + place);
        size_t name = (note->n_namesz + 3) & ~(size_t)3, content = (note->n_descsz + 3) & ~(size_t)3;
        place += sizeof *note + name + content;
        if (place > count) return 0;
        const char *text = (const char *)(note + 1);
        if (note->n_type != NT_GNU_BUILD_ID || note->n_namesz != 4 || memcmp(text, "GNU", 4) != 0) continue;
        if (note->n_descsz > size) return 0;
        memcpy(bytes, text + name, note->n_descsz);
        return note->n_descsz;
    }
    return 0;
}

size_t worker_library_build(void *library, uint8_t *bytes, size_t size) {
#ifdef HAS_PROGRAM_HEADERS
    const ElfW(Phdr) *headers = NULL;
    int count = dlinfo(library, RTLD_DI_PHDR, &headers);
    const char *base = (const char *)((struct link_map *)library)->l_addr;
    for (int index = 0; index < count; index += 1) {
        if (headers[index].p_type != PT_NOTE) continue;
        size_t length = find_build(base + headers[index].p_vaddr, headers[index].p_memsz, bytes, size);
        if (length > 0) return length;
    }
#else
    (void)find_build, (void)library, (void)bytes, (void)size;
#endif
    return 0;
}

int worker_shares_swift_runtime(void) {
    Dl_info own, runtime;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    if (symbol == NULL || dladdr(symbol, &runtime) == 0) return 0;
    if (dladdr((void *)(uintptr_t)&worker_shares_swift_runtime, &own) == 0) return 0;
    return own.dli_fbase != runtime.dli_fbase;
}
