/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A TLS 1.3 connection in memory. One thread plays both ends; the contexts, and so the
 * certificate, its key and what the client trusts, are everybody's.
 */
#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <string.h>

#include "jobs.h"

/* Either end needs two or three turns. */
#define TURNS 20

static SSL_CTX *server_context, *client_context;

static SSL_CTX *new_context(const SSL_METHOD *method)
{
    SSL_CTX *context = SSL_CTX_new(method);

    if (context != NULL && SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) != 1) {
        SSL_CTX_free(context);
        context = NULL;
    }
    return context;
}

static bool prepare(void)
{
    /* Signs in a small part of the time that an RSA key takes. */
    if (!make_identity(EVP_EC_gen("P-256"))) {
        return false;
    }
    server_context = new_context(TLS_server_method());
    client_context = new_context(TLS_client_method());
    if (server_context == NULL || client_context == NULL) {
        return false;
    }
    SSL_CTX_set_verify(client_context, SSL_VERIFY_PEER, NULL);
    return SSL_CTX_use_certificate(server_context, identity.certificate) == 1 &&
           SSL_CTX_use_PrivateKey(server_context, identity.key) == 1 &&
           X509_STORE_add_cert(SSL_CTX_get_cert_store(client_context), identity.certificate) == 1;
}

/* Gives an end its side of the pair, which is then freed with it. */
static SSL *new_end(SSL_CTX *context, BIO *side)
{
    SSL *end = SSL_new(context);

    if (end == NULL) {
        BIO_free(side);
        return NULL;
    }
    SSL_set_bio(end, side, side);
    return end;
}

/* True as long as nothing worse happened than that the other end has to go on first. */
static bool advance(SSL *end)
{
    int result = SSL_do_handshake(end);

    return result == 1 || SSL_get_error(end, result) == SSL_ERROR_WANT_READ;
}

static bool meet(SSL *client, SSL *server)
{
    for (int turn = 0; turn < TURNS; turn++) {
        if (!advance(client) || !advance(server)) {
            return false;
        }
        if (SSL_is_init_finished(client) && SSL_is_init_finished(server)) {
            return true;
        }
    }
    return false;
}

static bool say(SSL *from, SSL *to, const char *text, int length)
{
    char heard[16];

    return SSL_write(from, text, length) == length &&
           SSL_read(to, heard, (int)sizeof(heard)) == length &&
           memcmp(heard, text, (size_t)length) == 0;
}

static bool connected(SSL *client, SSL *server)
{
    X509 *peer;

    if (!meet(client, server) || SSL_version(client) != TLS1_3_VERSION) {
        return false;
    }
    peer = SSL_get0_peer_certificate(client);
    return peer != NULL && X509_cmp(peer, identity.certificate) == 0 &&
           SSL_get_verify_result(client) == X509_V_OK && say(client, server, "ask", 3) &&
           say(server, client, "answer", 6);
}

static bool handshake_once(void)
{
    BIO *client_side = NULL, *server_side = NULL;
    SSL *client, *server;
    bool right = false;

    if (BIO_new_bio_pair(&client_side, 0, &server_side, 0) != 1) {
        return false;
    }
    client = new_end(client_context, client_side);
    server = new_end(server_context, server_side);
    if (client != NULL && server != NULL) {
        SSL_set_connect_state(client);
        SSL_set_accept_state(server);
        right = connected(client, server);
    }
    SSL_free(client);
    SSL_free(server);
    return right;
}

const struct job handshake = {"handshake", prepare, handshake_once, false};
