// Names that a plugin cannot have: each would be a compile error, a wrong import or a target that
// CMake refuses.

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

// C++17 and C++20, alternative operators included.
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

// Namespaces of TensorFlow's headers and of what they include, its own short name, and
// GoogleTest's. Those of Eigen's inner names hide a plugin's where the plugin extends Eigen.
constexpr std::string_view kNamespaces = R"(
absl aligned_allocator array bfloat16 boost dcomplex dnnl double_conversion eigen flatbuffers google
grpc half indexing internal llvm mkldnn ml_dtypes mlir nsync numext placeholders protobuf re2
scomplex snappy std stream_executor symbolic tensorflow testing tf tflite toco tsl tstring
type2index xla
)";

// Folders of headers that have, or may get, files of the same names as include/<name>/ (types.h,
// device.h): the system's, and those in src/ of the project itself.
constexpr std::string_view kHeaderFolders = R"(
bits driver git2 graph kernels openssl ops parallel plugin profiler reference runtime
)";

// lib<name>.so exists: the linker or the loader would take one for the other.
constexpr std::string_view kLibraries = R"(
c crypt ctf dl gcc gcc_s m pthread resolv rt tensorflow tensorflow_cc tensorflow_framework util z
)";

// Packages beside which the plugin is installed.
constexpr std::string_view kPythonPackages = R"(
absl astunparse flatbuffers gast google grpc h5py jax keras libclang markdown_it ml_dtypes namex
numpy opt_einsum optree pip pkg_resources pygments pytest requests rich setuptools six sklearn
tensorboard tensorflow termcolor tf_keras torch wheel wrapt
)";

// Targets that every CMake project has, the folder of the tests, and the emitted tests.
constexpr std::string_view kTargets = R"(
all api_test attr_test clean conformance conformance_host depend edit_cache eigen_device_test
graph_test help install kernel_fuzz kernel_judge kernel_judge_objects kernel_test list_install_components package package_source preinstall profiler_test rebuild_cache runtime_test shape_rule_test
test tests
)";

// Python's standard library, as Python 3.11 lists it.
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

