/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* version VERSION: the library is that version, and of this header's ABI. */
#include <rswlock.h>

#include "check.h"

int main(int count, char **arguments)
{
    CHECK(count == 2);
    printf("library %s, ABI %u; header ABI %d\n", rsw_version(), rsw_abi_version(),
           RSW_ABI_VERSION);
    CHECK(strcmp(rsw_version(), arguments[1]) == 0);
    CHECK(rsw_abi_version() == RSW_ABI_VERSION);
    return 0;
}
