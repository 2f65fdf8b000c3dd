/* SPDX-License-Identifier: MIT
 *
 * A bundle that registers no class, as one does whose target lacks the plug-in. */
#include "fixture.h"

static const fixture_class classes[] = {};

FIXTURE_BUNDLE(classes)