// Functions, types and macros of the C library's headers in the global namespace, found by
// compiling `namespace <name> {}` after them.
constexpr std::string_view kGlobals = R"(
a64l abort abs access acct acos acosf acosf128 acosf32 acosf32x acosf64 acosf64x acosh acoshf
acoshf128 acoshf32 acoshf32x acoshf64 acoshf64x acoshl acosl alarm arc4random asctime asin asinf
asinf128 asinf32 asinf32x asinf64 asinf64x asinh asinhf asinhf128 asinhf32 asinhf32x asinhf64
asinhf64x asinhl asinl asprintf assert atan atan2 atan2f atan2f128 atan2f32 atan2f32x atan2f64
atan2f64x atan2l atanf atanf128 atanf32 atanf32x atanf64 atanf64x atanh atanhf atanhf128 atanhf32
atanhf32x atanhf64 atanhf64x atanhl atanl atof atoi atol atoll basename bcmp bcopy brk bsearch
btowc bzero calloc canonicalize canonicalizef canonicalizef128 canonicalizef32 canonicalizef32x
canonicalizef64 canonicalizef64x canonicalizel cbrt cbrtf cbrtf128 cbrtf32 cbrtf32x cbrtf64
cbrtf64x cbrtl ceil ceilf ceilf128 ceilf32 ceilf32x ceilf64 ceilf64x ceill chdir chmod chown
chroot clearenv clearerr clock clone close closefrom confstr copysign copysignf copysignf128
copysignf32 copysignf32x copysignf64 copysignf64x copysignl cos cosf cosf128 cosf32 cosf32x cosf64
cosf64x cosh coshf coshf128 coshf32 coshf32x coshf64 coshf64x coshl cosl creat creat64 ctermid
ctime cuserid daddl daemon daylight ddivl dfmal difftime div dladdr dladdr1 dlclose dlerror dlinfo
dlmopen dlopen dlsym dlvsym dmull dprintf drand48 drem dremf dreml dsqrtl dsubl dup dup2 dup3
duplocale dysize eaccess ecvt endusershell environ erand48 erf erfc erfcf erfcf128 erfcf32
erfcf32x erfcf64 erfcf64x erfcl erff erff128 erff32 erff32x erff64 erff64x erfl errno euidaccess
execl execle execlp execv execve execveat execvp execvpe exit exp exp10 exp10f exp10f128 exp10f32
exp10f32x exp10f64 exp10f64x exp10l exp2 exp2f exp2f128 exp2f32 exp2f32x exp2f64 exp2f64x exp2l
expf expf128 expf32 expf32x expf64 expf64x expl expm1 expm1f expm1f128 expm1f32 expm1f32x expm1f64
expm1f64x expm1l f32addf128 f32addf32x f32addf64 f32addf64x f32divf128 f32divf32x f32divf64
f32divf64x f32fmaf128 f32fmaf32x f32fmaf64 f32fmaf64x f32mulf128 f32mulf32x f32mulf64 f32mulf64x
f32sqrtf128 f32sqrtf32x f32sqrtf64 f32sqrtf64x f32subf128 f32subf32x f32subf64 f32subf64x
f32xaddf128 f32xaddf64 f32xaddf64x f32xdivf128 f32xdivf64 f32xdivf64x f32xfmaf128 f32xfmaf64
f32xfmaf64x f32xmulf128 f32xmulf64 f32xmulf64x f32xsqrtf128 f32xsqrtf64 f32xsqrtf64x f32xsubf128
f32xsubf64 f32xsubf64x f64addf128 f64addf64x f64divf128 f64divf64x f64fmaf128 f64fmaf64x
f64mulf128 f64mulf64x f64sqrtf128 f64sqrtf64x f64subf128 f64subf64x f64xaddf128 f64xdivf128
f64xfmaf128 f64xmulf128 f64xsqrtf128 f64xsubf128 fabs fabsf fabsf128 fabsf32 fabsf32x fabsf64
fabsf64x fabsl faccessat fadd faddl fallocate fallocate64 fchdir fchmod fchmodat fchown fchownat
fclose fcloseall fcntl fcntl64 fcvt fdatasync fdim fdimf fdimf128 fdimf32 fdimf32x fdimf64
fdimf64x fdiml fdiv fdivl fdopen feof ferror fexecve fflush ffma ffmal ffs ffsl ffsll fgetc
fgetpos fgetpos64 fgets fgetwc fgetws fileno finite finitef finitel flock flockfile floor floorf
floorf128 floorf32 floorf32x floorf64 floorf64x floorl fma fmaf fmaf128 fmaf32 fmaf32x fmaf64
fmaf64x fmal fmax fmaxf fmaxf128 fmaxf32 fmaxf32x fmaxf64 fmaxf64x fmaximum fmaximumf fmaximumf128
fmaximumf32 fmaximumf32x fmaximumf64 fmaximumf64x fmaximuml fmaxl fmaxmag fmaxmagf fmaxmagf128
fmaxmagf32 fmaxmagf32x fmaxmagf64 fmaxmagf64x fmaxmagl fmemopen fmin fminf fminf128 fminf32
fminf32x fminf64 fminf64x fminimum fminimumf fminimumf128 fminimumf32 fminimumf32x fminimumf64
fminimumf64x fminimuml fminl fminmag fminmagf fminmagf128 fminmagf32 fminmagf32x fminmagf64
fminmagf64x fminmagl fmod fmodf fmodf128 fmodf32 fmodf32x fmodf64 fmodf64x fmodl fmul fmull fopen
fopen64 fopencookie fork fpathconf fprintf fputc fputs fputwc fputws fread free freelocale freopen
freopen64 frexp frexpf frexpf128 frexpf32 frexpf32x frexpf64 frexpf64x frexpl fromfp fromfpf
fromfpf128 fromfpf32 fromfpf32x fromfpf64 fromfpf64x fromfpl fromfpx fromfpxf fromfpxf128
fromfpxf32 fromfpxf32x fromfpxf64 fromfpxf64x fromfpxl fscanf fseek fseeko fseeko64 fsetpos
fsetpos64 fsqrt fsqrtl fstat fstat64 fstatat fstatat64 fsub fsubl fsync ftell ftello ftello64
ftruncate ftruncate64 ftrylockfile funlockfile futimens fwide fwprintf fwrite fwscanf gamma gammaf
gammal gcvt getc getchar getcpu getcwd getdate getdelim getdomainname getdtablesize getegid
getentropy getenv geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin
getopt getpagesize getpass getpayload getpayloadf getpayloadf128 getpayloadf32 getpayloadf32x
getpayloadf64 getpayloadf64x getpayloadl getpgid getpgrp getpid getppid getpt getresgid getresuid
getsid getsubopt gettid getuid getusershell getw getwc getwchar getwd gmtime grantpt gsignal hypot
hypotf hypotf128 hypotf32 hypotf32x hypotf64 hypotf64x hypotl ilogb ilogbf ilogbf128 ilogbf32
ilogbf32x ilogbf64 ilogbf64x ilogbl imaxdiv index initstate iovec isalnum isalpha isascii isatty
isblank iscntrl isctype isdigit isgraph isinff isinfl islower isnanf isnanl isprint ispunct
isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint
iswpunct iswspace iswupper iswxdigit isxdigit itimerspec itimerval j0 j0f j0f128 j0f32 j0f32x
j0f64 j0f64x j0l j1 j1f j1f128 j1f32 j1f32x j1f64 j1f64x j1l jn jnf jnf128 jnf32 jnf32x jnf64
jnf64x jnl jrand48 kill killpg l64a labs lchmod lchown lcong48 ldexp ldexpf ldexpf128 ldexpf32
ldexpf32x ldexpf64 ldexpf64x ldexpl ldiv lgamma lgammaf lgammaf128 lgammaf32 lgammaf32x lgammaf64
lgammaf64x lgammal link linkat linux llabs lldiv llogb llogbf llogbf128 llogbf32 llogbf32x
llogbf64 llogbf64x llogbl llrint llrintf llrintf128 llrintf32 llrintf32x llrintf64 llrintf64x
llrintl llround llroundf llroundf128 llroundf32 llroundf32x llroundf64 llroundf64x llroundl
localeconv localtime lockf lockf64 log log10 log10f log10f128 log10f32 log10f32x log10f64
log10f64x log10l log1p log1pf log1pf128 log1pf32 log1pf32x log1pf64 log1pf64x log1pl log2 log2f
log2f128 log2f32 log2f32x log2f64 log2f64x log2l logb logbf logbf128 logbf32 logbf32x logbf64
logbf64x logbl logf logf128 logf32 logf32x logf64 logf64x logl lrand48 lrint lrintf lrintf128
lrintf32 lrintf32x lrintf64 lrintf64x lrintl lround lroundf lroundf128 lroundf32 lroundf32x
lroundf64 lroundf64x lroundl lseek lseek64 lstat lstat64 madvise main major makedev malloc mblen mbrlen
mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc memccpy memchr memcmp memcpy memfrob memmem
memmove mempcpy memrchr memset mincore minor mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat
mkostemp mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64 mktemp mktime
mlock mlock2 mlockall mmap mmap64 modf modff modff128 modff32 modff32x modff64 modff64x modfl
mprotect mrand48 mremap msync munlock munlockall munmap nan nanf nanf128 nanf32 nanf32x nanf64
nanf64x nanl nanosleep nearbyint nearbyintf nearbyintf128 nearbyintf32 nearbyintf32x nearbyintf64
nearbyintf64x nearbyintl newlocale nextafter nextafterf nextafterf128 nextafterf32 nextafterf32x
nextafterf64 nextafterf64x nextafterl nextdown nextdownf nextdownf128 nextdownf32 nextdownf32x
nextdownf64 nextdownf64x nextdownl nexttoward nexttowardf nexttowardl nextup nextupf nextupf128
nextupf32 nextupf32x nextupf64 nextupf64x nextupl nice nrand48 open open64 openat openat64 optarg
opterr optind option optopt pathconf pause pclose perror pipe pipe2 popen pow powf powf128 powf32
powf32x powf64 powf64x powl pread pread64 printf profil pselect psiginfo psignal ptsname putc
putchar putenv puts putw putwc putwchar pwrite pwrite64 qecvt qfcvt qgcvt qsort raise rand random
rawmemchr read readahead readlink readlinkat realloc reallocarray realpath remainder remainderf
remainderf128 remainderf32 remainderf32x remainderf64 remainderf64x remainderl remove remquo
remquof remquof128 remquof32 remquof32x remquof64 remquof64x remquol rename renameat renameat2
revoke rewind rindex rint rintf rintf128 rintf32 rintf32x rintf64 rintf64x rintl rlimit rmdir
round roundeven roundevenf roundevenf128 roundevenf32 roundevenf32x roundevenf64 roundevenf64x
roundevenl roundf roundf128 roundf32 roundf32x roundf64 roundf64x roundl rpmatch rusage sbrk scalb
scalbf scalbl scalbln scalblnf scalblnf128 scalblnf32 scalblnf32x scalblnf64 scalblnf64x scalblnl
scalbn scalbnf scalbnf128 scalbnf32 scalbnf32x scalbnf64 scalbnf64x scalbnl scanf seed48 select
setbuf setbuffer setdomainname setegid setenv seteuid setgid sethostid sethostname setlinebuf
setlocale setlogin setns setpayload setpayloadf setpayloadf128 setpayloadf32 setpayloadf32x
setpayloadf64 setpayloadf64x setpayloadl setpayloadsig setpayloadsigf setpayloadsigf128
setpayloadsigf32 setpayloadsigf32x setpayloadsigf64 setpayloadsigf64x setpayloadsigl setpgid
setpgrp setregid setresgid setresuid setreuid setsid setstate setuid setusershell setvbuf
sigaction sigaddset sigaltstack sigandset sigblock sigdelset sigemptyset sigfillset siggetmask
sighold sigignore siginterrupt sigisemptyset sigismember signal signgam significand significandf
significandl sigorset sigpause sigpending sigprocmask sigqueue sigrelse sigreturn sigset
sigsetmask sigstack sigsuspend sigtimedwait sigval sigwait sigwaitinfo sin sincos sincosf
sincosf128 sincosf32 sincosf32x sincosf64 sincosf64x sincosl sinf sinf128 sinf32 sinf32x sinf64
sinf64x sinh sinhf sinhf128 sinhf32 sinhf32x sinhf64 sinhf64x sinhl sinl sleep snprintf splice
sprintf sqrt sqrtf sqrtf128 sqrtf32 sqrtf32x sqrtf64 sqrtf64x sqrtl srand srand48 srandom sscanf
ssignal stack stat stat64 statx stderr stdin stdout stpcpy stpncpy strcasecmp strcasestr strcat
strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strfromd strfromf strfromf128
strfromf32 strfromf32x strfromf64 strfromf64x strfroml strfry strftime strlen strncasecmp strncat
strncmp strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn strstr strtod
strtof strtof128 strtof32 strtof32x strtof64 strtof64x strtok strtol strtold strtoll strtoq
strtoul strtoull strtouq strverscmp strxfrm swab swprintf swscanf symlink symlinkat sync syncfs
syscall sysconf system tan tanf tanf128 tanf32 tanf32x tanf64 tanf64x tanh tanhf tanhf128 tanhf32
tanhf32x tanhf64 tanhf64x tanhl tanl tcgetpgrp tcsetpgrp tee tempnam tgamma tgammaf tgammaf128
tgammaf32 tgammaf32x tgammaf64 tgammaf64x tgammal tgkill time timegm timelocal timespec timeval
timezone tm tmpfile tmpfile64 tmpnam toascii tolower totalorder totalorderf totalorderf128
totalorderf32 totalorderf32x totalorderf64 totalorderf64x totalorderl totalordermag totalordermagf
totalordermagf128 totalordermagf32 totalordermagf32x totalordermagf64 totalordermagf64x
totalordermagl toupper towctrans towlower towupper trunc truncate truncate64 truncf truncf128
truncf32 truncf32x truncf64 truncf64x truncl ttyname ttyslot tzname tzset ualarm ucontext ufromfp
ufromfpf ufromfpf128 ufromfpf32 ufromfpf32x ufromfpf64 ufromfpf64x ufromfpl ufromfpx ufromfpxf
ufromfpxf128 ufromfpxf32 ufromfpxf32x ufromfpxf64 ufromfpxf64x ufromfpxl umask ungetc ungetwc unix
unlink unlinkat unlockpt unsetenv unshare uselocale usleep utimensat valloc vasprintf vdprintf
vfork vfprintf vfscanf vfwprintf vfwscanf vhangup vmsplice vprintf vscanf vsnprintf vsprintf
vsscanf vswprintf vswscanf vwprintf vwscanf wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr
wcschrnul wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy
wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstof128 wcstof32
wcstof32x wcstof64 wcstof64x wcstok wcstol wcstold wcstoll wcstombs wcstoq wcstoul wcstoull
wcstouq wcswcs wcswidth wcsxfrm wctob wctomb wctrans wctype wcwidth wmemchr wmemcmp wmemcpy
wmemmove wmempcpy wmemset wprintf write wscanf y0 y0f y0f128 y0f32 y0f32x y0f64 y0f64x y0l y1 y1f
y1f128 y1f32 y1f32x y1f64 y1f64x y1l yn ynf ynf128 ynf32 ynf32x ynf64 ynf64x ynl
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
      {ReservedBy::kCppKeyword, CppKeywords()},
      {ReservedBy::kPythonKeyword, PythonKeywords()},
      {ReservedBy::kNamespace, MakeWords(kNamespaces)},
      {ReservedBy::kHeaderFolder, MakeWords(kHeaderFolders)},
      {ReservedBy::kLibrary, MakeWords(kLibraries)},
      {ReservedBy::kPythonPackage, MakeWords(kPythonPackages)},
      {ReservedBy::kTarget, MakeWords(kTargets)},
      {ReservedBy::kPythonModule, MakeWords(kPythonModules)},
      {ReservedBy::kGlobal, MakeWords(kGlobals)},
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
