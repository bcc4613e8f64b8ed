/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every name, as C++11 or later. */
#define static_cast_(value) (static_cast<unsigned>(value))
#include "every_name.h"
