// Values: names, ranges, sizes.

#include "diag/code_tables.h"
#include "known_releases.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kValuesPages[] = {
    {"E0201", "a malformed plugin name",
     R"(plugin.name becomes the library lib<name>.so, a Python package and a CMake target. It
consists of lower-case letters, digits and single '_' between them, and begins with a
letter: nova_npu, npu2.
)"},
    {"E0203", "the plugin name is taken",
     R"(plugin.name becomes the library lib<name>.so and a CMake target. An existing library (m,
tensorflow) or another target of the build (test, all) would clash, and most of these clashes show
as errors far from their cause.

Choose another name, for example with the vendor in front.
)"},
    {"E0204", "the plugin name cannot be a Python package",
     R"(plugin.name becomes a Python package. A keyword cannot be imported, and a package named
as a module of the standard library or as a package that TensorFlow needs (numpy, packaging)
would hide it. It is the name of the wheel as well, and pip would remove a wheel of that name
(protobuf, tensorflow_cpu) to install this one. A package called tf would
hide TensorFlow's usual name in a program, and one called list would hide Python's own list.

Choose another name, for example with the vendor in front.
)"},
    {"E0205", "a malformed device type or platform name",
     R"(TensorFlow checks device types and platform names against [A-Z][A-Z_]*: upper-case
letters and '_', no digits, and aborts the process when one does not match.

    device: {type: NPU2}       # aborts at import; write NPU_TWO, NOVA_NPU, ...

Several devices of one type are told apart by number: "/NOVA_NPU:0", "/NOVA_NPU:1".
)"},
    {"E0206", "a device type of TensorFlow's own",
     R"(CPU, DEFAULT and the types that start with TPU or XLA_ belong to TensorFlow. A plugin of
type CPU would even replace the CPU device, on which TensorFlow itself depends.

Choose a type of your own. 'GPU' is allowed: see W0201.
)"},
    {"E0207", "a platform name of TensorFlow's own",
     R"(StreamExecutor platforms are registered by name, and a second one of the same name
aborts the process. HOST, CUDA, ROCM, INTERPRETER, TPU and SYCL are TensorFlow's.

Leave device.platform out: the platform is then named as the device type.
)"},
    {"E0208", "a number out of range",
     R"(The number is outside of what the key allows; the message names the limits. `plugingen
schema` lists those of keys.

A definition of an op has limits, too: names of up to 128 characters, attrs of up to 4000, and lists
that need not be longer than 1000.

    attrs: ["sizes: list(int) >= 4294967296"]      # write a minimum of 0 to 1000
)"},
    {"E0209", "a value that is not allowed",
     R"(The key takes one of a few words. The message lists them.
)"},
    {"E0210", "a malformed size",
     R"(Sizes are numbers of bytes, or numbers with one of the units KiB, MiB, GiB, TiB (powers
of 1024) and KB, MB, GB, TB (powers of 1000): 4GiB, 512 MiB, 1.5GiB, 1048576.

'1G' is refused: some read it as 1000^3, others as 1024^3 bytes.
)"},
    {"E0211", "the capacity is too small",
     R"(Without growth, TensorFlow's bfc allocator takes the device's memory when the device is
created. It leaves some for the system: 255 MiB on devices with less than 2 GiB, and on others 300
MiB or 6 %, whichever is more. With a smaller capacity no memory would be left for tensors, and the
device could not be created.

    memory: {growth: false, capacity: 128MiB}      # too small
    memory: {growth: true, capacity: 128MiB}       # fine: memory is taken as it is needed
)"},
    {"E0212", "an alignment that is not a power of two",
     R"(TensorFlow's kernels expect tensors at addresses that are multiples of a power of two.
The alignment is 256, 512, 1024 and so on up to 1 MiB.
)"},
    {"E0213", "a malformed range of TensorFlow releases",
     R"(The key 'tensorflow' says which releases one binary of the plugin supports. A number alone
is no range:

    tensorflow: "2.15"

These are ranges:

    tensorflow: ")" PLUGINGEN_RELEASED_RANGE R"("    # )" PLUGINGEN_OLDEST_RELEASE
     " to " PLUGINGEN_NEWEST_RELEASE R"(
    tensorflow: ">=2.15"           # 2.15 and all later releases that plugingen knows
    tensorflow: "==2.15"           # all patches of 2.15

The quotes are needed: without them '>' begins a block of text in YAML, and 2.10 is the
number 2.1.
)"},
    {"E0214", "a range without a release that can be served",
     R"(Plugins need TensorFlow 2.12 or later: earlier releases lack functions of the C API, or
have them with another layout. A range must contain at least one release that this
plugingen knows.
)"},
    {"E0215", "a malformed version",
     R"(plugin.version becomes part of the wheel's name, so it is written as pip writes versions
there (PEP 440): numbers with dots, then perhaps a1, b1 or rc1, .post1, .dev1, +local. There is no
'v' in front, and no '-' inside.

    version: v1.0.0-rc.1     # write 1.0.0rc1
)"},
    {"E0216", "a malformed license",
     R"(plugin.license is an SPDX license expression, as pyproject.toml wants it: Apache-2.0,
MIT, "MIT OR Apache-2.0", LicenseRef-Proprietary for a license without an SPDX
identifier. The names are not compared with SPDX's list.

    license: GPL 3           # write GPL-3.0-only
)"},
    {"E0217", "text that cannot be part of a source file",
     R"(The text becomes part of C++, CMake, Python and TOML sources and of log lines. It must be
one line of at most 1000 bytes, without control characters, double quotes and backslashes.

    description: |             # a block contains a line break; write it behind the ':'
      My device
)"},
    {"E0218", "a malformed PCI address",
     R"(device.hardware.pci_bus_id is written as lspci shows it: domain:bus:device.function in
hexadecimal digits, 0000:3b:00.0, or without the domain, 3b:00.0. Leave it out for a
device without one.
)"},
    {"E0219", "contradictory keys of memory",
     R"(With `unified: true` host and device share one memory. With `host_visible: false` the host
crashes when it accesses the device's memory. The two exclude each other.
)"},
    {"E0220", "an unknown data type",
     R"(Data types are named as in TensorFlow's op definitions: float, half, bfloat16, double,
int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool, string, complex64,
complex128. float32, float16 and float64 are understood as well.

    kernels:
      - {op: Relu, types: {T: fp16}}       # write half

Several stand in a list:

    kernels:
      - {op: Relu, types: {T: [float, half]}}
)"},
    {"E0221", "a kernel file outside src/kernels",
     R"('implementation: {file: my_relu.cc}' names a C++ source of yours. The path is relative
to src/kernels of the generated project, does not leave it, and ends with .cc.
)"},
    {"E0222", "something is listed twice",
     R"(A list names the same thing twice. One of the two is probably meant to be another one;
the note shows the first.
)"},
    {"E0223", "a malformed bandwidth",
     R"(device.memory_bandwidth is a number of bytes per second, or a size per second: 25 GB/s,
900 GB/s, 1.5 TB/s, 25000000000.
)"},
    {"E0224", "an empty list of data types", R"('types: []' would register no kernel at all.

Leave the key out to get every data type that the implementation has, or remove the
entry.
)"},
    {"E0225", "a malformed name",
     R"(Names of ops, sets, arguments and type attributes are single words of letters, digits
and '_'. Often a space is missing after a ':', or a line break between two items:

    kernels:
      - op:Relu                # write 'op: Relu'
      - Relu Elu               # two items: '- Relu' and '- Elu'
)"},
    {"E0226", "a malformed kernel label",
     R"(A label selects a kernel by the attribute _kernel of a node. It is one word of letters,
digits and the characters _ . : - with at most 64 of them.
)"},
    {"E0227", "a malformed name of an op",
     R"(The name of a new op is one word of letters, digits and '_' that begins with an upper-case
letter, as TensorFlow's own: AcmeGelu, AcmeTopK. Its Python wrapper is called acme_gelu,
acme_top_k.

One process has the ops of every library that it loads; a name that begins with the vendor's
or the plugin's does not clash with another's.
)"},
    {"E0228", "a malformed name of a Python function",
     R"('gradient: {python: my_gradient}' names a function of yours in python/<name>/gradients.py of
the generated project: letters, digits and '_', no digit first.
)"},
    {"E0229", "two rewrites with the same name",
     R"(Summaries, and the environment variable that switches rewrites off, identify a rewrite by its name.
So each needs a name of its own.
)"},
    {"E0230", "a malformed name of a rewrite",
     R"(The name of a rewrite is one word of lower-case letters, digits and '_', a letter first:
matmul_bias_relu. It becomes part of the names of nodes and of C++ functions.
)"},
    {"E0231", "a key that the backend does not use",
     R"(The keys of device.opencl belong to `backend: opencl`. This backend and `backend: cuda` ask
the device's driver for the number of devices, their names and the properties of their memory, so
other keys cannot set these. device.kernels is for `backend: custom`, a driver of your own. The
backends opencl and cuda always compile the library's kernels, and `backend: reference` has no
compiler.

    device: {backend: opencl, count: 2}                     # as many as OpenCL lists
    device: {backend: opencl, opencl: {devices: "0,1"}}     # two of them
    device: {backend: cuda, opencl: {devices: "0,1"}}       # not OpenCL's
    device: {backend: cuda}                                 # those of CUDA_VISIBLE_DEVICES
    device: {backend: opencl, kernels: opencl_c}            # it has them
    device: {backend: custom, kernels: opencl_c}            # your driver compiles them
)"},
    {"E0232", "a cache that is not a folder",
     R"(device.opencl.cache names the folder in which the plugin keeps built programs. All processes
use the same folder, so a path begins with '/', or with '~/' for the user's home. With 'off' the
plugin keeps no programs.

    device: {backend: opencl, opencl: {cache: programs}}           # programs of which folder?
    device: {backend: opencl, opencl: {cache: ~/.cache/programs}}
)"},
    {"E0234", "a value without the form of its key",
     R"(The value of this key is a word or a text of a fixed form. The message has the regular
expression that such values match, and `plugingen schema` has those of all keys, by which an editor
finds the mistake while you type.
)"},
    {"W0201", "a device of type GPU",
     R"(A plugin of type GPU takes the place of TensorFlow's built-in GPU device. Scripts that
say /GPU:0 then run on your device without a change, on the wheel tensorflow-cpu. On a
CUDA wheel the built-in GPU kernels are registered as well; where both have one for the
same op and types at the same priority, running the op fails.

Use a type of your own (NOVA_NPU), unless you want GPU scripts to run unchanged.
)"},
    {"W0202", "a range that ends after the known releases",
     R"(The range includes TensorFlow releases that did not exist when this plugingen was made. The
plugin may work there, but plugingen could check neither struct layouts nor op definitions.

End the range at the newest known release, or use a later plugingen. `plugingen version` says
where it comes from.
)"},
    {"W0203", "a range with a release that is not out",
     R"(The range includes a release of which this plugingen has read a nightly build:

    tensorflow: ">=)" PLUGINGEN_OLDEST_RELEASE ", <" PLUGINGEN_AFTER_NEXT_RELEASE
     R"("    # )" PLUGINGEN_OLDEST_RELEASE " to " PLUGINGEN_NEWEST_RELEASE
     ", and the nightly of " PLUGINGEN_NEXT_RELEASE R"(

The plugin uses the C API of that nightly as well as the layouts and functions of the releases: one
binary serves them all. plugingen assumes the ops of the newest release. The release itself may
differ from its nightly.

To support only releases, end the range before it. Once it is out, regenerate the project with a
plugingen that knows it.
)"},
    {"W0204", "a device type that sorts before CPU",
     R"(A TensorFlow server sorts its devices by name, and takes the first one for the CPU that receives
the results of a step. If that is a device of the plugin, the process ends with a segmentation
fault at its first result. This was seen in 2.15, 2.21 and 2.22.0rc0, with tf.distribute.Server and
sessions that have a target. Everything within one process works, and so do tf.data's service and
eager code on other hosts.

    device: {type: ACME_NPU}       # A sorts before C
    device: {type: MY_ACME_NPU}    # so does not M

Programs name the type, so choose it before others use the device. If programs on your device never
start a server, you can keep the name.
)"},
};

}  // namespace

std::span<const CodePage> ValuesCodes() { return kValuesPages; }

}  // namespace plugingen::diag
