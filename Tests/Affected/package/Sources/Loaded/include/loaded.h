/* SPDX-License-Identifier: MIT */
int loaded(void);
