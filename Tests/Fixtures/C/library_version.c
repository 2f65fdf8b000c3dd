/* SPDX-License-Identifier: MIT
 *
 * A library that is no bundle, in several versions. */
int library_version(void) { return VERSION; }
