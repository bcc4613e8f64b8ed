/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Nobody is shut out. Six threads that upgrade R to S over and over kept one
 * writer of plock's waiting for up to two seconds, with one turn to 25 of each
 * of theirs; sixteen threads on one lock of an arm64 server left one without a
 * turn for as long. Turns are compared within one run, and the bounds on time
 * are wide, so that a busy machine does not matter.
 *
 * fairness MILLISECONDS: how long each scene runs.
 */
#include <rswlock.h>

#include "check.h"

#define UPGRADERS 6
#define CROWD 16
#define LONGEST_WAIT_MS 2000

static rsw64_t lock64;
static rsw32_t lock32;
static int stop;

struct tally {
    unsigned long turns;
    uint64_t longest;
};

static void count_turn(struct tally *tally, uint64_t since)
{
    uint64_t waited = now_ns() - since;

    tally->turns++;
    if (waited > tally->longest)
        tally->longest = waited;
}

static void *upgrade(void *argument)
{
    struct tally *tally = argument;

    while (!flag_is_up(&stop)) {
        uint64_t since = now_ns();
        rsw64_take_r(&lock64);
        if (rsw64_try_rtos(&lock64)) {
            rsw64_stow(&lock64);
            rsw64_wtos(&lock64);
            rsw64_drop_s(&lock64);
        } else {
            rsw64_drop_r(&lock64);
        }
        count_turn(tally, since);
    }
    return NULL;
}

static void *write_often(void *argument)
{
    struct tally *tally = argument;

    while (!flag_is_up(&stop)) {
        uint64_t since = now_ns();
        rsw64_take_w(&lock64);
        count_turn(tally, since);
        rsw64_drop_w(&lock64);
    }
    return NULL;
}

static void *seek(void *argument)
{
    struct tally *tally = argument;

    while (!flag_is_up(&stop)) {
        uint64_t since = now_ns();
        rsw32_take_s(&lock32);
        count_turn(tally, since);
        rsw32_drop_s(&lock32);
    }
    return NULL;
}

static void run(unsigned milliseconds, pthread_t *threads, unsigned count)
{
    sleep_ms(milliseconds);
    raise_flag(&stop);
    for (unsigned i = 0; i < count; i++)
        join(threads[i]);
    stop = 0;
}

/* Prints what came out; gives the least number of turns. */
static unsigned long judge(const char *who, const struct tally *tallies, unsigned count,
                           unsigned long *total)
{
    unsigned long least = tallies[0].turns;

    for (unsigned i = 0; i < count; i++) {
        printf("%s %u: %lu turns, longest wait %.3f ms\n", who, i, tallies[i].turns,
               (double)tallies[i].longest / 1e6);
        *total += tallies[i].turns;
        if (tallies[i].turns < least)
            least = tallies[i].turns;
    }
    fflush(stdout);
    for (unsigned i = 0; i < count; i++) {
        CHECK(tallies[i].turns > 0);
        CHECK(tallies[i].longest < ms(LONGEST_WAIT_MS));
    }
    return least;
}

int main(int count, char **arguments)
{
    struct tally upgrades[UPGRADERS] = { { 0, 0 } }, writes = { 0, 0 }, seeks[CROWD] = { { 0, 0 } };
    unsigned long of_writer = 0, of_upgraders = 0, of_crowd = 0;
    pthread_t threads[CROWD];

    CHECK(count == 2);
    unsigned milliseconds = (unsigned)atoi(arguments[1]);

    threads[UPGRADERS] = start(write_often, &writes);
    for (unsigned i = 0; i < UPGRADERS; i++)
        threads[i] = start(upgrade, &upgrades[i]);
    run(milliseconds, threads, UPGRADERS + 1);
    judge("writer", &writes, 1, &of_writer);
    judge("upgrader", upgrades, UPGRADERS, &of_upgraders);
    CHECK(of_writer > of_upgraders / UPGRADERS / 4);

    for (unsigned i = 0; i < CROWD; i++)
        threads[i] = start(seek, &seeks[i]);
    run(milliseconds, threads, CROWD);
    unsigned long least = judge("seeker", seeks, CROWD, &of_crowd);
    CHECK(least > of_crowd / CROWD / 100);
    puts("fairness: ok");
    return 0;
}
