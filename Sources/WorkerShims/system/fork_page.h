/* SPDX-License-Identifier: MIT
 * A fork shares all pages between both processes, and the first of them that writes to one copies it, which takes longer than ten system
 * calls. So the variables that each fork writes, or each case in a process of its own, lie side by side. */
#ifndef FORK_PAGE_H
#define FORK_PAGE_H

/** Puts a variable there. */
#define ON_FORK_PAGE __attribute__((section("fork_page")))

#endif
