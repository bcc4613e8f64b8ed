# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Builds, installs and tests rswlock for C and C++ programs. Rust programs
# take the crate by Cargo and need none of this. `make help` lists the targets.

# Where `make install` puts things. DESTDIR goes in front of every path that is
# written, and appears in none of the installed files.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DESTDIR ?=

CARGO ?= cargo
# PROFILE=dev builds the library with its checks of lock pointers.
PROFILE ?= release
# A cross build names a Rust target and the prefix of the C tools for it:
# make CARGO_BUILD_TARGET=aarch64-unknown-linux-gnu CROSS_COMPILE=aarch64-linux-gnu-
CARGO_BUILD_TARGET ?=
CROSS_COMPILE ?=
# Without -outline-atomics, rustc would call helpers named __aarch64_* which a
# static library must then bring along, and so would hand to the whole program.
AARCH64_FEATURES ?= -outline-atomics

# LD and AR have values inside make, which `?=` would not replace.
ifeq ($(origin LD),default)
LD := $(CROSS_COMPILE)ld
endif
ifeq ($(origin AR),default)
AR := $(CROSS_COMPILE)ar
endif
OBJCOPY ?= $(CROSS_COMPILE)objcopy
READELF ?= $(CROSS_COMPILE)readelf

# Cargo.toml is the one place that states the version. The number in the soname
# is the ABI's: it changes when programs linked before stop working.
VERSION := $(shell sed -n '/^\[package\]/,/^$$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SOVERSION := 0

TARGET_DIR := $(abspath $(or $(CARGO_TARGET_DIR),target))
TARGET_OUT := $(TARGET_DIR)$(addprefix /,$(CARGO_BUILD_TARGET))
OUT := $(TARGET_OUT)/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))
STAGE ?= $(TARGET_OUT)/$(if $(filter dev,$(PROFILE)),stage-debug,stage)
ARCH := $(or $(firstword $(subst -, ,$(CARGO_BUILD_TARGET))),$(shell uname -m))

