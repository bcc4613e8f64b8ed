/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cache under rswlock's 32-bit lock word. */
#define _POSIX_C_SOURCE 200809L

#include <rswlock.h>

#define KIND rsw32
#define NAME "rswlock 32"
#define LOCK(u) (&(u).rsw32)

#define lock_init(lock) ((void)(*(lock) = 0))
#define lock_destroy(lock) ((void)(lock))
#define take_r rsw32_take_r
#define drop_r rsw32_drop_r
#define take_s rsw32_take_s
#define drop_s rsw32_drop_s
#define stow rsw32_stow
#define take_w rsw32_take_w
#define drop_w rsw32_drop_w
#define take_a rsw32_take_a
#define drop_a rsw32_drop_a
#define take_sum rsw32_take_r
#define drop_sum rsw32_drop_r

#include "cache.inc.h"
