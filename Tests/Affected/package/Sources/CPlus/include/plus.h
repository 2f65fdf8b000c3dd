/* SPDX-License-Identifier: MIT */
#ifdef __cplusplus
extern "C" {
#endif
int plus_catch(void);
int plus_virtual(void);
#ifdef __cplusplus
}
#endif
