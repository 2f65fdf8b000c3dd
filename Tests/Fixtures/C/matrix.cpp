// SPDX-License-Identifier: MIT
//
// Misbehaviour that only C++ allows.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sys/resource.h>

/// Throws what nobody catches.
extern "C" void matrix_throw() { throw std::runtime_error("nobody catches this"); }

/// Takes memory until a limit a little above what is mapped is met.
extern "C" void matrix_exhaust() {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == nullptr || fscanf(file, "%lu", &pages) != 1) return;
    fclose(file);
    rlim_t size = pages * 4096 + (64 << 20);
    rlimit limit = {size, size};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return;
    for (;;) memset(new char[1 << 20], 1, 1 << 20);
}
