/* SPDX-License-Identifier: MIT
 * Calls of the kernel without the C library: this program's own functions that note them (reach_files.c, reach_uses.c) do not see them, and
 * a process that was just forked need not map the library's pages for them. */
#ifndef KERNEL_CALL_H
#define KERNEL_CALL_H

#include <errno.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <unistd.h>
#endif

/** Calls the kernel with four words, and zero for a fifth; -1 with errno where it refuses. Any thread, and signal handlers. */
static inline long kernel_call(long number, long first, long second, long third, long fourth) {
#if defined(__x86_64__)
    long result;
    register long next __asm__("r10") = fourth;
    register long last __asm__("r8") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third), "r"(next), "r"(last)
                     : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long which __asm__("x8") = number;
    register long result __asm__("x0") = first;
    register long one __asm__("x1") = second;
    register long two __asm__("x2") = third;
    register long three __asm__("x3") = fourth;
    register long last __asm__("x4") = 0;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(which), "r"(one), "r"(two), "r"(three), "r"(last) : "memory");
#else
    return syscall(number, first, second, third, fourth, 0L);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    if (result > -4096 && result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
#endif
}

#endif
