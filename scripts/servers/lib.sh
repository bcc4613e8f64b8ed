# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034
#
# What the scripts in this folder share; to be sourced. Each of them runs one
# program under load on the loopback interface, with glibc's locks or with the
# drop-in preloaded:
#
#   scripts/servers/NAME SECONDS [SHIM]
#
# and prints one line: operations done, operations a second, microseconds of CPU
# time that the program took for one. It fails, with the reason, if a request
# failed or a query was lost, if the program did not end as it should, or if it
# had not really loaded the drop-in. Nothing is left behind.
#
# shellcheck source=scripts/common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../common.sh"

# Servers lie where only root's shell looks for commands.
PATH=$PATH:/usr/sbin:/sbin
[ $# -ge 1 ] || die "usage: ${0##*/} SECONDS [SHIM]"
seconds=$1
shim=${2:+$(realpath -e -- "$2")}
# Seconds for a program to get ready, or to end.
patience=20

work=$(mktemp -d)
started=()
clean_up() {
  if [ ${#started[@]} -gt 0 ]; then
    kill -KILL "${started[@]}" 2>/dev/null || true
    wait "${started[@]}" 2>/dev/null || true
  fi
  rm -rf -- "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

need() {
  local program
  for program; do have "$program" || missing "no $program"; done
}

# fail REASON [LOG]: what the programs have said, then the reason.
fail() {
  tail -n 5 -- "$work"/*.log 2>/dev/null || true
  die "$1"
}

# Into $port, a port of the loopback interface that nobody uses. Another process
# could take it before we do; few enough do in this range, below the kernel's own.
free_port() {
  local attempt hex
  for attempt in {1..100}; do
    port=$((20000 + RANDOM % 12000))
    printf -v hex ':%04X ' "$port"
    if ! grep -qsF -- "$hex" /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6; then
      return
    fi
  done
  die "no free port after $attempt attempts"
}

# A process in the background, with glibc's locks.
start_beside() {
  "$@" >"$work/${1##*/}-beside.log" 2>&1 </dev/null &
  started+=($!)
}

# The program that is looked at; $server is its process.
start() {
  local preload=()
  if [ -n "$shim" ]; then preload=(LD_PRELOAD="$shim"); fi
  env "${preload[@]}" "$@" >"$work/${1##*/}.log" 2>&1 </dev/null &
  server=$!
  started+=("$server")
}

running() { kill -0 "$server" 2>/dev/null; }

# wait_until COMMAND...: until it succeeds, as long as all that was started runs.
wait_until() {
  local deadline=$((SECONDS + patience)) process
  until "$@" >/dev/null 2>&1; do
    for process in "${started[@]}"; do
      kill -0 "$process" 2>/dev/null || fail "a program ended at once"
    done
    [ "$SECONDS" -lt "$deadline" ] || fail "not ready after $patience s: $*"
    sleep 0.05
  done
}
accepts() { : </dev/tcp/127.0.0.1/"$1"; }

# A preload that the loader did not find is only a line on standard error.
check_mapped() {
  [ -z "$shim" ] || grep -qF -- "$shim" "/proc/$server/maps" || fail "$shim is not loaded"
}

# Microseconds of CPU time that $server has used.
cpu_time() {
  local ticks
  ticks=$(sed 's/.*) //' "/proc/$server/stat" | awk '{ print $12 + $13 }')
  echo $((ticks * 1000000 / $(getconf CLK_TCK)))
}

# expect_end WITHIN STATUS...: $server ends within so many seconds, in one of
# these ways.
expect_end() {
  local within=$1 deadline=$((SECONDS + $1)) status=0
  shift
  while running; do
    [ "$SECONDS" -lt "$deadline" ] || fail "still there after $within s"
    sleep 0.05
  done
  wait "$server" || status=$?
  [[ " $* " = *" $status "* ]] || fail "ended with status $status instead of $*"
}

# stop STATUS...: asks $server to end. 143 stands for a program that leaves
# SIGTERM to the system.
stop() {
  check_mapped
  kill -TERM "$server" 2>/dev/null || fail "ended before it was asked to"
  expect_end "$patience" "$@"
}

# report OPERATIONS PER_SECOND CPU_TIME
report() {
  # One that answered next to nothing has not been tested.
  awk -v n="$1" 'BEGIN { exit !(n >= 100) }' || fail "only $1 operations"
  awk -v n="$1" -v rate="$2" -v cpu="$3" 'BEGIN { printf "%d %.1f %.2f\n", n, rate, cpu / n }'
}
