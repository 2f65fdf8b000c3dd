/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "names.h"

#include <string.h>

int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
    return wanted_count == 0 || memmem(bytes, count, wanted, wanted_count) != NULL;
}

worker_name worker_scan_name(const char *name, size_t limit) {
    worker_name result = {strnlen(name, limit + 1), 0xcbf29ce484222325, 1};
    uint64_t all = 0;
    for (size_t start = 0; start < result.length; start += 8) {
        uint64_t word = 0;
        size_t rest = result.length - start;
        memcpy(&word, name + start, rest < 8 ? rest : 8);
        all |= word;
        result.hash = (result.hash ^ word) * 0x9e3779b97f4a7c15;
        result.hash ^= result.hash >> 29;
    }
    result.is_ascii = (all & 0x8080808080808080) == 0;
    return result;
}
