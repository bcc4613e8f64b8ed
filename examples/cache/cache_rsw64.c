/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cache under rswlock's 64-bit lock word. */
#define _POSIX_C_SOURCE 200809L

#include <rswlock.h>

#define KIND rsw64
#define NAME "rswlock 64"
#define LOCK(u) (&(u).rsw64)

#define lock_init(lock) ((void)(*(lock) = 0))
#define lock_destroy(lock) ((void)(lock))
#define take_r rsw64_take_r
#define drop_r rsw64_drop_r
#define take_s rsw64_take_s
#define drop_s rsw64_drop_s
#define stow rsw64_stow
#define take_w rsw64_take_w
#define drop_w rsw64_drop_w
#define take_a rsw64_take_a
#define drop_a rsw64_drop_a
#define take_sum rsw64_take_r
#define drop_sum rsw64_drop_r

#include "cache.inc.h"
