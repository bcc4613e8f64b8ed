# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154
#
# Questions for name servers, and answers; to be sourced after lib.sh.

# A zone in which any name below w.example.test exists.
write_zone() {
  cat >"$work/example.test.zone" <<'END'
$ORIGIN example.test.
$TTL 60
@ SOA ns hostmaster 1 3600 600 86400 60
@ NS ns
ns A 127.0.0.1
*.w A 10.0.0.2
END
}

# Into $work/questions, the same names in the same order each time.
ask_random_names() {
  awk 'BEGIN { srand(1); for (i = 0; i < 60000; i++) printf "r%d.w.example.test A\n", rand() * 1e6 }' \
    >"$work/questions"
}

# A knotd with glibc's locks that serves the zone at $backend.
start_knot() {
  write_zone
  free_port
  backend=$port
  cat >"$work/knot.conf" <<END
server:
  listen: 127.0.0.1@$backend
  rundir: $work
database:
  storage: $work
zone:
  - domain: example.test
    file: $work/example.test.zone
    zonefile-sync: -1
    journal-content: none
END
  start_beside knotd -c "$work/knot.conf"
  wait_until answers "$backend"
}

# Whether the first question is answered at a port.
answers() {
  head -n 1 "$work/questions" >"$work/question"
  dnsperf -s 127.0.0.1 -p "$1" -d "$work/question" -n 1 -t 1 | grep -q 'NOERROR 1 '
}

# load_and_report PORT STATUS...: asks $server for $seconds, and ends it by SIGTERM.
load_and_report() {
  local log=$work/dnsperf.log before used
  before=$(cpu_time)
  timeout $((seconds + patience)) dnsperf -s 127.0.0.1 -p "$1" -d "$work/questions" \
    -l "$seconds" -c 4 -T 1 >"$log" 2>&1 || fail "dnsperf failed"
  used=$(($(cpu_time) - before))
  grep -qE 'Queries lost: +0 ' "$log" || fail "lost queries: $(grep 'Queries lost' "$log")"
  grep -qE 'Response codes: +NOERROR [0-9]+ \(100\.00%\)$' "$log" ||
    fail "wrong answers: $(grep 'Response codes' "$log")"
  stop "${@:2}"
  report "$(sed -n 's/^ *Queries completed: *\([0-9]*\).*/\1/p' "$log")" \
    "$(sed -n 's/^ *Queries per second: *//p' "$log")" "$used"
}
