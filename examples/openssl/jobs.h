/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a thread does over and over: one call into OpenSSL, and a look at what came out. */
#ifndef OPENSSL_JOBS_H
#define OPENSSL_JOBS_H

#include <openssl/opensslv.h>
#include <openssl/x509.h>
#include <stdbool.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "this needs OpenSSL 3.0 or newer, which looks its algorithms up at run time"
#endif

/* A key and a certificate for it that signs itself, made when the program starts. */
struct identity {
    EVP_PKEY *key;
    X509 *certificate;
    unsigned char *der;
    int der_length;
};

extern struct identity identity;

/* Keeps the key, which may be NULL if there was none to be had. */
bool make_identity(EVP_PKEY *key);

struct job {
    const char *name;
    /* Before there are threads; may be NULL. */
    bool (*prepare)(void);
    /* By any number of threads at once. False if anything in the result was wrong. */
    bool (*once)(void);
    /*
     * Whether it takes no lock for writing once it has been done. A child of fork can then do
     * it even if the other threads were in the middle of it; a write lock of theirs would stay
     * locked in the child for ever.
     */
    bool reads_only;
};

extern const struct job decode, fetch, handshake;

#endif
