# The wheel of x86-64 in the environments that users have. Sourced by run.

try="$here/try.sh"

# into_root ROOT: the wheel, and what tries it.
into_root() {
  mkdir -p "$1/given" && cp "$wheel" "$try" "$1/given/" && chmod 755 "$1/given" "$1/given/try.sh"
}
given="/given"

debian_with_pip() {
  local root="$roots/with-pip"
  fresh_debian with-pip && into_root "$root" &&
    in_root "$root" 0 apt-get update -q &&
    in_root "$root" 0 apt-get install -q -y --no-install-recommends python3-pip python3-venv || return
  # Into an environment, and as Debian's own pip does it when it is told to: below /usr/local.
  in_root "$root" 0 sh -ec "$in_root_functions
    absent c++; absent git
    python3 -m venv /environment
    /environment/bin/pip install --no-index -q $given/*.whl
    $given/try.sh /environment/bin $projects /environment/bin/python
    /environment/bin/pip uninstall -y -q tf-plugingen
    nothing_of_plugingen_in /environment
    pip install --no-index -q --break-system-packages --root-user-action ignore $given/*.whl
    $given/try.sh /usr/local/bin $projects python3
    pip uninstall -y -q --break-system-packages --root-user-action ignore tf-plugingen
    nothing_of_plugingen_in /usr/local"
}

user_without_root() {
  local root="$roots/with-pip" home_in_root=/srv/someone
  [ -x "$root/usr/bin/pip" ] && into_root "$root" || return
  rm -rf "$root$home_in_root" && mkdir -p "$root$home_in_root" && chown 1234:1234 "$root$home_in_root" && chmod 1777 "$root/tmp" || return
  in_root "$root" 1234 sh -ec "$in_root_functions
    fails touch /usr/bin/plugingen
    python3 -m venv ~/environment
    ~/environment/bin/pip install --no-index -q $given/*.whl
    $given/try.sh ~/environment/bin $projects ~/environment/bin/python
    pip install --user --no-index -q --break-system-packages $given/*.whl
    $given/try.sh ~/.local/bin $projects python3
    pip uninstall -y -q --break-system-packages tf-plugingen
    nothing_of_plugingen_in ~/.local"
}

debian_without_pip() {
  local root="$roots/without-pip"
  fresh_debian without-pip && into_root "$root" &&
    in_root "$root" 0 apt-get update -q &&
    in_root "$root" 0 apt-get install -q -y --no-install-recommends python3 &&
    cp "$build_root/tools/bin/uv" "$root/given/" || return
  in_root "$root" 0 sh -ec "$in_root_functions
    absent pip; fails python3 -c 'import pip'; fails python3 -m ensurepip --version
    export UV_OFFLINE=1 UV_PYTHON_DOWNLOADS=never
    $given/uv venv -q /environment
    $given/uv pip install -q --no-index --python /environment/bin/python $given/*.whl
    $given/try.sh /environment/bin $projects /environment/bin/python
    $given/uv tool install -q --no-index $given/*.whl
    $given/try.sh ~/.local/bin $projects"
}

# uninstalled FOLDER PYTHON: nothing is left in the folder.
uninstalled() {
  "$build_root/tools/bin/python" -m pip --python "$2" uninstall -y -q tf-plugingen && [ -z "$(find "$1" -iname '*plugingen*' -print -quit)" ]
}

# interpreter_of VERSION: a CPython of this machine, or nothing.
interpreter_of() {
  local candidate
  for candidate in "python$1" "$HOME/.pyenv/versions/$1".*/bin/python3 \
    "$("$build_root/tools/bin/uv" python find --no-python-downloads --no-project "$1" 2>/dev/null)"; do
    [ -n "$candidate" ] && "$candidate" -c 'import sys, venv; sys.exit("%d.%d" % sys.version_info[:2] != sys.argv[1])' "$1" 2>/dev/null || continue
    "$candidate" -c 'import sys; print(sys.executable)'
    return
  done
}

# The release of Debian that has the CPython.
suite_of() {
  case "$1" in 3.9) echo bullseye ;; 3.11) echo bookworm ;; 3.13) echo trixie ;; 3.14) echo forky ;; esac
}

