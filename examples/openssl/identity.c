/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <openssl/evp.h>
#include <openssl/x509v3.h>

#include "jobs.h"

#define SERIAL 4711
#define SECONDS_OF_A_DAY 86400

struct identity identity;

static bool add_name(X509 *certificate)
{
    X509_NAME *name = X509_get_subject_name(certificate);

    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                                      (const unsigned char *)"localhost", -1, -1, 0) == 1 &&
           X509_set_issuer_name(certificate, name) == 1;
}

bool make_identity(EVP_PKEY *key)
{
    X509 *certificate = X509_new();

    identity.key = key;
    identity.certificate = certificate;
    if (key == NULL || certificate == NULL ||
        X509_set_version(certificate, X509_VERSION_3) != 1 ||
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), SERIAL) != 1 ||
        X509_gmtime_adj(X509_getm_notBefore(certificate), -SECONDS_OF_A_DAY) == NULL ||
        X509_gmtime_adj(X509_getm_notAfter(certificate), SECONDS_OF_A_DAY) == NULL ||
        !add_name(certificate) || X509_set_pubkey(certificate, key) != 1 ||
        X509_sign(certificate, key, EVP_sha256()) == 0) {
        return false;
    }
    identity.der_length = i2d_X509(certificate, &identity.der);
    return identity.der_length > 0;
}
