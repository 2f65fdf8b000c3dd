/* SPDX-License-Identifier: MIT
 * The imports of a loaded image, and their places in it. */
#include "adapter_support.h"
#include "imported_functions.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static struct link_map *map_of(void *handle) {
    struct link_map *map = NULL;
    return handle != NULL && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

uintptr_t adapter_image_base(void *handle) {
    const struct link_map *map = map_of(handle);
    return map != NULL ? map->l_addr : 0;
}

const char *adapter_image_path(void *handle) {
    const struct link_map *map = map_of(handle);
    return map != NULL ? map->l_name : "";
}

const char *adapter_image_around(const void *address, uintptr_t *base) {
    Dl_info found;
    if (dladdr(address, &found) == 0 || found.dli_fname == NULL) return NULL;
    *base = (uintptr_t)found.dli_fbase;
    return found.dli_fname;
}

/** Imports whose names begin in a way, and what takes their place. */
struct replaced {
    const char *prefix;
    size_t length;
    void *replacement;
};

static void *replacement_of(const char *name, const void *context) {
    const struct replaced *replaced = context;
    return strncmp(name, replaced->prefix, replaced->length) == 0 ? replaced->replacement : NULL;
}

int adapter_replace_imports(void *handle, const char *prefix, void *replacement) {
    const struct link_map *map = map_of(handle);
    struct replaced replaced = {prefix, strlen(prefix), replacement};
    return map == NULL ? 0 : imported_replace(map, replacement_of, &replaced);
}

/** A value that is looked for in the variables of an image. */
struct wanted_place {
    uintptr_t inside, value;
    uintptr_t *found;
    int count;
};

static int look_in_image(struct dl_phdr_info *image, size_t size, void *context) {
    (void)size;
    struct wanted_place *wanted = context;
    int is_around = 0;
    for (int index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &image->dlpi_phdr[index];
        if (part->p_type == PT_LOAD && wanted->inside - (image->dlpi_addr + part->p_vaddr) < part->p_memsz) is_around = 1;
    }
    for (int index = 0; is_around && index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &image->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W) == 0) continue;
        uintptr_t *end = (uintptr_t *)(image->dlpi_addr + part->p_vaddr + part->p_memsz / sizeof(uintptr_t) * sizeof(uintptr_t));
        for (uintptr_t *place = (uintptr_t *)(image->dlpi_addr + part->p_vaddr); place < end; place++) {
            if (*place != wanted->value) continue;
            wanted->found = place;
            wanted->count++;
        }
    }
    return is_around;
}

uintptr_t *adapter_only_place(const void *inside, uintptr_t value) {
    struct wanted_place wanted = {(uintptr_t)inside, value, NULL, 0};
    dl_iterate_phdr(look_in_image, &wanted);
    return wanted.count == 1 ? wanted.found : NULL;
}
