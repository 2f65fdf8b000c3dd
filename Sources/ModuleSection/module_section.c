/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "module_section.h"

#include <dlfcn.h>

const char *testkit_image_path(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fname : 0;
}

const void *testkit_image_base(const void *address) {
    Dl_info information;
    return dladdr(address, &information) != 0 ? information.dli_fbase : 0;
}
