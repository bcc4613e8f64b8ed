# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Checks the disassembly (objdump -d --no-show-raw-insn) of an aarch64 library.
# usage: awk -v form=llsc|lse -v drops=N -v takes=N -f aarch64-instructions.awk
# with the least number of functions that leave a lock and that get in.
#
# A name like ldaddal is an operation (ld, add), then a for acquire, then l for
# release; the exclusive pair is ldxr/stxr, with acquire ldaxr, with release stlxr.

function complain(text) { print "aarch64 " form ": " text; failures++ }

BEGIN {
  lse = "^((ld|st)(add|clr|set|eor|[su]max|[su]min)|swp|casp?)(a|l|al)?[bh]?$"
  exclusive = "^(lda?x[rp]|stl?x[rp])[bh]?$"
  acquire = "^(ldaxr|(ld(add|clr|set|eor)|swp|cas)al?)$"
  release = "^(stlxr|stlr|(ld(add|clr|set|eor)|swp|cas)l)$"
}

/^[0-9a-f]+ <.*>:$/ { name = $2; gsub(/[<>:]/, "", name); next }

{
  # The address, then the instruction, then its operands.
  op = $2
  seen[op]++
  if (form == "llsc" && op ~ lse) complain(op " in " name)
  if (form == "lse" && op ~ exclusive) complain(op " in " name)
  if ($0 ~ /__aarch64_/) complain("call of an outline helper in " name)
}

# A drop gives back and takes nothing: release, and not acquire as well, which
# would make it wait. J and C are left out: the last of them has a step in common
# with ctoa, which does take something; and the seeker of the blocking lock,
# which leaves by way of another function.
name ~ /^(rsw(32|64)_drop_[rswa]|rswlock_drop_[rw]|(__)?pthread_rwlock_unlock)$/ {
  left[name]
  if (op ~ acquire || op == "ldar" || op == "dmb") complain(op " in " name)
  if (op ~ release) released[name]
}

# A take has an acquire of one kind or the other on its fast path.
name ~ /^(rsw(32|64)_(take|try)_[rswaj]|rswlock_(take|try)_[rsw]|(__)?pthread_rwlock_(try)?(rd|wr)lock)$/ {
  entered[name]
  if (op ~ acquire) acquired[name]
}

END {
  for (name in left) if (!(name in released)) complain("no release in " name)
  for (name in entered) if (!(name in acquired)) complain("no acquire in " name)
  # Functions with equal code share an address, and are listed under one name.
  if (length(left) < drops) complain("only " length(left) " drops")
  if (length(entered) < takes) complain("only " length(entered) " takes")
  if (!("isb" in seen)) complain("never relaxes by isb")
  if ("yield" in seen) complain("relaxes by yield, which does nothing")
  exit failures > 0
}
