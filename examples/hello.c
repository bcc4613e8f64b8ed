/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The highest bid so far. Everybody may look (R). A bidder seeks (S): it looks
 * too, beside all readers but alone among bidders, and only if its bid counts
 * does it become the writer (W).
 *
 *     cc hello.c $(pkg-config --cflags --libs rswlock)
 */
#include <rswlock.h>
#include <stdio.h>

static rsw64_t lock; /* zero is a free lock */
static long highest;

static long look(void)
{
    rsw64_take_r(&lock);
    long seen = highest;
    rsw64_drop_r(&lock);
    return seen;
}

static bool bid(long amount)
{
    rsw64_take_s(&lock);
    if (amount <= highest) {
        rsw64_drop_s(&lock);
        return false;
    }
    rsw64_stow(&lock); /* S to W: waits for the readers; nobody wrote since take_s */
    highest = amount;
    rsw64_drop_w(&lock);
    return true;
}

int main(void)
{
    const long bids[] = {10, 30, 20};

    for (int i = 0; i < 3; i++) {
        bool taken = bid(bids[i]);
        printf("%ld is %s, the highest is %ld\n", bids[i], taken ? "taken" : "too low", look());
    }
    return look() == 30 ? 0 : 1;
}
