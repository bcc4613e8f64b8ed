/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "jobs.h"

#include <openssl/evp.h>
#include <string.h>

/* An RSA key is lighter to decode than a point on a curve, so more of the time is spent around the locks. */
static bool prepare(void)
{
    return make_identity(EVP_RSA_gen(2048));
}

/* What either end of a TLS connection does with the certificate of the other. */
static bool decode_once(void)
{
    const unsigned char *der = identity.der;
    X509 *certificate = d2i_X509(NULL, &der, identity.der_length);
    EVP_PKEY *key = certificate != NULL ? X509_get_pubkey(certificate) : NULL;
    bool right = key != NULL && der == identity.der + identity.der_length &&
                 EVP_PKEY_eq(key, identity.key) == 1;

    EVP_PKEY_free(key);
    X509_free(certificate);
    return right;
}

const struct job decode = {"decode", prepare, decode_once, false};

static bool fetch_once(void)
{
    /* FIPS 180-4, the example of one block. */
    static const unsigned char expected[] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
    };
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    EVP_MD *sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    bool right = sha256 != NULL && EVP_Digest("abc", 3, digest, &length, sha256, NULL) == 1 &&
                 length == sizeof(expected) && memcmp(digest, expected, length) == 0;

    EVP_MD_free(sha256);
    return right;
}

const struct job fetch = {"fetch", NULL, fetch_once, true};
