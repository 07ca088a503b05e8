// The catalogue: ops, types and arguments of TensorFlow.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kCatalogPages[] = {
    {"E0301", "TensorFlow has no such op",
     R"(The op of a kernel has to exist in TensorFlow's op registry; names are case-sensitive.

    kernels:
      - Relue          # did you mean 'Relu'?

`plugingen ops` lists the ops that are known, `plugingen ops Relu` shows one. Ops whose names
begin with '_' are private to TensorFlow and cannot be named.
)"},
    {"E0302", "the op has no such type attr",
     R"(The keys under 'types' are the op's type attrs: attrs whose value is one dtype.

    - {op: Relu, types: {U: float}}      # Relu has T

The note shows the op's signature. Attrs that are numbers, texts or lists do not select a kernel.
The kernel reads them itself.
)"},
    {"E0303", "the attr cannot have this type",
     R"(The op's definition lists the allowed types. TensorFlow never uses another one.

    - {op: MatMul, types: {T: string}}

The note lists the allowed types.
)"},
    {"E0304", "a list of types that does not name the attr",
     R"(A bare list of types fits ops with exactly one type attr.

    - {op: Cast, types: [float, half]}                      # has two, SrcT and DstT

Say which is meant:

    - {op: Relu, types: [float, half]}                      # one attr: T
    - {op: Cast, types: {SrcT: float, DstT: [half, int32]}}
)"},
    {"E0305", "the op has no such argument",
     R"('host_memory' lists inputs and outputs by the names in the op's definition. An unknown name
would break every node of the op when TensorFlow looks for its kernel.

Leave 'host_memory' out to get the arguments that TensorFlow's own kernels have in host memory.
)"},
    {"E0306", "there is no reference kernel",
     R"('implementation: reference' is the default, but plugingen has no kernel for this op.

    - {op: Cholesky, types: {T: float}}

Begin with a stub, or name a file of yours:

    - {op: Cholesky, types: {T: float}, implementation: stub}
    - {op: Cholesky, types: {T: float}, implementation: {file: cholesky.cc}}

`plugingen ops` marks the ops that have one.
)"},
    {"E0307", "the reference kernel does not support these types",
     R"(The op has a reference kernel, but not for this combination of types. The note lists those
that it supports.

    - {op: MatMul, types: {T: [float, complex128]}}

Give the others an entry of their own:

    - {op: MatMul, types: {T: [float, half]}}
    - {op: MatMul, types: {T: complex128}, implementation: stub}
)"},
    {"E0308", "no type that a kernel can support",
     R"(The attr allows only types that kernels cannot access through TensorFlow's C API (quantized
types, variants, resources). So there is no default.
)"},
    {"E0309", "there is no such set of ops",
     R"(plugingen knows no set of this name. `plugingen ops --sets` lists the sets.
)"},
    {"E0310", "the same registration twice",
     R"(Two entries register an op for the same types with the same label and priority. TensorFlow then
refuses to run the op at all: "Multiple OpKernel registrations match NodeDef".

Remove one of them, or give one a 'label' or a higher 'priority'. An entry for one op that repeats
a row of a set is no mistake: it replaces the set's.
)"},
    {"E0311", "one class in two files",
     R"(The class of a kernel is named after its op, and two files would define it. This happens when some
types of an op come from a file of yours and others from plugingen.

Let your file support all types, or copy the reference kernel into it.
)"},
    {"E0312", "one file for two ops",
     R"(Each op has its class in a file of its own, and two entries name the same file.
)"},
    {"E0313", "too many kernels",
     R"(Every combination of types is a kernel of its own: an op with four type attributes and ten
types for each has ten thousand. The limit is a hundred thousand, which no device needs.

Name the types that matter, attribute by attribute.
)"},
    {"E0314", "a priority that does not outrank TensorFlow's GPU kernel",
     R"(TensorFlow itself registers kernels for the type GPU, even in the CPU wheel. At equal
priority TensorFlow runs neither and says "Multiple OpKernel registrations match".

Leave 'priority' out: it is then chosen so that the plugin's kernel wins.
)"},
    {"E0315", "files that differ only in case",
     R"(On the disks of macOS and Windows, and in many archives, relu.cc and Relu.cc are the same
file. One of the two would be lost.
)"},
    {"E0316", "a type that no op of the set has",
     R"(Under a set, 'types' chooses among the types of its ops. Ops that do not allow the chosen
types keep those of the set. If no op allows them, that is a mistake.

    kernels:
      - {set: mlp, types: string}

Name a type that the kernels of the set have:

    kernels:
      - {set: mlp, types: [float, half]}
)"},
    {"E0317", "the op has no such argument in some releases",
     R"(A plugin serves every release of the spec's 'tensorflow' range with the same registrations. A
host-memory argument that the op does not have in one of them breaks every node of the op there.

Narrow the range, or leave the argument out. `plugingen ops NAME` shows what changed when.
)"},
    {"E0318", "a reference kernel has other arguments in host memory",
     R"(The host reads shapes, axes and sizes before it enqueues anything. The device computes with
everything else, in the order of the stream. A reference kernel that found an argument in the wrong
memory would crash, or read values that are not there yet.

    - {op: Fill, types: {T: float}, host_memory: []}

Leave 'host_memory' out. A kernel of your own may read its arguments in either memory:

    - {op: Fill, types: {T: float}, host_memory: [], implementation: stub}
)"},
    {"W0301", "a kernel that can never run",
     R"(Two entries register an op for the same types with different priorities. TensorFlow always
chooses the kernel with the higher one.
)"},
    {"W0302", "a kernel of TensorFlow's own is replaced",
     R"(For every pluggable device TensorFlow computes some ops on the host, with all arguments in
host memory. Most of them are arithmetic on int32, which computes shapes. A plugin's kernel for the
same types silently replaces such a kernel. The same is true of ops for which TensorFlow has a
kernel that works on every device: Shape, Reshape and Identity, variables as a whole, lists of
tensors, collectives.

By default plugingen registers no such kernel. Name the types only if the device should compute
them.
)"},
    {"W0303", "the op does not exist in some releases",
     R"(The spec's 'tensorflow' range has releases without this op. There the kernel does no harm,
but it is never run: models with the op need a newer (or older) TensorFlow.

Narrow the range if the plugin is useless without the op. Otherwise ignore the warning. `plugingen
ops NAME` shows which releases have the op.
)"},
    {"W0304", "the type is not allowed in some releases",
     R"(The spec's 'tensorflow' range has releases in which the op's attr cannot have this type.
There the kernel does no harm, but it is never run.

    tensorflow: ">=2.12"
    kernels:
      - {op: UnsortedSegmentSum, types: {Tindices: int16}, implementation: stub}   # since 2.13
      - {op: TopKV2, types: {Tk: int64}, implementation: stub}   # attr Tk is there since 2.13

In releases without the attr, the op behaves as with the attr's default. When the plugin is loaded,
it asks TensorFlow for the op, and registers only kernels of that type there, without the attr.

`plugingen ops NAME` shows what changed when.
)"},
    {"W0305", "TensorFlow would compute on the device's memory itself",
     R"(Since 2.15 TensorFlow registers kernels of AssignAddVariableOp and AssignSubVariableOp for every
pluggable device. They compute on the CPU, in the device's memory, without waiting for the device's
stream: wrong values on a device that works asynchronously, a crash where the host cannot reach it.
`tf.Variable.assign_add`, every optimizer and every step counter use them.

    kernels:
      - Relu

Kernels of the plugin win over them:

    kernels:
      - set: variables

The sets for networks include it.
)"},
    {"W0306", "an op of the set is left out",
     R"(The op has other arguments in some releases of the spec's 'tensorflow' range, and one registration
cannot serve both: it would break every node of the op in those releases, those on the CPU too. The
op is computed on the host instead.

Begin the range where the help says, and the set is complete.
)"},
    {"W0307", "TensorFlow makes an op that the device lacks",
     R"(In a tf.function TensorFlow's graph optimizer rewrites arithmetic: x * x becomes Square, x +
y + z becomes AddN, log(1 + x) becomes Log1p. By then every op has its device, and TensorFlow does
not check whether there is a kernel: the function fails with "No registered 'Square' OpKernel".
Found with 2.21.

Register the ops that the help names, or tell your users to switch the rewriting off:

    tf.config.optimizer.set_experimental_options({"arithmetic_optimization": False})

The sets for networks include the ops that TensorFlow makes of theirs.
)"},
    {"W0308", "a type that many ops of the set do not have",
     R"(Under a set, 'types' applies to the ops that allow the type. The others keep the types of
the set, so that a network still finds its kernels. If these are more than a quarter of the ops, you
may have meant other types.

    kernels:
      - {set: mlp, types: int32}

Name the ops that you mean, or add the types that the others have:

    kernels:
      - {set: mlp, types: [float, half]}
      - {op: MatMul, types: int32}
)"},
    {"W0309", "many kernels of one op",
     R"(Every combination of types is a kernel of its own, which is compiled separately. An op with
three type attributes of fourteen types each has 2744 kernels. Compiling their file takes hours, and
more memory than most machines have.

    ops:
      - name: AcmeOp
        inputs: ["a: A", "b: B", "c: C"]
        outputs: ["y: A"]
        attrs: ["A: numbertype", "B: numbertype", "C: numbertype"]
        shape: same_as(a)
    kernels:
      - AcmeOp

With 'types: {A: [float, half], B: int32, C: [int32, int64]}' there are four. A hundred thousand are
an error (E0313).
)"},
};

}  // namespace

std::span<const CodePage> CatalogCodes() { return kCatalogPages; }

}  // namespace plugingen::diag
