/* SPDX-License-Identifier: MIT
 *
 * A bundle of CLASSES classes with a case each that does nothing. */
#include "fixture.h"

#ifndef CLASSES
#define CLASSES 250
#endif

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testNothing", 0, NULL)};
static fixture_class classes[CLASSES];
static char names[CLASSES][24];

/** Names the classes. Runs before anything else of the bundle. */
__attribute__((constructor)) static void name_classes(void) {
    const fixture_class model = CLASS("", cases);
    for (int index = 0; index < CLASSES; index++) {
        snprintf(names[index], sizeof names[index], "Crowd.Tests%d", index);
        memcpy(&classes[index], &model, sizeof model);
        ((testkit_class *)&classes[index].description)->name = names[index];
    }
}

FIXTURE_BUNDLE(classes)