# python_environment VERSION: of a CPython of this machine, or else of one that is unpacked from Debian's packages.
python_environment() {
  local interpreter folder="$scratch/python$1" suite root
  interpreter="$(interpreter_of "$1")"
  if [ -n "$interpreter" ]; then
    "$interpreter" --version && "$interpreter" -m venv --without-pip "$folder" &&
      "$build_root/tools/bin/python" -m pip --python "$folder/bin/python" install --no-deps --no-index -q "$wheel" &&
      env -i "PATH=/usr/bin:/bin" "$try" "$folder/bin" "$projects" "$folder/bin/python" && uninstalled "$folder" "$folder/bin/python"
    return
  fi
  suite="$(suite_of "$1")"
  [ -n "$suite" ] || { echo "there is no CPython $1 here, and none in Debian" && return 1; }
  root="$roots/python$1"
  unpacked_root "$suite" amd64 "$root" "python$1-venv" coreutils dash findutils && into_root "$root" && ln -sf dash "$root/usr/bin/sh" || return
  in_root "$root" 0 sh -ec "$in_root_functions
    python$1 --version
    rm -rf /environment
    python$1 -m venv /environment
    /environment/bin/pip install --no-index -q $given/*.whl
    $given/try.sh /environment/bin $projects /environment/bin/python
    /environment/bin/pip uninstall -y -q tf-plugingen
    nothing_of_plugingen_in /environment"
}

# A whole Python with its packages in one folder, which is no environment of another: what conda's prefixes are.
conda_like_prefix() {
  local interpreter base folder="$scratch/conda" version
  for version in 3.13 3.12 3.11 3.10 3.9; do
    interpreter="$(interpreter_of "$version")"
    [ -n "$interpreter" ] && base="$("$interpreter" -c 'import sys; print(sys.base_prefix)')" && [ "$base" != /usr ] && break
    base=
  done
  [ -n "$base" ] || { echo "this machine has no CPython outside /usr, whose folder could be copied" && return 1; }
  cp -a "$base" "$folder" && mkdir -p "$folder/conda-meta" && echo '==> made <==' >"$folder/conda-meta/history"
  [ "$("$folder/bin/python3" -c 'import sys; print(sys.prefix)')" = "$folder" ] || { echo "the copy is another prefix" && return 1; }
  export CONDA_PREFIX="$folder"
  "$build_root/tools/bin/python" -m pip --python "$folder/bin/python3" install --no-deps --no-index -q "$wheel" &&
    env -i "PATH=/usr/bin:/bin" "CONDA_PREFIX=$folder" "$try" "$folder/bin" "$projects" "$folder/bin/python3" &&
    uninstalled "$folder" "$folder/bin/python3"
}

# The way of a new user: the installed program makes a project, builds it, and TensorFlow computes on its device.
project_of_the_wheel() {
  local folder="$scratch/user"
  "$(environment_of newest)/bin/python" -m venv --without-pip "$folder" &&
    "$build_root/tools/bin/python" -m pip --python "$folder/bin/python" install --no-deps --no-index -q "$wheel" &&
    cp device_specs/minimal.yaml "$folder/" && cd "$folder" &&
    bin/plugingen new minimal.yaml -q && bin/plugingen build minimal_npu --python "$(environment_of newest)/bin/python" &&
    TF_PLUGGABLE_DEVICE_LIBRARY_PATH="$folder/minimal_npu/build/libminimal_npu.so" TF_CPP_MIN_LOG_LEVEL=2 \
      "$(environment_of newest)/bin/python" -c "
import tensorflow as tf
with tf.device('/MINIMAL_NPU:0'):
    y = tf.nn.relu(tf.constant([-1.0, 2.0]))
assert y.device.endswith('MINIMAL_NPU:0') and y.numpy().tolist() == [0.0, 2.0], (y, y.device)"
}

check_wheel() {
  wheel="$(compgen -G "$build_root/dist/tf_plugingen-*manylinux*_x86_64.whl")" || {
    add_failed 1 "build/dist has no wheel; scripts/package makes it"
    return
  }
  checked "Debian 12's Python with pip" debian_with_pip
  checked "a user without root" user_without_root
  checked "Debian 12's Python without pip, by uv" debian_without_pip
  checked "a prefix such as conda's" conda_like_prefix
  local version
  for version in 3.9 3.10 3.11 3.12 3.13 3.14; do checked "CPython $version" python_environment "$version"; done
  checked "a project of the installed program" project_of_the_wheel
}