SHARED := $(OUT)/librswlock.so
# What rustc leaves, and what is installed in its place.
RAW_STATIC := $(OUT)/librswlock.a
STATIC := $(OUT)/prelinked/librswlock.a
SHIM := $(OUT)/librswlock_pthread.so
SOURCES := $(shell find src -name '*.rs') $(wildcard build.rs Cargo.toml Cargo.lock)
HEADERS = $(shell cd include && find . -name '*.h')
MANUALS := $(notdir $(wildcard man/*.7))

RUSTC_ARGS = --remap-path-prefix='$(CURDIR)'=. -C link-arg=-Wl,-z,defs \
	$(if $(CROSS_COMPILE),-C linker='$(CROSS_COMPILE)gcc')

.PHONY: all test demo demo-programs bench bench-servers install uninstall clean stage help FORCE
.DELETE_ON_ERROR:

all: $(SHARED) $(STATIC) $(SHIM)

# Cargo knows better than make what is out of date (flags, toolchain), so it is
# asked each time; but not for `make install`, which may run as another user
# who has no Cargo.
ifneq ($(filter all stage,$(or $(MAKECMDGOALS),all)),)
$(SHARED) $(RAW_STATIC) $(SHIM): FORCE
endif
FORCE:

# The arguments above go to the last crate alone. These have to reach the crate
# that the drop-in is built on as well.
ifeq ($(ARCH),aarch64)
$(SHARED) $(RAW_STATIC) $(SHIM): export RUSTFLAGS := $(RUSTFLAGS) -C target-feature=$(AARCH64_FEATURES)
endif

CARGO_RUSTC = $(CARGO) rustc --quiet --locked --profile $(PROFILE) --target-dir '$(TARGET_DIR)' \
	$(if $(CARGO_BUILD_TARGET),--target $(CARGO_BUILD_TARGET))

# Shared objects stay in the process once they are there: locks may be biased with
# a table that is theirs (src/bias).
STAYS = -C link-arg=-Wl,-z,nodelete

$(SHARED): $(SOURCES)
	$(CARGO_RUSTC) --package rswlock --features capi --lib --crate-type cdylib -- \
		$(RUSTC_ARGS) $(STAYS) -C link-arg=-Wl,-soname,librswlock.so.$(SOVERSION)

# Whatever it becomes part of may be unloaded.
$(RAW_STATIC): $(SOURCES)
	$(CARGO_RUSTC) --package rswlock --features capi,unloadable --lib --crate-type staticlib -- \
		$(RUSTC_ARGS)

# Preloaded by its path, so it has no version.
$(SHIM): $(SOURCES) $(shell find pthread -name '*.rs') pthread/Cargo.toml
	$(CARGO_RUSTC) --package rswlock-pthread --lib -- \
		$(RUSTC_ARGS) $(STAYS) -C link-arg=-Wl,-soname,librswlock_pthread.so

$(STATIC): $(RAW_STATIC) scripts/prelink
	LD='$(LD)' AR='$(AR)' OBJCOPY='$(OBJCOPY)' READELF='$(READELF)' scripts/prelink '$(RAW_STATIC)' '$@'

install: $(SHARED) $(STATIC) $(SHIM)
	install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)'
	install -m 755 '$(SHARED)' '$(DESTDIR)$(LIBDIR)/librswlock.so.$(VERSION)'
	ln -sf librswlock.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/librswlock.so.$(SOVERSION)'
	ln -sf librswlock.so.$(SOVERSION) '$(DESTDIR)$(LIBDIR)/librswlock.so'
	install -m 644 '$(STATIC)' '$(DESTDIR)$(LIBDIR)/librswlock.a'
	install -m 755 '$(SHIM)' '$(DESTDIR)$(LIBDIR)/librswlock_pthread.so'
	for h in $(HEADERS); do \
		install -D -m 644 "include/$$h" '$(DESTDIR)$(INCLUDEDIR)'/"$$h" || exit; \
	done
	install -d '$(DESTDIR)$(MANDIR)/man7'
	install -m 644 $(MANUALS:%=man/%) '$(DESTDIR)$(MANDIR)/man7'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
		-e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|' \
		pkgconfig/rswlock.pc.in >'$(DESTDIR)$(LIBDIR)/pkgconfig/rswlock.pc'
	chmod 644 '$(DESTDIR)$(LIBDIR)/pkgconfig/rswlock.pc'
	@# Only a real installation by root may touch the machine's loader cache.
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then \
		ldconfig; \
	fi

uninstall:
	rm -f '$(DESTDIR)$(LIBDIR)/librswlock.a' '$(DESTDIR)$(LIBDIR)/librswlock_pthread.so' \
		'$(DESTDIR)$(LIBDIR)/librswlock.so' \
		'$(DESTDIR)$(LIBDIR)/librswlock.so.$(SOVERSION)' \
		'$(DESTDIR)$(LIBDIR)/librswlock.so.$(VERSION)' \
		'$(DESTDIR)$(LIBDIR)/pkgconfig/rswlock.pc' $(MANUALS:%='$(DESTDIR)$(MANDIR)/man7/%')
	for h in $(HEADERS); do rm -f '$(DESTDIR)$(INCLUDEDIR)'/"$$h"; done
	if [ -d '$(DESTDIR)$(INCLUDEDIR)/rswlock' ]; then \
		find '$(DESTDIR)$(INCLUDEDIR)/rswlock' -depth -type d -empty -delete; \
	fi

# An installation inside the build folder, for the C tests, demo and benchmark:
# PKG_CONFIG_PATH=target/stage/usr/lib/pkgconfig pkg-config --define-prefix ...
stage: all
	@$(MAKE) --no-print-directory --silent install DESTDIR='$(STAGE)' \
		PREFIX=/usr LIBDIR=/usr/lib INCLUDEDIR=/usr/include MANDIR=/usr/share/man

# What the scripts start is to use the same tools.
test check-% demo bench bench-servers: export CARGO := $(CARGO)
test check-% demo bench bench-servers: export CC := $(CC)

test:
	@scripts/test

# One step of the tests: make check-loom
check-%:
	@scripts/test $*

# Where setup may install nothing (status 77), what is there has to do.
EXAMPLES = PKG_CONFIG_PATH='$(STAGE)/usr/lib/pkgconfig' $(MAKE) --no-print-directory -C examples \
	PKG_CONFIG='pkg-config --define-prefix' OUT='$(TARGET_OUT)/examples'
DEMO_PROGRAMS = SHARED_MUTEX='$(TARGET_OUT)/examples/shared_mutex' \
	OPENSSL_THREADS='$(TARGET_OUT)/examples/openssl_threads'
# The examples that are not linked with rswlock, as far as this machine can build them.
demo-programs:
	@if command -v '$(CXX)' >/dev/null; then $(EXAMPLES) --silent shared_mutex; fi
	@if [ -e /usr/include/openssl/ssl.h ]; then $(EXAMPLES) --silent openssl_threads; fi

demo:
	@scripts/setup demo || [ $$? -eq 77 ]
	@$(MAKE) --no-print-directory stage
	@$(MAKE) --no-print-directory demo-programs
	@$(DEMO_PROGRAMS) scripts/demo '$(STAGE)/usr/lib/librswlock_pthread.so'
	@echo
	@echo '4. Two C programs that use rswlock itself: examples/hello.c and examples/cache.'
	@echo
	@$(EXAMPLES) --silent run

# BENCH_ARGS='--quick' and the like; see benches/README.md.
bench:
	@scripts/setup bench || [ $$? -eq 77 ]
	@$(MAKE) --no-print-directory stage
	$(CARGO) build --release --locked --package rswlock-bench --package rswlock-bench-parking-lot
	$(CARGO) run --release --locked --package rswlock-bench -- $(BENCH_ARGS)

# Real servers with the drop-in. SERVERS_ARGS='-r 3 haproxy' and the like.
bench-servers:
	@scripts/setup servers || [ $$? -eq 77 ]
	@$(MAKE) --no-print-directory stage
	@$(MAKE) --no-print-directory demo-programs
	@$(DEMO_PROGRAMS) scripts/measure-servers -p '$(STAGE)/usr/lib/librswlock_pthread.so' $(SERVERS_ARGS)

clean:
	$(CARGO) clean --target-dir '$(TARGET_DIR)'

help:
	@echo 'make              build librswlock.so, librswlock.a and librswlock_pthread.so'
	@echo 'make install      install under PREFIX ($(PREFIX)); DESTDIR, LIBDIR, INCLUDEDIR, MANDIR'
	@echo 'make uninstall    remove what install put there'
	@echo 'make stage        install into $(STAGE)'
	@echo 'make test         install the tools needed, then run every check'
	@echo 'make check-NAME   run one check:'
	@scripts/test --list | sed 's/^/                    /'
	@echo 'make demo         show the drop-in at work in other programs, and run the examples'
	@echo 'make bench        measure the locks against others; BENCH_ARGS=--help'
	@echo 'make bench-servers  measure real programs with the drop-in; SERVERS_ARGS='
	@echo 'make clean        remove the build folder'
