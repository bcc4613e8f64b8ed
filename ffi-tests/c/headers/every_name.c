/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every name, as C99 or later. */
#define static_cast_(value) ((unsigned)(value))
#include "every_name.h"
