# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154
#
# An haproxy that answers over TLS 1.3, for both ends of such a connection; to be
# sourced after lib.sh.

# Into $work/haproxy.cfg, listening at $port. Every handshake is a full one: those
# are what take libcrypto's locks, hundreds of times each.
haproxy_config() {
  openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 30 \
    -keyout "$work/key.pem" -out "$work/certificate.pem" 2>"$work/openssl.log" ||
    fail "openssl made no certificate"
  cat "$work/certificate.pem" "$work/key.pem" >"$work/both.pem"
  free_port
  cat >"$work/haproxy.cfg" <<END
global
  nbthread 4
  tune.ssl.cachesize 0
defaults
  mode http
  timeout client 5s
  timeout connect 5s
  timeout server 5s
frontend tls
  bind 127.0.0.1:$port ssl crt $work/both.pem no-tls-tickets ssl-min-ver TLSv1.3
  http-request return status 200 content-type text/plain string "ok"
END
}
