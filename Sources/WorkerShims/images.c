/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "images.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

/** The command line. Written once, before main. */
static int argument_count;
static char **arguments;

/** The loader hands initialisers what it hands main (glibc). */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

int worker_argument_count(void) { return argument_count; }

const char *worker_argument(int index) { return index < argument_count ? arguments[index] : NULL; }

const char *worker_image_path(const void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

/** A library's file name, and where it is, once it is found. */
struct wanted_image {
    const char *name;
    const char *path;
};

static int look_at_image(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct wanted_image *wanted = argument;
    const char *slash = strrchr(image->dlpi_name, '/');
    if (slash == NULL || strcmp(slash + 1, wanted->name) != 0) return 0;
    wanted->path = image->dlpi_name;
    return 1;
}

const char *worker_loaded_image(const char *name) {
    struct wanted_image wanted = {name, NULL};
    dl_iterate_phdr(look_at_image, &wanted);
    return wanted.path;
}

int worker_shares_swift_runtime(void) {
    Dl_info own, runtime;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    if (symbol == NULL || dladdr(symbol, &runtime) == 0) return 0;
    if (dladdr((void *)(uintptr_t)&worker_shares_swift_runtime, &own) == 0) return 0;
    return own.dli_fbase != runtime.dli_fbase;
}
