/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Counts at their limit: try_ is refused, take_ waits until somebody leaves,
 * and nothing is ever carried into the neighbouring field. Words are set to
 * the limit directly, since a 64-bit word takes a thousand million readers.
 */
#include <rswlock.h>

#include "waiter.h"

#include "width32.h"
#include "limits.inc.h"
#include "width64.h"
#include "limits.inc.h"

int main(void)
{
    for (unsigned app = 0; app < 4; app++) {
        refused_32(app);
        refused_64(app);
        admitted_32(app);
        admitted_64(app);
    }
    waited_for_32(3);
    waited_for_64(3);
    puts("limits: ok");
    return 0;
}
