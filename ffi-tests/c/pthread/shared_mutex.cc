// SPDX-License-Identifier: MIT OR Apache-2.0
// std::shared_mutex and std::shared_timed_mutex, which libstdc++ builds on
// pthread's locks: exclusion, deadlines by each of C++'s clocks, errors.
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#include "setup.h"

using namespace std::chrono_literals;

namespace {

constexpr int crowd = 6;
constexpr int rounds = 3000;

template <typename Mutex>
constexpr bool has_time = std::is_same<Mutex, std::shared_timed_mutex>::value;

struct Ledger {
    unsigned long left = 0;
    char apart[256];
    unsigned long right = 0;

    void change() { look(), ++left, ++right; }
    void look() const { CHECK(left == right); }
};

template <typename Mutex> bool take(Mutex &mutex, int way)
{
    if constexpr (has_time<Mutex>) {
        if (way % 8 == 5)
            return mutex.try_lock_for(100us);
        if (way % 8 == 7)
            return mutex.try_lock_until(std::chrono::system_clock::now() + 50us);
    }
    if (way % 2)
        return mutex.try_lock();
    mutex.lock();
    return true;
}

template <typename Mutex> bool take_shared(Mutex &mutex, int way)
{
    if constexpr (has_time<Mutex>) {
        if (way % 8 == 5)
            return mutex.try_lock_shared_for(100us);
        if (way % 8 == 7)
            return mutex.try_lock_shared_until(std::chrono::system_clock::now() + 50us);
    }
    if (way % 2)
        return mutex.try_lock_shared();
    mutex.lock_shared();
    return true;
}

template <typename Mutex> void exclude()
{
    Mutex mutex;
    Ledger ledger;
    std::atomic<unsigned long> changes{ 0 };
    std::vector<std::thread> threads;

    for (int seed = 0; seed < crowd; seed++)
        threads.emplace_back([&, seed] {
            for (int round = 0; round < rounds; round++) {
                int way = round * 3 + seed;

                if (way % 4 == 0 ? take(mutex, round) : take_shared(mutex, round)) {
                    if (way % 4 == 0) {
                        ledger.change();
                        changes++;
                        mutex.unlock();
                    } else {
                        ledger.look();
                        mutex.unlock_shared();
                    }
                }
            }
        });
    for (auto &thread : threads)
        thread.join();
    CHECK_EQ(ledger.left, changes);
    CHECK(changes > 0);
}

template <typename Mutex> void refuse()
{
    Mutex mutex;
    std::lock_guard<Mutex> writing(mutex);
    bool refused = false;

    // The one error that lock() turns into an exception.
    try {
        mutex.lock();
    } catch (const std::system_error &error) {
        refused = error.code() == std::errc::resource_deadlock_would_occur;
    }
    CHECK(refused);
    CHECK(!mutex.try_lock());
    CHECK(!mutex.try_lock_shared());
}

template <typename Clock> void time_out()
{
    std::shared_timed_mutex mutex;
    std::lock_guard<std::shared_timed_mutex> writing(mutex);

    std::thread([&] {
        auto until = Clock::now() + 15ms;
        CHECK(!mutex.try_lock_until(until));
        CHECK(Clock::now() >= until);
        until = Clock::now() + 15ms;
        CHECK(!mutex.try_lock_shared_until(until));
        CHECK(Clock::now() >= until);
        /* Not before the clock's zero, which may have been minutes ago. */
        CHECK(!mutex.try_lock_until(Clock::now() - 1ms));
    }).join();
}

} // namespace

int main()
{
    setup();
    exclude<std::shared_mutex>();
    exclude<std::shared_timed_mutex>();
    refuse<std::shared_mutex>();
    refuse<std::shared_timed_mutex>();
    time_out<std::chrono::steady_clock>();
    time_out<std::chrono::system_clock>();
    puts("shared_mutex: ok");
    return 0;
}
