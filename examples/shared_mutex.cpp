// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A C++ program that knows nothing of rswlock. Its std::shared_mutex is a
// pthread_rwlock_t inside, so it can be run with either:
//
//     c++ -O2 -pthread shared_mutex.cpp -o shared_mutex
//     ./shared_mutex
//     LD_PRELOAD=.../librswlock_pthread.so ./shared_mutex
//
// Eight threads read and write two numbers that have to be equal at all times;
// nine of ten times they read. usage: shared_mutex [SECONDS [THREADS]]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr nanoseconds held{500}, between{500};

struct Shared {
    std::shared_mutex mutex;
    long first = 0, second = 0;
};

// What one thread has to tell at its end.
struct Tally {
    long reads = 0, writes = 0, wrong = 0;
    nanoseconds longest_read{0}, longest_write{0};
};

static void stay_busy(nanoseconds time)
{
    for (auto end = Clock::now() + time; Clock::now() < end;) {
    }
}

static void note(nanoseconds &longest, Clock::time_point since)
{
    nanoseconds waited = Clock::now() - since;
    if (waited > longest)
        longest = waited;
}

static void read(Shared &shared, Tally &tally)
{
    auto since = Clock::now();
    std::shared_lock lock(shared.mutex);
    note(tally.longest_read, since);
    stay_busy(held);
    tally.reads++;
    tally.wrong += shared.first != shared.second;
}

static void write(Shared &shared, Tally &tally)
{
    auto since = Clock::now();
    std::unique_lock lock(shared.mutex);
    note(tally.longest_write, since);
    shared.first++;
    stay_busy(held);
    shared.second++;
    tally.writes++;
}

static void work(Shared &shared, const std::atomic<bool> &stop, unsigned seed, Tally &result)
{
    Tally tally; // of its own, so that threads don't share a cache line for it
    while (!stop.load(std::memory_order_relaxed)) {
        seed = seed * 1664525u + 1013904223u;
        if ((seed >> 16) % 10 == 0)
            write(shared, tally);
        else
            read(shared, tally);
        stay_busy(between);
    }
    result = tally;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    unsigned count = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 8;
    if (!(seconds > 0) || count == 0 || count > 1000) {
        std::fprintf(stderr, "usage: shared_mutex [SECONDS [THREADS]]\n");
        return 2;
    }

    Shared shared;
    std::atomic<bool> stop{false};
    std::vector<Tally> tallies(count);
    std::vector<std::thread> threads;
    auto begin = Clock::now();
    for (unsigned i = 0; i < count; i++)
        threads.emplace_back([&, i] { work(shared, stop, i, tallies[i]); });
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    stop = true;
    for (auto &thread : threads)
        thread.join();
    double took = std::chrono::duration<double>(Clock::now() - begin).count();

    Tally all;
    for (const Tally &one : tallies) {
        all.reads += one.reads;
        all.writes += one.writes;
        all.wrong += one.wrong;
        all.longest_read = std::max(all.longest_read, one.longest_read);
        all.longest_write = std::max(all.longest_write, one.longest_write);
    }
    auto total = static_cast<double>(all.reads + all.writes);
    double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    std::printf("%u threads: %.0f operations, %.0f a second, %.2f us of CPU time each\n", count,
                total, total / took, cpu / total * 1e6);
    std::printf("longest wait: %.2f ms to read, %.2f ms to write\n",
                static_cast<double>(all.longest_read.count()) / 1e6,
                static_cast<double>(all.longest_write.count()) / 1e6);

    if (all.wrong != 0 || shared.first != all.writes || shared.second != all.writes) {
        std::printf("WRONG: %ld torn reads, %ld and %ld of %ld writes counted\n", all.wrong,
                    shared.first, shared.second, all.writes);
        return 1;
    }
}
