// Names that a plugin cannot have, because they would cause a compile error, a wrong import or a
// rejected CMake target.

#include "spec/reserved_names.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "base/text.h"

namespace plugingen::spec {
namespace {

using Words = std::unordered_set<std::string_view>;

Words MakeWords(std::string_view text) {
  Words words;
  for (size_t begin = text.find_first_not_of(" \n"); begin != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    words.insert(text.substr(begin, end - begin));
    begin = text.find_first_not_of(" \n", end);
  }
  return words;
}

// C++17 and C++20, including alternative operators.
constexpr std::string_view kCppKeywords = R"(
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
operator or or_eq private protected public register reinterpret_cast requires return short signed
sizeof static static_assert static_cast struct switch template this thread_local throw true try
typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
)";

// Python 3.
constexpr std::string_view kPythonKeywords = R"(
False None True and as assert async await break class continue def del elif else except finally for from global if
import in is lambda nonlocal not or pass raise return try while with yield
)";

// Libraries with a file lib<name>.so. The linker or the loader would mistake the plugin for them.
constexpr std::string_view kLibraries = R"(
c crypt ctf dl gcc gcc_s m pthread resolv rt tensorflow tensorflow_cc tensorflow_framework util z
)";

// Packages that can be installed with the plugin: TensorFlow in all variants, the direct and
// indirect dependencies of every release, and common companions of models. The plugin's name is
// also the name of its distribution, so the list contains distributions, too: otherwise pip would
// remove protobuf to install a plugin of that name. Names are in Python's spelling, with '_' for
// '-'.
constexpr std::string_view kPythonPackages = R"(
_cffi_backend _distutils_hack absl absl_py astunparse attr attrs certifi cffi charset_normalizer
clang cloudpickle cryptography dateutil flatbuffers gast google google_auth google_auth_oauthlib
google_pasta grpc grpcio h5py idna jax jaxlib joblib keras keras_nightly libclang markdown
markdown_it markdown_it_py markupsafe matplotlib mdurl ml_dtypes namex narwhals numpy nvidia oauthlib
opt_einsum optree packaging pandas pasta pillow pip pkg_resources protobuf pyasn1 pyasn1_modules
pycparser pygments pytest pyyaml requests requests_oauthlib rich rsa scikit_build_core scikit_learn
scipy setuptools six sklearn tb_nightly tensorboard tensorboard_data_server tensorflow
tensorflow_addons tensorflow_cpu tensorflow_cpu_aws tensorflow_datasets tensorflow_estimator
tensorflow_gpu tensorflow_hub tensorflow_intel tensorflow_io tensorflow_io_gcs_filesystem
tensorflow_macos tensorflow_metal tensorflow_probability tensorflow_rocm tensorflow_text termcolor
tf_estimator_nightly tf_keras tf_keras_nightly tf_nightly tf_nightly_cpu tf_nightly_gpu
tf_nightly_intel tf_nightly_macos threadpoolctl torch triton typing_extensions urllib3 werkzeug
wheel wrapt yaml
)";

// Names that `import NAME` would replace in a program: Python's built-in functions, and common
// aliases of TensorFlow and NumPy.
constexpr std::string_view kPythonNames = R"(
aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile
complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format
frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license
list locals map max memoryview min next np object oct open ord pow print property quit range repr
reversed round set setattr slice sorted staticmethod str sum super tf tuple type vars zip
)";

// Names of CMake targets and prefixes of variables that are taken: those of every CMake project,
// the folder of the tests, and the library's prefix.
constexpr std::string_view kTargets = R"(
all clean depend edit_cache help install list_install_components package package_source pluggable
preinstall rebuild_cache test tests
)";

// The standard library of Python 3.11.
constexpr std::string_view kPythonModules = R"(
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections
colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes
curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip
enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath
getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr
imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis
nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle
pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource
rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics
string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib
tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace
traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
zipimport zlib zoneinfo
)";

const Words& CppKeywords() {
  static const Words words = MakeWords(kCppKeywords);
  return words;
}

const Words& PythonKeywords() {
  static const Words words = MakeWords(kPythonKeywords);
  return words;
}

}  // namespace

bool IsCppKeyword(std::string_view name) { return CppKeywords().contains(name); }
bool IsPythonKeyword(std::string_view name) { return PythonKeywords().contains(name); }

ReservedBy WhoReserves(std::string_view name) {
  struct List {
    ReservedBy by;
    Words words;
  };
  static const List lists[] = {
      {ReservedBy::kPythonKeyword, PythonKeywords()},
      {ReservedBy::kLibrary, MakeWords(kLibraries)},
      {ReservedBy::kPythonPackage, MakeWords(kPythonPackages)},
      {ReservedBy::kTarget, MakeWords(kTargets)},
      {ReservedBy::kPythonModule, MakeWords(kPythonModules)},
      {ReservedBy::kPythonName, MakeWords(kPythonNames)},
  };
  for (const List& list : lists) {
    if (list.words.contains(name)) return list.by;
  }
  return ReservedBy::kNobody;
}

bool IsCppWord(std::string_view name) {
  constexpr std::string_view kMacros[] = {"errno", "stderr", "stdin", "stdout"};
  constexpr std::string_view kPrefixes[] = {"EIGEN_", "L_", "M_", "P_", "TF_"};
  if (name.ends_with('_')) return false;
  if (IsCppKeyword(name)) return true;
  if (std::find(std::begin(kMacros), std::end(kMacros), name) != std::end(kMacros)) return true;
  if (std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                  [name](std::string_view prefix) { return name.starts_with(prefix); })) {
    return true;
  }
  return name.size() > 2 && base::IsUpper(name[0]) && base::ToUpper(name) == name;
}

}  // namespace plugingen::spec
