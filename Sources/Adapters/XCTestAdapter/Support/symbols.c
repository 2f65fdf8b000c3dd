/* SPDX-License-Identifier: MIT
 * The searches through a file's symbols, and the hash of its bytes.
 *
 * In C, since the adapter's Swift is compiled without optimisation: these look at each symbol, or each byte, of files that may have
 * hundreds of megabytes. */
#include "adapter_support.h"

#include <elf.h>
#include <string.h>

/** A symbol of a table; false past the table's end. */
static bool symbol_at(const struct adapter_symbols *table, size_t index, Elf64_Sym *symbol) {
    if (index >= table->size / sizeof *symbol) return false;
    memcpy(symbol, table->file + table->start + index * sizeof *symbol, sizeof *symbol);
    return true;
}

/** The name of a symbol, and its length in bytes; null if it has none within the file. */
static const char *name_of(const struct adapter_symbols *table, const Elf64_Sym *symbol, size_t *length) {
    size_t place = table->names + symbol->st_name;
    if (place < table->names || place >= table->file_size) return NULL;
    const char *name = (const char *)table->file + place;
    const char *end = memchr(name, 0, table->file_size - place);
    if (end == NULL) return NULL;
    *length = (size_t)(end - name);
    return name;
}

/** Whether a name begins with the first characters of another, which is quicker than to look for its end. */
static bool may_be(const struct adapter_symbols *table, const Elf64_Sym *symbol, const char *wanted, size_t length) {
    size_t place = table->names + symbol->st_name;
    if (place < table->names || place >= table->file_size || table->file_size - place <= length) return false;
    return memcmp(table->file + place, wanted, length + 1) == 0;
}

bool adapter_symbol_address(const struct adapter_symbols *table, const char *name, size_t size, uint64_t *address) {
    size_t length = strlen(name);
    Elf64_Sym symbol;
    for (size_t index = table->size / sizeof symbol; index-- > 0;) {
        if (!symbol_at(table, index, &symbol) || symbol.st_shndx == SHN_UNDEF) continue;
        /* To look at a name, anywhere in the file, takes longer. */
        bool is_variable = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT;
        if (is_variable != (size > 0) || (is_variable && symbol.st_size != size)) continue;
        if (!may_be(table, &symbol, name, length)) continue;
        *address = symbol.st_value;
        return true;
    }
    return false;
}

const char *adapter_symbol_name(const struct adapter_symbols *table, uint64_t address) {
    Elf64_Sym symbol;
    size_t length = 0;
    for (size_t index = 0; symbol_at(table, index, &symbol); index++) {
        if (symbol.st_value != address || symbol.st_name == 0) continue;
        const char *name = name_of(table, &symbol, &length);
        if (name != NULL) return name;
    }
    return NULL;
}

/** Whether a name is one of Swift's, and ends in one of some ways, which a null pointer ends. */
static bool ends_as(const char *name, size_t length, const char *const *ends) {
    if (length < 2 || name[0] != '$' || name[1] != 's') return false;
    for (; *ends != NULL; ends++) {
        size_t end = strlen(*ends);
        if (length >= end && memcmp(name + length - end, *ends, end) == 0) return true;
    }
    return false;
}

size_t adapter_next_function(const struct adapter_symbols *table, const char *const *ends, size_t index, const char **name,
                             uint64_t *address) {
    Elf64_Sym symbol;
    size_t length = 0;
    for (; symbol_at(table, index, &symbol); index++) {
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) continue;
        const char *found = name_of(table, &symbol, &length);
        if (found == NULL || !ends_as(found, length, ends)) continue;
        *name = found;
        *address = symbol.st_value;
        return index + 1;
    }
    return 0;
}

uint64_t adapter_hash(const uint8_t *bytes, size_t size) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t lanes[4] = {1, 2, 3, 4};
    size_t place = 0;
    for (; size - place >= sizeof lanes; place += sizeof lanes) {
        for (size_t lane = 0; lane < 4; lane++) {
            uint64_t word;
            memcpy(&word, bytes + place + lane * sizeof word, sizeof word);
            lanes[lane] = (lanes[lane] ^ word) * factor;
            lanes[lane] ^= lanes[lane] >> 29;
        }
    }
    uint64_t hash = ((((lanes[0] * factor) ^ lanes[1]) * factor ^ lanes[2]) * factor) ^ lanes[3];
    for (; place < size; place++) hash = (hash ^ bytes[place]) * 0x100000001B3u;
    return hash;
}
