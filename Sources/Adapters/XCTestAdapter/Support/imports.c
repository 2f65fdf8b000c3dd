/* SPDX-License-Identifier: MIT
 * The imports of a loaded image, and their places in it. */
#include "adapter_support.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/** The tables to which the dynamic section of a loaded image points. */
struct dynamic_tables {
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Rela *relocations[2];
    size_t counts[2];
};

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

/** Reads the dynamic section. The C library has added the base to the addresses in it. */
static struct dynamic_tables read_tables(const struct link_map *map) {
    struct dynamic_tables tables = {0};
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: tables.symbols = (const Elf64_Sym *)entry->d_un.d_ptr; break;
        case DT_STRTAB: tables.names = (const char *)entry->d_un.d_ptr; break;
        case DT_RELA: tables.relocations[0] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_RELASZ: tables.counts[0] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        case DT_JMPREL: tables.relocations[1] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: tables.counts[1] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        default: break;
        }
    }
    return tables;
}

/** Writes an address to a place that the loader may have made read-only. */
static bool overwrite(void **place, void *value) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)place & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
    *place = value;
    return true;
}

int adapter_replace_imports(void *handle, const char *prefix, void *replacement) {
    const struct link_map *map = map_of(handle);
    if (map == NULL) return 0;
    struct dynamic_tables tables = read_tables(map);
    if (tables.symbols == NULL || tables.names == NULL) return 0;
    size_t length = strlen(prefix);
    int replaced = 0;
    for (int table = 0; table < 2; table++) {
        for (size_t index = 0; index < tables.counts[table]; index++) {
            const Elf64_Rela *relocation = &tables.relocations[table][index];
            size_t symbol = ELF64_R_SYM(relocation->r_info);
            if (symbol == 0 || tables.symbols[symbol].st_shndx != SHN_UNDEF) continue;
            if (strncmp(tables.names + tables.symbols[symbol].st_name, prefix, length) != 0) continue;
            if (overwrite((void **)(map->l_addr + relocation->r_offset), replacement)) replaced++;
        }
    }
    return replaced;
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
