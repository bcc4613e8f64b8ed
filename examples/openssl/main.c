/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Threads that use OpenSSL, as a server's do. The program knows nothing of rswlock: the locks
 * are those that libcrypto takes inside. It can be run with either:
 *
 *     cc -O2 -std=c11 -pthread *.c -o openssl_threads -lssl -lcrypto
 *     ./openssl_threads decode
 *     LD_PRELOAD=.../librswlock_pthread.so ./openssl_threads decode
 *
 * usage: openssl_threads [-f] [-r] MODE [SECONDS [THREADS]]
 *
 * Each result is looked at; the exit status is 1 if one was wrong, 2 if the program could not
 * do its work, and 3 if it did not come to its end. See README.md beside the examples.
 */
#define _GNU_SOURCE /* dladdr, RTLD_DEFAULT */

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

#define MOST_THREADS 1000
#define MOST_SECONDS 3600

static const struct job *const jobs[] = {&decode, &fetch, &handshake};

/* The file whose read-write locks the process has: the C library, or what was preloaded. */
static const char *locks_of(void)
{
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, "pthread_rwlock_rdlock");

    if (address == NULL || dladdr(address, &info) == 0) {
        unable("no read-write locks in this process");
    }
    return info.dli_fname;
}

static void print_raw(long long wrong)
{
    printf("locks %s\nlibrary %s\nwrong %lld\nwall_ns %lld\n", locks_of(),
           OpenSSL_version(OPENSSL_VERSION), wrong, run.wall_ns);
    for (unsigned i = 0; i < run.threads; i++) {
        printf("thread %lld %lld\n", run.tallies[i].operations, run.tallies[i].cpu_ns);
    }
}

static void print_text(long long wrong)
{
    long long operations = 0, cpu_ns = 0;

    for (unsigned i = 0; i < run.threads; i++) {
        operations += run.tallies[i].operations;
        cpu_ns += run.tallies[i].cpu_ns;
    }
    printf("%s, %u threads: %lld operations, %.0f a second, %.2f us of CPU time each\n",
           run.job->name, run.threads, operations,
           (double)operations * 1e9 / (double)run.wall_ns,
           (double)cpu_ns / 1e3 / (double)(operations > 0 ? operations : 1));
    printf("%s, with the locks of %s\n", OpenSSL_version(OPENSSL_VERSION), locks_of());
    if (wrong != 0) {
        printf("WRONG: %lld results, or children that did not end well\n", wrong);
    }
}

static void usage(void)
{
    fputs("usage: openssl_threads [-f] [-r] MODE [SECONDS [THREADS]]\n"
          "  MODE  decode: an X.509 certificate and its public key\n"
          "        fetch: look SHA-256 up, and hash three bytes\n"
          "        handshake: a TLS 1.3 connection in memory\n"
          "  -f    fork: a child does the same beside; with fetch, many more are forked meanwhile\n"
          "  -r    raw figures, a line for each thread: operations, and ns of CPU time\n",
          stderr);
    exit(UNABLE);
}

static bool read_arguments(int argc, char **argv)
{
    bool raw = false;
    double threads = 8;
    int option;

    run.seconds = 2;
    while ((option = getopt(argc, argv, "fr")) != -1) {
        switch (option) {
        case 'f': run.forks = true; break;
        case 'r': raw = true; break;
        default: usage();
        }
    }
    argc -= optind;
    argv += optind;
    if (argc < 1 || argc > 3) {
        usage();
    }
    for (size_t i = 0; i < sizeof(jobs) / sizeof(*jobs); i++) {
        if (strcmp(argv[0], jobs[i]->name) == 0) {
            run.job = jobs[i];
        }
    }
    if (argc > 1) {
        run.seconds = atof(argv[1]);
    }
    if (argc > 2) {
        threads = atof(argv[2]);
    }
    if (run.job == NULL || !(run.seconds > 0 && run.seconds <= MOST_SECONDS) ||
        !(threads >= 1 && threads <= MOST_THREADS)) {
        usage();
    }
    run.threads = (unsigned)threads;
    return raw;
}

int main(int argc, char **argv)
{
    bool raw = read_arguments(argc, argv);
    long long wrong;

    limit_time();
    if (run.job->prepare != NULL && !run.job->prepare()) {
        unable("OpenSSL makes no certificate, or takes none");
    }
    /* The first time, the library loads and caches what it needs from then on. */
    if (!run.job->once()) {
        unable("wrong with a single thread already");
    }
    wrong = do_run();
    if (raw) {
        print_raw(wrong);
    } else {
        print_text(wrong);
    }
    return wrong == 0 ? RIGHT : WRONG;
}
