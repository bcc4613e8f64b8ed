// SPDX-License-Identifier: MIT OR Apache-2.0
// C++ objects with locks in them whose constructors and destructors use them:
// static, thread_local, and thread_local of a thread that ends by itself.
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "setup.h"

namespace {

int alive;

struct Guarded {
    std::shared_mutex mutex;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

    Guarded() { use(1); }
    ~Guarded() { use(-1); }

    void use(int change)
    {
        std::unique_lock<std::shared_mutex> writing(mutex);
        if (mutex.try_lock_shared() || pthread_rwlock_rdlock(&lock) != 0)
            abort();
        __atomic_fetch_add(&alive, change, __ATOMIC_SEQ_CST);
        writing.unlock();
        std::shared_lock<std::shared_mutex> reading(mutex);
        if (pthread_rwlock_unlock(&lock) != 0)
            abort();
    }
};

Guarded before_main;
thread_local Guarded per_thread;

// Destroyed after before_main would be too late to look; so look at exit.
__attribute__((destructor)) void nothing_is_left()
{
    if (alive != 0)
        abort();
}

} // namespace

int main()
{
    setup();
    CHECK_EQ(alive, 1);
    per_thread.use(0);
    CHECK_EQ(alive, 2);
    std::thread([] {
        per_thread.use(0);
        CHECK_EQ(alive, 3);
    }).join();
    CHECK_EQ(alive, 2);
    std::thread([] {
        static Guarded once;
        per_thread.use(0);
        pthread_exit(nullptr);
    }).join();
    CHECK_EQ(alive, 3);
    puts("objects: ok");
    return 0;
}
