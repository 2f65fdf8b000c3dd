/* SPDX-License-Identifier: MIT
 * The functions that a loaded image imports, replaced in its own table of imports: no other image notices. The adapter has this file as
 * well. */
#ifndef IMPORTED_FUNCTIONS_H
#define IMPORTED_FUNCTIONS_H

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/** Writes an address to a place that the loader may have made read-only. Returns whether that was possible. */
static inline int imported_overwrite(void **place, void *value) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)place & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
    return 1;
}

/** Puts what a function returns for the name of an import into each place where an image keeps that import; null leaves it as it is.
 *  Returns how many places were changed. */
static inline int imported_replace(const struct link_map *map, void *(*ours)(const char *name, const void *context), const void *context) {
    const Elf64_Sym *symbols = NULL;
    const char *names = NULL;
    const Elf64_Rela *relocations[2] = {NULL, NULL};
    /* Where the relocations of symbols begin in each table: the linker counts those before them, which may be most. */
    size_t counts[2] = {0, 0}, firsts[2] = {0, 0};
    /* The loader has added the base to the addresses (glibc). */
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: symbols = (const Elf64_Sym *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const char *)entry->d_un.d_ptr; break;
        case DT_RELA: relocations[0] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_RELASZ: counts[0] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        case DT_RELACOUNT: firsts[0] = entry->d_un.d_val; break;
        case DT_JMPREL: relocations[1] = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: counts[1] = entry->d_un.d_val / sizeof(Elf64_Rela); break;
        default: break;
        }
    }
    if (symbols == NULL || names == NULL) return 0;
    int changed = 0;
    for (int table = 0; table < 2; table += 1) {
        for (size_t index = firsts[table]; index < counts[table]; index += 1) {
            const Elf64_Rela *relocation = &relocations[table][index];
            size_t symbol = ELF64_R_SYM(relocation->r_info);
            if (symbol == 0 || symbols[symbol].st_shndx != SHN_UNDEF) continue;
            void *replacement = ours(names + symbols[symbol].st_name, context);
            if (replacement != NULL) changed += imported_overwrite((void **)(map->l_addr + relocation->r_offset), replacement);
        }
    }
    return changed;
}

#endif
