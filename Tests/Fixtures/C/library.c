/* SPDX-License-Identifier: MIT
 *
 * A library that is no bundle. Its constructor must not run: it leaves a file behind. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void leave_a_mark(void) {
    const char *path = getenv("FIXTURE_MARK");
    FILE *file = path == NULL ? NULL : fopen(path, "w");
    if (file != NULL) fclose(file);
}

int library_answer(void) { return 42; }
