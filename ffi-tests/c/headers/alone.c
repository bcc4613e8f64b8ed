/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The header first and alone: it brings what it needs. Also valid C++. */
#include <rswlock.h>

extern rsw32_t alone_32;
extern rsw64_t alone_64;
extern bool alone_bool;
rsw32_t alone_32 = 0;
rsw64_t alone_64 = 0;
bool alone_bool = true;
