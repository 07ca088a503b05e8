# The Debian package: lintian, and a Debian 12 that has nothing else. Sourced by run.

fresh_install() {
  local root="$roots/deb"
  fresh_debian deb && mkdir -p "$root/given" && cp "$deb" "$here/try.sh" "$root/given/" && in_root "$root" 0 apt-get update -q || return
  in_root "$root" 0 sh -ec "$in_root_functions
    nothing_of_plugingen_in /usr /etc /root /var
    absent python3; absent c++; absent cmake
    apt-get install -q -y --no-install-recommends /given/*.deb
    /given/try.sh /usr/bin $projects
    cd /usr/share
    ls man/man1/plugingen.1.gz bash-completion/completions/plugingen zsh/site-functions/_plugingen fish/vendor_completions.d/plugingen.fish
    mkdir /tmp/work
    cd /tmp/work
    plugingen new my_npu -q
    fails plugingen build my_npu >said 2>&1
    grep 'no Python with TensorFlow' said
    cd /
    apt-get purge -q -y plugingen
    nothing_of_plugingen_in /usr /etc /root"
}

check_deb() {
  deb="$(compgen -G "$build_root/dist/plugingen_*.deb")" || {
    add_failed 1 "build/dist has no Debian package; scripts/package makes it"
    return
  }
  checked "lintian" lintian --fail-on error,warning "$deb"
  checked "the Debian package in a fresh Debian 12" fresh_install
}
