# SPDX-License-Identifier: MIT OR Apache-2.0
# shellcheck shell=bash
#
# An apt configuration of our own, for packages that are to be downloaded and
# unpacked but not installed; to be sourced after common.sh. No root is needed,
# and the machine's configuration stays as it is.

# private_apt FOLDER TYPE ARCHITECTURE...
#
# Makes the configuration in FOLDER and defines `apt TOOL ARGUMENT...`, which
# uses it. TYPE is deb or deb-src. The sources are the machine's own for Debian
# itself, and with them its mirror, its proxy and its credentials.
private_apt() {
  local work=$1 type=$2 options codename keyring
  shift 2
  mkdir -p "$work"/{lists,state,cache/archives,log}/partial
  : >"$work/status"
  options=arch=$(IFS=,; echo "$*")
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ ! -e "$keyring" ] || options+=" signed-by=$keyring"
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016 # apt replaces these, not the shell
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v entry="$type [$options] " -v name="$codename" '
      ($2 == name || index($2, name "-") == 1) && $3 == "main" { print entry $0 }
    ' | sort -u >"$work/sources.list"
  [ -s "$work/sources.list" ] || missing "apt has no source for the main section of Debian"

  cat >"$work/apt.conf" <<END
#clear APT::Architectures;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Architecture "$1";
APT::Architectures { $(printf '"%s"; ' "$@") };
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::CNF::DefaultEnabled "false";
Dir::State "$work/state";
Dir::State::lists "$work/lists";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Log "$work/log";
END
  private_apt_conf=$work/apt.conf
  # shellcheck disable=SC2317 # called by the scripts that source this one
  apt() { local tool=$1; shift; "$tool" -c "$private_apt_conf" -q "$@"; }
}
