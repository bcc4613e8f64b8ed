# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154
#
# The example program examples/openssl, whose threads share OpenSSL's locks and need
# no other program; to be sourced after lib.sh. OPENSSL_THREADS names it, once built.

: "${OPENSSL_THREADS:=$target_dir/examples/openssl_threads}"

# run_openssl MODE [THREADS]: default, a thread for each CPU, two at least.
run_openssl() {
  local threads=${2:-} log=$work/${OPENSSL_THREADS##*/}.log operations rate cpu
  [ -x "$OPENSSL_THREADS" ] || missing "no $OPENSSL_THREADS; make demo builds it where OpenSSL's headers are"
  if [ -z "$threads" ]; then
    threads=$(nproc)
    threads=$((threads > 1 ? threads : 2))
  fi
  start "$OPENSSL_THREADS" "$1" "$seconds" "$threads"
  # It ends by itself.
  expect_end $((seconds + patience)) 0
  [ -z "$shim" ] || grep -qF -- "the locks of $shim" "$log" || fail "$shim is not loaded"
  read -r operations rate cpu < <(
    sed -nE 's/.* ([0-9]+) operations, ([0-9]+) a second, ([0-9.]+) us .*/\1 \2 \3/p' "$log")
  report "$operations" "$rate" "$(awk -v n="$operations" -v cpu="$cpu" 'BEGIN { print n * cpu }')"
}
