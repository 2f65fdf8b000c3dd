/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "import_slots.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void import_slots_look_up(void *library, const import_slot *functions, size_t count) {
    for (size_t index = 0; index < count; index += 1) *functions[index].real = dlsym(library, functions[index].name);
}

/** Writes an address to a place that the loader may have made read-only. Returns whether that was possible. */
static int overwrite(void **place, void *value) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)place & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
    return 1;
}

int import_slots_replace(const struct link_map *map, const import_slot *functions, size_t count) {
    const Elf64_Sym *symbols = NULL;
    const char *names = NULL;
    const Elf64_Rela *relocations[2] = {NULL, NULL};
    size_t counts[2] = {0, 0};
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: symbols = (const Elf64_Sym *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const char *)entry->d_un.d_ptr; break;
        case DT_RELA: relocations[0] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_RELASZ: counts[0] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        case DT_JMPREL: relocations[1] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: counts[1] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        default: break;
        }
    }
    if (symbols == NULL || names == NULL) return 0;
    int changed = 0;
    for (int table = 0; table < 2; table += 1) {
        for (size_t index = 0; index < counts[table]; index += 1) {
            const Elf64_Rela *relocation = &relocations[table][index];
            size_t symbol = ELF64_R_SYM(relocation->r_info);
            if (symbol == 0 || symbols[symbol].st_shndx != SHN_UNDEF) continue;
            const char *name = names + symbols[symbol].st_name;
            for (size_t which = 0; which < count; which += 1) {
                /* Nearly all differ in the first letter, which takes no call. */
                if (name[0] != functions[which].name[0] || *functions[which].real == NULL) continue;
                if (strcmp(name, functions[which].name) != 0) continue;
                changed += overwrite((void **)(map->l_addr + relocation->r_offset), functions[which].ours);
            }
        }
    }
    return changed;
}
