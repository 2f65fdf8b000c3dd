/* SPDX-License-Identifier: MIT
 * Lets a runner that was linked on a new system start on an old one: glibc 2.28.
 *
 * A linker binds each function to the newest version that the C library has on the machine of the build, and the loader of an older
 * library refuses the program for it, even if it never calls the function. Most of these versions came when glibc 2.34 put libpthread
 * and libdl into libc. The old ones remain and do the same. So each function here has the C library's name, is hidden, and calls the
 * oldest version; the Swift runtime, which is linked in from archives, then uses it as well. Functions that the library did not have
 * are written out. CMake compiles this for the static runner alone. Tests/CMake/run.sh reads the versions of the result. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../WorkerShims/system/kernel_call.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* The first version of glibc on a processor; and that of dlinfo(3) and dladdr1(3). */
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#define FIRST_OF_DLINFO "GLIBC_2.3.3"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#define FIRST_OF_DLINFO FIRST
#else
#error "which version of glibc was the first for this processor?"
#endif

/** Declares an old version as `first_NAME`. */
#define OLD(version, type, name, parameters)                                                                           \
    extern type first_##name parameters;                                                                               \
    __asm__(".symver first_" #name "," #name "@" version)

/** Defines a function that calls its old version. */
#define CALLS_OLD(type, name, parameters, arguments)                                                                   \
    OLD(FIRST, type, name, parameters);                                                                                \
    HIDDEN type name parameters { return first_##name arguments; }

/* Of libdl: 2.34. */
CALLS_OLD(void *, dlsym, (void *restrict library, const char *restrict name), (library, name))
CALLS_OLD(void *, dlvsym, (void *restrict library, const char *restrict name, const char *restrict version),
          (library, name, version))
CALLS_OLD(char *, dlerror, (void), ())
CALLS_OLD(int, dladdr, (const void *address, Dl_info *found), (address, found))
CALLS_OLD(int, dlclose, (void *library), (library))
OLD(FIRST_OF_DLINFO, int, dlinfo, (void *restrict library, int request, void *restrict found));
HIDDEN int dlinfo(void *restrict library, int request, void *restrict found) {
    return first_dlinfo(library, request, found);
}
OLD(FIRST_OF_DLINFO, int, dladdr1, (const void *address, Dl_info *found, void **more, int flags));
HIDDEN int dladdr1(const void *address, Dl_info *found, void **more, int flags) {
    return first_dladdr1(address, found, more, flags);
}

/* Of libpthread: 2.32 and 2.34. */
CALLS_OLD(int, pthread_join, (pthread_t thread, void **result), (thread, result))
CALLS_OLD(int, pthread_detach, (pthread_t thread), (thread))
CALLS_OLD(int, pthread_once, (pthread_once_t *once, void (*run)(void)), (once, run))
CALLS_OLD(int, pthread_key_create, (pthread_key_t *key, void (*end)(void *)), (key, end))
CALLS_OLD(int, __pthread_key_create, (pthread_key_t *key, void (*end)(void *)), (key, end))
CALLS_OLD(int, pthread_key_delete, (pthread_key_t key), (key))
CALLS_OLD(int, pthread_sigmask, (int how, const sigset_t *restrict set, sigset_t *restrict before), (how, set, before))
CALLS_OLD(int, pthread_getattr_np, (pthread_t thread, pthread_attr_t *attributes), (thread, attributes))
CALLS_OLD(int, pthread_attr_getstack,
          (const pthread_attr_t *restrict attributes, void **restrict start, size_t *restrict size),
          (attributes, start, size))
/* The functions that pthread_cleanup_push(3) calls. */
OLD(FIRST_OF_DLINFO, void, __pthread_register_cancel, (__pthread_unwind_buf_t *buffer));
HIDDEN void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) { first___pthread_register_cancel(buffer); }
OLD(FIRST_OF_DLINFO, void, __pthread_unregister_cancel, (__pthread_unwind_buf_t *buffer));
HIDDEN void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { first___pthread_unregister_cancel(buffer); }
OLD(FIRST_OF_DLINFO, void, __pthread_unwind_next, (__pthread_unwind_buf_t * buffer));
HIDDEN void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
    first___pthread_unwind_next(buffer);
    __builtin_unreachable();
}
OLD(FIRST, void, pthread_testcancel, (void));
HIDDEN void pthread_testcancel(void) { first_pthread_testcancel(); }
OLD(FIRST, sem_t *, sem_open, (const char *name, int flags, mode_t mode, unsigned value));
HIDDEN sem_t *sem_open(const char *name, int flags, ...) {
    mode_t mode = 0;
    unsigned value = 0;
    if ((flags & O_CREAT) != 0) {
        va_list list;
        va_start(list, flags);
        mode = va_arg(list, mode_t);
        value = va_arg(list, unsigned);
        va_end(list);
    }
    return first_sem_open(name, flags, mode, value);
}

