/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Several copies of the library in one process that is not linked with it:
 * plugins that bring the archive, and one that uses the shared library. All
 * work on one lock of each sort, and go on when a copy is unloaded.
 *
 * plugin_host ARCHIVE_PLUGIN OTHER_ARCHIVE_PLUGIN SHARED_PLUGIN
 */
#include <dlfcn.h>

#include "check.h"

#define ROUNDS 3000

/* A rswlock_t, which this program does not know. */
struct blocking {
    uint64_t bytes[7];
};

typedef int (*contend_t)(uint64_t *lock, unsigned long *counter, unsigned rounds);
typedef int (*share_t)(struct blocking *lock, unsigned long *counter, unsigned rounds);

struct plugin {
    void *handle;
    contend_t contend;
    share_t share;
};

static uint64_t lock;
static struct blocking blocking;
static unsigned long counter, shared_counter;

static struct plugin load(const char *path)
{
    struct plugin plugin;

    plugin.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin.handle == NULL)
        fprintf(stderr, "%s\n", dlerror());
    CHECK(plugin.handle != NULL);
    void *contend = dlsym(plugin.handle, "plugin_contend");
    CHECK(contend != NULL);
    memcpy(&plugin.contend, &contend, sizeof(contend));
    void *share = dlsym(plugin.handle, "plugin_share");
    CHECK(share != NULL);
    memcpy(&plugin.share, &share, sizeof(share));
    return plugin;
}

static void *use(void *plugin)
{
    CHECK(((struct plugin *)plugin)->contend(&lock, &counter, ROUNDS) == 0);
    CHECK(((struct plugin *)plugin)->share(&blocking, &shared_counter, ROUNDS) == 0);
    return NULL;
}

int main(int count, char **arguments)
{
    struct plugin plugins[3];
    pthread_t threads[3];
    unsigned long expected = 0;

    CHECK(count == 4);
    for (int i = 0; i < 3; i++)
        plugins[i] = load(arguments[i + 1]);
    /* All three, then without the first, then the last alone. */
    for (int first = 0; first < 3; first++) {
        for (int i = first; i < 3; i++)
            threads[i] = start(use, &plugins[i]);
        for (int i = first; i < 3; i++) {
            join(threads[i]);
            expected += ROUNDS;
        }
        CHECK_EQ(counter, expected);
        CHECK_EQ(shared_counter, expected);
        CHECK_EQ(lock, 0);
        CHECK(dlclose(plugins[first].handle) == 0);
    }
    /* And one comes back. */
    plugins[0] = load(arguments[1]);
    use(&plugins[0]);
    CHECK_EQ(counter, expected + ROUNDS);
    CHECK_EQ(shared_counter, expected + ROUNDS);
    CHECK_EQ(lock, 0);
    puts("plugin: ok");
    return 0;
}
