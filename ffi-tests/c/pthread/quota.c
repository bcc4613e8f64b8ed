/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Under a CPU quota, as containers have: the kernel stops all threads of the
 * group together for most of each period, whoever holds the lock. A crowd gets
 * its work done all the same, and waiters behind one that stays inside leave the
 * quota to it.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "actor.h"

#define PERIOD_US 20000
#define QUOTA_US 4000 /* 20 % of one CPU */
#define CROWD 8
#define ROUNDS 300
#define WAITERS 16
#define STAYS_MS 800
/* What the quota gives in that time is 160 ms. */
#define ALLOWED_MS 60

static char group[PATH_MAX];
static pthread_rwlock_t lock;
static struct {
    unsigned long left;
    char apart[256];
    unsigned long right;
} ledger;

/* Says whether the file could be written; not being allowed to is no failure. */
static bool put(const char *folder, const char *file, const char *text)
{
    char path[PATH_MAX + 64];
    int descriptor;
    bool written;

    snprintf(path, sizeof(path), "%s/%s", folder, file);
    descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    written = write(descriptor, text, strlen(text)) == (ssize_t)strlen(text);
    close(descriptor);
    return written;
}

static bool has(const char *folder, const char *file)
{
    char path[PATH_MAX + 64];

    snprintf(path, sizeof(path), "%s/%s", folder, file);
    return access(path, F_OK) == 0;
}

/* Where this process is in the hierarchy with that line in /proc/self/cgroup:
 * "0:" in version 2, and one that names the controller in version 1. */
static bool own_group(const char *mark, const char *root, char *folder, size_t size)
{
    FILE *file = fopen("/proc/self/cgroup", "r");
    char line[PATH_MAX];
    bool found = false;

    if (file == NULL)
        return false;
    while (!found && fgets(line, sizeof(line), file) != NULL) {
        char *path = strrchr(line, ':');

        if (path == NULL || strstr(line, mark) == NULL)
            continue;
        path[strcspn(path, "\n")] = '\0';
        path += strcmp(path, ":/") == 0 ? 2 : 1;
        found = snprintf(folder, size, "%s%s", root, path) < (int)size;
    }
    fclose(file);
    return found;
}

/* A group below that one, in version 2 or 1, with the quota. */
static bool limit_group_below(const char *parent)
{
    char number[32];

    /* A name of its own: programs may run side by side. */
    if (snprintf(group, sizeof(group), "%s/rswlock-%d", parent, getpid()) >= (int)sizeof(group) ||
        !has(parent, "cgroup.procs") || mkdir(group, 0755) != 0)
        return false;
    snprintf(number, sizeof(number), "%d %d", QUOTA_US, PERIOD_US);
    if (put(group, "cpu.max", number))
        return true;
    snprintf(number, sizeof(number), "%d", PERIOD_US);
    if (put(group, "cpu.cfs_period_us", number)) {
        snprintf(number, sizeof(number), "%d", QUOTA_US);
        if (put(group, "cpu.cfs_quota_us", number))
            return true;
    }
    rmdir(group);
    return false;
}

/* False if we may not. In version 2 a group below the one that we are in often
 * cannot have a quota, but one below the root can. */
static bool make_limited_group(void)
{
    static const struct {
        const char *mark, *root;
    } hierarchies[] = {
        { "0::", "/sys/fs/cgroup" },         { "0::", "/sys/fs/cgroup/unified" },
        { ":cpu:", "/sys/fs/cgroup/cpu" },   { ":cpu,", "/sys/fs/cgroup/cpu,cpuacct" },
        { ",cpu:", "/sys/fs/cgroup/cpu" },
    };
    char parent[PATH_MAX];

    for (size_t i = 0; i < sizeof(hierarchies) / sizeof(*hierarchies); i++) {
        const char *root = hierarchies[i].root;

        if (own_group(hierarchies[i].mark, root, parent, sizeof(parent)) &&
            (limit_group_below(parent) || limit_group_below(root)))
            return true;
    }
    return false;
}

/* Fails while the dead are not quite gone. */
static void remove_group(void)
{
    for (int i = 0; rmdir(group) != 0; i++) {
        CHECK(errno == EBUSY && i < 5000);
        sleep_ms(1);
    }
}

static void *work(void *number)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        enum call call = (enum call)((round * 5 + (unsigned)(uintptr_t)number) % UNLOCK);
        struct timespec until = after_ms(CLOCK_REALTIME, 100000);
        int answer = perform(call, &lock, CLOCK_REALTIME, &until);

        if (answer != 0) {
            CHECK(is_try(call));
            CHECK_EQ(answer, EBUSY);
            continue;
        }
        CHECK(ledger.left == ledger.right);
        if (!is_read(call))
            ledger.left++;
        /* Some 20 us of work: often enough, the time is up inside. */
        for (uint64_t end = now_ns() + 20000; now_ns() < end;)
            continue;
        if (!is_read(call))
            ledger.right++;
        CHECK(ledger.left == ledger.right);
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    }
    return NULL;
}

static void crowd_works(int kind)
{
    pthread_t threads[CROWD];

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    for (uintptr_t i = 0; i < CROWD; i++)
        threads[i] = start(work, (void *)i);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    check_free(&lock);
}

static void *wait_once(void *number)
{
    CHECK_EQ(perform((uintptr_t)number % 2 ? RDLOCK : WRLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    return NULL;
}

static void waiters_use_little(int kind)
{
    pthread_t threads[WAITERS];
    uint64_t before, used;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), 0);
    /* Counted from the first on: their starts, their spinning, their sleep. */
    before = cpu_ns();
    for (uintptr_t i = 0; i < WAITERS; i++)
        threads[i] = start(wait_once, (void *)i);
    sleep_ms(STAYS_MS);
    used = cpu_ns() - before;
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    for (int i = 0; i < WAITERS; i++)
        join(threads[i]);
    check_free(&lock);
    if (used > ms(ALLOWED_MS)) {
        fprintf(stderr, "%d waiters used %" PRIu64 " us in %d ms\n", WAITERS, used / 1000, STAYS_MS);
        _exit(1);
    }
}

static void under_quota(int kind)
{
    char number[16];

    snprintf(number, sizeof(number), "%d", getpid());
    CHECK(put(group, "cgroup.procs", number));
    crowd_works(kind);
    waiters_use_little(kind);
}

/* How often the group was stopped because its time was up. */
static unsigned long times_stopped(void)
{
    char path[PATH_MAX + 16], line[128];
    unsigned long times = 0;
    FILE *file;

    snprintf(path, sizeof(path), "%s/cpu.stat", group);
    file = fopen(path, "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof(line), file) != NULL)
        sscanf(line, "nr_throttled %lu", &times);
    fclose(file);
    return times;
}

int main(void)
{
    int status = 0;

    setup();
    if (!make_limited_group()) {
        skipped("a CPU quota", "no control group can be made, or not with a quota");
        puts("quota: ok");
        return 0;
    }
    for (int kind = 0; kind < 3 && status == 0; kind++) {
        pid_t child = fork_child();

        if (child == 0) {
            under_quota(kind);
            _exit(0);
        }
        CHECK(waitpid(child, &status, 0) == child);
    }
    unsigned long stopped = times_stopped();
    remove_group();
    CHECK_EQ(status, 0);
    /* Else the quota was none. */
    CHECK(stopped > 0);
    puts("quota: ok");
    return 0;
}
