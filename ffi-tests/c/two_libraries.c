/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A program with two libraries in it that are written in Rust. */
#include <rswlock.h>

#include "check.h"

uint64_t other_sum(uint64_t count);

int main(void)
{
    rsw64_t lock = 0;

    CHECK_EQ(rsw64_take_r_until(&lock, 0), 0);
    CHECK_EQ(rsw64_take_w_until(&lock, 0), ETIMEDOUT);
    CHECK_EQ(other_sum(10), 45);
    rsw64_drop_r(&lock);
    CHECK_EQ(lock, 0);
    return 0;
}
