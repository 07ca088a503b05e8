# Systems to install into: folders with a Debian of their own, in which commands run as root or as somebody else. Sourced by run.

roots="$build_root/packaging"
debian_key=/usr/share/keyrings/debian-archive-keyring.gpg

# Where this machine gets its packages from.
debian_mirror() {
  { cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true; } |
    awk '$1 == "URIs:" { print $2; exit } $1 == "deb" { print ($2 ~ /^\[/) ? $4 : $2; exit }'
}

# apt_of SUITE ARCHITECTURE ARGUMENT...: apt-get with lists of its own, to which no package is installed.
apt_of() {
  local state="$roots/apt-$1-$2"
  mkdir -p "$state/lists/partial" "$state/archives/partial"
  echo "deb [signed-by=$debian_key] $(debian_mirror) $1 main" >"$state/sources.list"
  local architecture="$2"
  shift 2
  # A mirror may lag behind: its lists are signed, but too old for apt.
  apt-get -q -o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$state/lists" \
    -o Dir::State::status=/dev/null -o "Dir::Cache=$state" -o "APT::Architecture=$architecture" \
    -o "APT::Architectures=$architecture" -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false "$@"
}

# unpacked_root SUITE ARCHITECTURE FOLDER PACKAGE...: the files of packages and of all that they depend on, installed by nobody:
# enough to run a program of another release or another processor.
unpacked_root() {
  local suite="$1" architecture="$2" folder="$3" archive
  shift 3
  [ ! -e "$folder/.complete" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder"/usr/{bin,sbin,lib,lib64} "$folder"/{dev,proc,tmp,root}
  for archive in bin sbin lib lib64; do ln -s "usr/$archive" "$folder/$archive"; done
  apt_of "$suite" "$architecture" update &&
    apt_of "$suite" "$architecture" install -y --download-only --no-install-recommends "$@" || return
  for archive in "$roots/apt-$suite-$architecture"/archives/*.deb; do
    # Through tar, which follows the links above.
    dpkg-deb --fsys-tarfile "$archive" | tar -x --keep-directory-symlink -C "$folder" || return
  done
  rm -f "$roots/apt-$suite-$architecture"/archives/*.deb
  # What the script of ca-certificates makes, which nobody ran. pip reads it even where it fetches nothing.
  [ ! -d "$folder/usr/share/ca-certificates" ] ||
    find "$folder/usr/share/ca-certificates" -name '*.crt' -exec cat {} + >"$folder/etc/ssl/certs/ca-certificates.crt"
  touch "$folder/.complete"
}

# fresh_debian NAME: a Debian 12 with what it cannot be without, and nothing else, in $roots/NAME.
fresh_debian() {
  local base="$roots/debian-12"
  if [ ! -e "$base/.complete" ]; then
    rm -rf "$base"
    mkdir -p "$roots"
    debootstrap --variant=minbase bookworm "$base" "$(debian_mirror)" || return
    touch "$base/.complete"
  fi
  rm -rf "${roots:?}/$1"
  cp -a --reflink=auto "$base" "$roots/$1"
  cp /etc/resolv.conf "$roots/$1/etc/resolv.conf"
}

# in_root ROOT USER COMMAND...: with that root folder, a few variables, /proc and /dev. USER is a number.
in_root() {
  local root="$1" user="$2"
  shift 2
  # shellcheck disable=SC2016
  unshare --mount bash -c 'mount -t proc none "$1/proc" && mount --rbind /dev "$1/dev" && shift && exec "$@"' in_root "$root" \
    chroot "--userspec=$user:$user" "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 "HOME=$home_in_root" \
    DEBIAN_FRONTEND=noninteractive "$@"
}
home_in_root=/root

# What the scripts begin with that in_root runs by `sh -ec`, whose -e sees no failure in `a && b` or `! a`: functions for these.
in_root_functions='
absent() { if command -v "$1"; then echo "$1 is here"; exit 1; fi; }
fails() { if "$@"; then echo "this does not fail: $*"; exit 1; fi; }
nothing_of_plugingen_in() { left="$(find "$@" -iname "*plugingen*")"; if [ -n "$left" ]; then echo "left: $left"; exit 1; fi; }
'
