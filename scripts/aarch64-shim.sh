# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154
#
# The drop-in under qemu: the programs of ffi-tests/c/pthread with a cross-built
# librswlock_pthread.so preloaded. To be sourced by scripts/aarch64, whose
# variables tools and qemu this uses.

pthread_programs=ffi-tests/c/pthread

# What qemu's emulation of user programs has no room for.
declare -A left_out=(
  [forks]="qemu fails when a program forks while its other threads run"
  [no_resources]="qemu does not limit the address space of what it runs"
  [sandbox]="qemu does not pass on seccomp filters"
)
# Parts of the programs wrapped and late_host.
objects=(late wrapper)
# Takes the whole of 2^28 read locks: once for each form is enough.
longest=overflow

# Builds all of them, for every form of the drop-in: OUT
build_shim_programs() {
  local out=$1 source name
  local common=(-D_GNU_SOURCE -O2 -pthread -fPIC -Wall -Wextra -Werror)
  local c=("${tools}gcc" -std=c11 "${common[@]}")
  local cxx=("${tools}g++" -std=c++17 "${common[@]}" "-Wl,-rpath,$out")
  rm -rf -- "$out"
  mkdir -p "$out"
  shim_programs=()
  for name in "${objects[@]}"; do
    "${c[@]}" -shared "$pthread_programs/$name.c" -o "$out/$name.so"
  done
  for source in "$pthread_programs"/*.c; do
    name=$(basename "$source" .c)
    if [[ " ${objects[*]} ${!left_out[*]} " == *" $name "* ]]; then continue; fi
    "${c[@]}" "$source" -o "$out/$name"
    shim_programs+=("$name")
  done
  for source in "$pthread_programs"/*.cc "$pthread_programs"/layout.c; do
    name=$(basename "${source%.c*}")-cxx
    if have "${tools}g++"; then
      # Where qemu's programs look, there may be no libraries of C++.
      cp "$("${tools}g++" -print-file-name=libstdc++.so.6)" \
        "$("${tools}g++" -print-file-name=libgcc_s.so.1)" "$out"
      "${cxx[@]}" -x c++ "$source" -o "$out/$name"
      shim_programs+=("$name")
    else
      left_out[$name]="no ${tools}g++"
    fi
  done
  for name in "${!left_out[@]}"; do
    echo "skipped: $name under qemu: ${left_out[$name]}"
  done
}

# with_shim SHIM OUT CPU PRELOADED PROGRAM [ARGUMENT...]: what it says goes to
# OUT/PROGRAM.said, and what it complains of to OUT/PROGRAM.errors. Settings of the
# drop-in are passed on.
with_shim() {
  local shim=$1 out=$2 cpu=$3 preloaded=$4 program=$5
  shift 5
  # The program ends itself earlier.
  RSWLOCK_TEST_LIMIT=240 timeout --kill-after=10 300 "${qemu[@]}" -cpu "$cpu" \
    -E LD_PRELOAD="$preloaded" -E RSWLOCK_TEST_SHIM="$shim" \
    "$out/$program" "$@" >"$out/$program.said" 2>"$out/$program.errors" </dev/null
}

# The same for any of the programs, and a judgement.
run_shim_program() {
  local shim=$1 out=$2 cpu=$3 program=$4 bias=$5 status=0 preloaded=$1
  local arguments=()
  case $program in
  wrapped) preloaded=$out/wrapper.so:$shim ;;
  late_host) arguments=("$out/late.so") ;;
  # Without the part that forks.
  slots) arguments=("$bias" nofork) ;;
  esac
  RSWLOCK_BIAS=$bias with_shim "$shim" "$out" "$cpu" "$preloaded" "$program" "${arguments[@]}" || status=$?
  # It may only say what it skipped.
  if [ "$status" -eq 0 ] && ! grep -qv '^skipped: ' "$out/$program.errors"; then return; fi
  cat "$out/$program.said" "$out/$program.errors"
  echo "$program with the drop-in fails on $cpu with status $status"
  return 1
}

# One that loses its first attempts to the processor's spurious failures is not
# to fall asleep for that: the drop-in knows that this is Arm.
check_defaults() {
  local shim=$1 out=$2 cpu=$3
  RSWLOCK_VERBOSE=1 with_shim "$shim" "$out" "$cpu" "$shim" waits_once ||
    die "waits_once fails on $cpu when it is to be verbose"
  if [ "$(wc -l <"$out/waits_once.errors")" -ne 1 ] ||
    ! grep -q 'tried 5 times' "$out/waits_once.errors"; then
    die "RSWLOCK_VERBOSE=1 on $cpu says: $(cat "$out/waits_once.errors")"
  fi
}

# run_shim_programs SHIM OUT CPU all|most: as many at a time as there are CPUs
run_shim_programs() {
  local shim=$1 out=$2 cpu=$3 which=$4 program running=0 run=0 failed=0 left=${#left_out[@]}
  for program in "${shim_programs[@]}"; do
    if [ "$which" = most ] && [ "$program" = "$longest" ]; then
      echo "$program has run on another processor, and takes long"
      left=$((left + 1))
      continue
    fi
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    run_shim_program "$shim" "$out" "$cpu" "$program" auto &
    running=$((running + 1)) run=$((run + 1))
  done
  for (( ; running > 0; running--)); do wait -n || failed=1; done
  [ "$failed" -eq 0 ] || exit 1
  # Those that use both ways in most, with readers in slots from the first on.
  for program in slots exclusion strangers; do
    run_shim_program "$shim" "$out" "$cpu" "$program" on || exit 1
  done
  check_defaults "$shim" "$out" "$cpu"
  # What they left out themselves; each says it on every processor.
  cat "$out"/*.errors | grep '^skipped: ' | sort -u || true
  echo "$run programs with the drop-in passed, $left skipped"
}
