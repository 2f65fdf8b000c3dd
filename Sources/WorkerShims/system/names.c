/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include <string.h>

int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
    return wanted_count == 0 || memmem(bytes, count, wanted, wanted_count) != NULL;
}

/** Each byte of a word the same. */
#define EACH(byte) ((uint64_t)(byte) * 0x0101010101010101u)

/** Not 0 if a byte of a word is 0; may see one above a byte that is. */
static uint64_t has_zero(uint64_t word) { return (word - EACH(1)) & ~word & EACH(0x80); }

/** Not 0 if a byte of a word is hidden or parts an identity. */
static uint64_t has_special(uint64_t word) {
    uint64_t is_control = (word - EACH(0x20)) & ~word & EACH(0x80);
    return is_control | has_zero(word ^ EACH('/')) | has_zero(word ^ EACH('[')) | has_zero(word ^ EACH('\\')) |
           has_zero(word ^ EACH(']')) | has_zero(word ^ EACH(0x7F));
}

worker_name worker_scan_name(const char *name, size_t limit) {
    worker_name result = {strnlen(name, limit + 1), 0xcbf29ce484222325, 1, 1};
    uint64_t all = 0, special = 0;
    for (size_t start = 0; start < result.length; start += 8) {
        uint64_t word = 0;
        size_t rest = result.length - start;
        if (rest >= 8) {
            memcpy(&word, name + start, 8);
        } else if (start > 0) {
            /* The last eight bytes, less those that were in the word before (little-endian). */
            memcpy(&word, name + result.length - 8, 8);
            word >>= 8 * (8 - rest);
        } else {
            for (size_t index = 0; index < rest; index += 1) word |= (uint64_t)(uint8_t)name[index] << 8 * index;
        }
        all |= word;
        special |= has_special(rest < 8 ? word | EACH('_') << 8 * rest : word);
        result.hash = (result.hash ^ word) * 0x9e3779b97f4a7c15;
        result.hash ^= result.hash >> 29;
    }
    result.is_ascii = (all & 0x8080808080808080) == 0;
    result.is_plain = result.is_ascii && special == 0;
    return result;
}
