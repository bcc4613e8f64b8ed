# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034
#
# What the scripts share; to be sourced. Leaves the shell in the repository.
#
# A script that cannot do its work here says so through its exit status:
# 77 if something is missing that scripts/setup installs where it is allowed to,
# 78 if this kind of machine cannot do it at all. The reason is the last line
# that it prints to standard output.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname -- "${BASH_SOURCE[0]}")/.."

# A make started from here is no part of the one that may have started the script.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL

# Programs' output is read here: it must be neither translated nor sorted by locale.
export LC_ALL=C

# Unpacked toolchains and test suites live outside the tree, where `git clean` and `make clean`
# do not reach them.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rswlock
target_dir=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")
: "${CARGO:=cargo}"
# The oldest Rust that the library promises to build with. Setup unpacks one, and
# another with the standard library for aarch64.
msrv=$(sed -n '/^\[package\]/,/^$/s/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv_rust=$cache/rust-$msrv
aarch64_rust=$cache/rust-aarch64
# Other people's tests of read-write locks.
open_posix_suite=$cache/open-posix
glibc_suite=$cache/glibc-tests

missing() { echo "$*"; exit 77; }
cannot() { echo "$*"; exit 78; }
have() { command -v -- "$1" >/dev/null; }
die() { echo "${0##*/}: $*" >&2; exit 1; }
