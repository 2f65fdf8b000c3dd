/* SPDX-License-Identifier: MIT
 * The parts of the HTML report that are the same in every report: the files page.html, page.css and script/ next to
 * report_page.c, as they are there, in the program's read-only data. They live as long as the program; any thread
 * may read them. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stddef.h>

/** A file's text: UTF-8, without a zero byte at its end. */
typedef struct report_part {
    const unsigned char *start;
    size_t size;
} report_part;

/** The frame, with places to fill in: `{{name}}`. */
report_part report_page_frame(void);
/** The style sheet. */
report_part report_page_style(void);
/** The script. */
report_part report_page_script(void);

#endif
