# A toolchain for programs that run on other machines than this one, and the generator's libraries made with it. Sourced by
# scripts/package.

# What pip installs for it: Zig carries a clang, and the symbols and headers of every glibc.
zig_requirement=ziglang==0.13.0.post1

# Debian's names of the libraries. Their sources come from Debian's archive, whose signatures apt checks.
library_sources=(zlib http-parser libgit2 yaml-cpp cli11 nlohmann-json3)

# fetch_sources FOLDER: downloads and unpacks the sources, each into a folder of its Debian name. Leaves this machine's list of
# package sources as it is.
fetch_sources() {
  local folder="$1" name archive
  [ -e "$folder/.complete" ] && return
  say "downloading the sources of ${library_sources[*]}"
  rm -rf "$folder"
  mkdir -p "$folder/archives" "$folder/lists/partial"
  local apt=(apt-get -q -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists"
    -o APT::Sandbox::User=root)
  # What apt installs packages from, as sources.
  { cat /etc/apt/sources.list.d/{debian,ubuntu}.sources /etc/apt/sources.list 2>/dev/null || true; } |
    sed -E 's/^(deb[[:space:]]+)\[[^]]*\][[:space:]]+/\1/' |
    awk '$1 == "URIs:" && !uri { uri = $2 } $1 == "Suites:" && !suite { suite = $2 } $1 == "deb" && !uri { uri = $2; suite = $3 }
         END { print "deb-src " uri " " suite " main" (uri ~ /ubuntu/ ? " universe" : "") }' >"$folder/sources.list"
  "${apt[@]}" update >"$folder/log" 2>&1 &&
    (cd "$folder/archives" && "${apt[@]}" source --download-only "${library_sources[@]}") >>"$folder/log" 2>&1 || {
    show_log "$folder/log"
    die "cannot download the sources; the whole output is in ${folder#"$repo_root"/}/log"
  }
  for name in "${library_sources[@]}"; do
    archive="$(compgen -G "$folder/archives/${name}_*.orig.tar.*")" || die "Debian's archive has no source of $name"
    mkdir -p "$folder/$name"
    tar -xf "$archive" -C "$folder/$name" --strip-components=1
  done
  touch "$folder/.complete"
}

# make_compilers ARCHITECTURE FOLDER: writes cc, c++, ar and ranlib. A compiler of CMake's is one word.
make_compilers() {
  local architecture="$1" folder="$2" tool
  mkdir -p "$folder"
  for tool in cc c++; do
    printf '#!/bin/sh\nexec "%s" %s -target %s-linux-gnu.2.28 "$@"\n' "$zig" "$tool" "$architecture" >"$folder/$tool"
  done
  for tool in ar ranlib; do printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$tool" >"$folder/$tool"; done
  chmod +x "$folder"/{cc,c++,ar,ranlib}
}

# The options of CMake for the toolchain in a folder, one a line.
cmake_options() {
  local architecture="$1" folder="$2"
  printf '%s\n' -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$repo_root/packaging/zig.cmake" "-DPLUGINGEN_ARCHITECTURE=$architecture" \
    "-DPLUGINGEN_TOOLCHAIN=$folder" -DCMAKE_BUILD_TYPE=Release
}

# build_libraries ARCHITECTURE SOURCES FOLDER: static libraries, without what the generator does not use of them (libgit2's network,
# its only reasons for OpenSSL, libssh2 and Kerberos), into FOLDER/prefix.
build_libraries() {
  local architecture="$1" sources="$2" folder="$3" options name
  [ -e "$folder/prefix/.complete" ] && return
  say "building the libraries for $architecture"
  mapfile -t options < <(cmake_options "$architecture" "$folder")
  build_library() {
    cmake "${options[@]}" -S "$2" -B "$folder/$1" "-DCMAKE_INSTALL_PREFIX=$folder/prefix" -DBUILD_SHARED_LIBS=OFF "${@:3}" &&
      cmake --build "$folder/$1" --target install
  }
  {
    build_library small "$repo_root/packaging/small_libraries" "-DSOURCES=$sources" &&
      build_library libgit2 "$sources/libgit2" -DBUILD_TESTS=OFF -DBUILD_CLI=OFF -DUSE_SSH=OFF -DUSE_HTTPS=OFF -DUSE_GSSAPI=OFF \
        -DUSE_NTLMCLIENT=OFF -DUSE_HTTP_PARSER=system -DREGEX_BACKEND=regcomp -DUSE_BUNDLED_ZLIB=OFF -DUSE_ICONV=OFF &&
      build_library yaml-cpp "$sources/yaml-cpp" -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF &&
      build_library cli11 "$sources/cli11" -DCLI11_BUILD_TESTS=OFF -DCLI11_BUILD_EXAMPLES=OFF -DCLI11_BUILD_DOCS=OFF &&
      build_library json "$sources/nlohmann-json3" -DJSON_BuildTests=OFF
  } >"$folder/libraries.log" 2>&1 || {
    show_log "$folder/libraries.log"
    die "cannot build the libraries; the whole output is in ${folder#"$repo_root"/}/libraries.log"
  }
  touch "$folder/prefix/.complete"
}