/* Of libm, whose first version reports errors in another way: 2.29 and 2.35. */
CALLS_OLD(double, exp, (double x), (x))
CALLS_OLD(double, exp2, (double x), (x))
CALLS_OLD(double, log, (double x), (x))
CALLS_OLD(double, log2, (double x), (x))
CALLS_OLD(double, pow, (double x, double y), (x, y))
CALLS_OLD(float, hypotf, (float x, float y), (x, y))

/* Functions only since 2.33; before that, a program had them linked in. */
HIDDEN int stat(const char *restrict path, struct stat *restrict found) {
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, 0);
}
HIDDEN int lstat(const char *restrict path, struct stat *restrict found) {
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, AT_SYMLINK_NOFOLLOW);
}
HIDDEN int fstat(int descriptor, struct stat *found) { return (int)kernel_call(SYS_fstat, descriptor, (long)found, 0, 0); }

/** Whether no second thread was ever there (2.32): this is not known, and libstdc++ then uses atomic operations. */
HIDDEN char __libc_single_threaded = 0;

/** Random bits (2.36). Like the C library's, it returns no other than those of the system. */
HIDDEN uint32_t arc4random(void) {
    uint32_t word = 0;
    while (getrandom(&word, sizeof word, 0) != sizeof word) {}
    return word;
}

#ifdef DLFO_EH_SEGMENT_TYPE

/** A search for the part of a program or library that contains an address. */
struct segment_search {
    uintptr_t address;
    struct dl_find_object *found;
};

/** Ends the search if it is in this one. */
static int look_into(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct segment_search *search = argument;
    int is_here = 0;
    void *frames = NULL;
    for (int index = 0; index < image->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *header = &image->dlpi_phdr[index];
        uintptr_t start = image->dlpi_addr + header->p_vaddr;
        if (header->p_type == DLFO_EH_SEGMENT_TYPE) frames = (void *)start;
        if (header->p_type != PT_LOAD || search->address < start || search->address - start >= header->p_memsz) continue;
        is_here = 1;
        search->found->dlfo_map_start = (void *)start;
        search->found->dlfo_map_end = (void *)(start + header->p_memsz);
    }
    if (is_here) search->found->dlfo_eh_frame = frames;
    return is_here;
}

/** Finds what the unwinder of libgcc needs to know of an address (2.35); -1 if there is nothing. */
HIDDEN int _dl_find_object(void *address, struct dl_find_object *found) {
    *found = (struct dl_find_object){.dlfo_flags = 0};
    struct segment_search search = {(uintptr_t)address, found};
    return dl_iterate_phdr(look_into, &search) != 0 && found->dlfo_eh_frame != NULL ? 0 : -1;
}

#endif

/* Since 2.34, __libc_start_main() runs the constructors of a program that does not pass a function for that; before, each program had
 * that function linked in. All versions call it if it is passed. */

extern void _init(void);
extern void (*__init_array_start[])(int, char **, char **) HIDDEN;
extern void (*__init_array_end[])(int, char **, char **) HIDDEN;

/** Runs the constructors of the program. */
static void construct(int count, char **arguments, char **environment) {
    _init();
    for (void (**each)(int, char **, char **) = __init_array_start; each != __init_array_end; each += 1)
        (*each)(count, arguments, environment);
}

typedef int main_function(int, char **, char **);

OLD(FIRST, int, __libc_start_main,
    (main_function * main, int count, char **arguments, void (*construct)(int, char **, char **), void (*destroy)(void),
     void (*unload)(void), void *stack));

HIDDEN int __libc_start_main(main_function *main, int count, char **arguments, void (*unused)(int, char **, char **),
                             void (*destroy)(void), void (*unload)(void), void *stack) {
    (void)unused;
    return first___libc_start_main(main, count, arguments, construct, destroy, unload, stack);
}
