// SPDX-License-Identifier: MIT
//
// Exceptions that cross libraries: with -DLIBRARY the library that throws, else what a bundle's cases do with it.
#include <cstdint>
#include <cstdlib>
#include <pthread.h>
#include <stdexcept>
#include <string>

/// The exception, whose type both know.
struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

extern "C" void library_throws();
extern "C" void library_calls(void (*function)());

#ifdef LIBRARY

void library_throws() { throw Thrown("thrown by the library"); }

void library_calls(void (*function)()) { function(); }

#else

/// Throws what the bundle throws.
static void throws_own() { throw Thrown("thrown by the bundle"); }

/// Whether a function throws, with these words.
template <typename Function> static bool throws(const std::string &words, Function function) {
    try {
        function();
    } catch (const Thrown &thrown) {
        return thrown.what() == words;
    }
    return false;
}

/// For qsort(3): one of the C library's frames lies between.
static int compare(const void *, const void *) { throw Thrown("thrown while sorting"); }

/// Notes that it was destroyed.
struct Guard {
    bool &is_gone;
    ~Guard() { is_gone = true; }
};

/// Leaves its thread, which destroys what is on the stack.
static void *leave(void *is_gone) {
    Guard guard{*static_cast<bool *>(is_gone)};
    pthread_exit(nullptr);
}

extern "C" bool catches_own() { return throws("thrown by the bundle", throws_own); }

extern "C" bool catches_librarys() { return throws("thrown by the library", library_throws); }

extern "C" bool catches_through_library() {
    return throws("thrown by the bundle", [] { library_calls(throws_own); });
}

extern "C" bool catches_through_c() {
    return throws("thrown while sorting", [] {
        int numbers[] = {2, 1};
        qsort(numbers, 2, sizeof *numbers, compare);
    });
}

extern "C" bool leaves_thread() {
    bool is_gone = false;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, leave, &is_gone) != 0 || pthread_join(thread, nullptr) != 0) return false;
    return is_gone;
}

#endif
