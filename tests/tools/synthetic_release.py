"""TensorFlow 2.97, a release that does not exist: the newest one's headers with some changes, and libraries of a few kilobytes."""

import shutil
import subprocess
import sys

from tools_path import CATALOG, TOOLS, compile_library, site_packages

import extract_c_api
import merged_catalog
import registered_ops
import wire_format
from known_releases import KNOWN
from tensorflow_package import Package

INCLUDE = "tensorflow/include"
# Where it differs from that: (header, text, what it becomes).
CHANGES = (
    ("tensorflow/c/experimental/stream_executor/stream_executor.h",
     "  double (*get_gflops)(const SP_Device* device);\n",
     "  double (*get_gflops)(const SP_Device* device);\n"
     "  TF_Bool (*get_temperature)(const SP_Device*, int32_t *kelvin);\n"),
    ("tensorflow/c/experimental/stream_executor/stream_executor.h",
     "TF_OFFSET_OF_END(SP_DeviceFns, get_gflops)", "TF_OFFSET_OF_END(SP_DeviceFns, get_temperature)"),
    ("tensorflow/c/kernels.h",
     "TF_CAPI_EXPORT extern int TF_NumInputs(TF_OpKernelContext* ctx);",
     "TF_CAPI_EXPORT extern int TF_NumInputs(const TF_OpKernelContext* ctx);\n"
     "// A new one.\nTF_CAPI_EXPORT extern void TF_NumLeaks(\n    TF_OpKernelContext *ctx, size_t* num);"),
    ("tensorflow/c/tf_datatype.h", "TF_FLOAT = 1,", "TF_FLOAT = 1,\n  TF_POSIT8 = 99,"),
)
STUB = """
    #include <stddef.h>
    typedef struct { const void* data; size_t length; void (*deallocator)(void*, size_t); } Buffer;
    #define EMBED(name) __asm__(".section .rodata\\n" #name ": .incbin \\"FOLDER/" #name "\\"\\n" #name "_end:\\n.text\\n"); \\
        extern const char name[] __attribute__((visibility("hidden"))), name##_end[] __attribute__((visibility("hidden")))
    EMBED(ops);
    EMBED(kernels);
    Buffer* TF_GetAllOpList(void) { static Buffer b; b.data = ops; b.length = ops_end - ops; return &b; }
    Buffer* TF_GetAllRegisteredKernels(void* s) {
      static Buffer b; b.data = kernels; b.length = kernels_end - kernels; return &b; }
"""


def varint(number):
    low = [number & 0x7F]
    return bytes(low) if number < 0x80 else bytes([low[0] | 0x80]) + varint(number >> 7)


def wire(number, value):
    """A field of a protocol buffer: text, bytes or a number."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def c_api_of_the_newest():
    return merged_catalog.parse(extract_c_api.STYLE, (CATALOG / "c_api.txt").read_text())[0][KNOWN.newest]


def ops_of_the_newest(folder):
    """({name: its definition}, kernels), as bytes."""
    package = Package(site_packages("venv"))
    with package.files.unpacked(()) as root:
        libraries = [root / name for pattern in registered_ops.LIBRARIES for name in package.files.names(pattern)]
        subprocess.run([sys.executable, TOOLS / "registered_ops.py", folder, *libraries], check=True,
                       capture_output=True)
    found = {}
    for number, _, value in wire_format._fields(memoryview((folder / "ops").read_bytes())):
        if number == 1:
            found[wire_format.decode(value, {1: ("name", "bytes")}).name.decode()] = bytes(value)
    return found, (folder / "kernels").read_bytes()


def make(site, ops, kernels, changes=CHANGES, version="2.97.0"):
    """Makes the folder `site` a site-packages with the release, whose ops and kernels are given as bytes."""
    source = site_packages("venv") / INCLUDE
    core = "tensorflow/core"
    for pattern in ("tensorflow/c/**/*.h", "xla/tsl/c/*.h", "tsl/platform/*.h", f"{core}/platform/ctstring.h",
                    f"{core}/common_runtime/next_pluggable_device/c/*.h", f"{core}/framework/types.pb.h"):
        for path in source.glob(pattern):
            target = site / INCLUDE / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    for header, old, new in changes:
        path = site / INCLUDE / header
        text = path.read_text()
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new))
    metadata = site / f"tensorflow_cpu-{version}.dist-info/METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: tensorflow-cpu\nVersion: {version}\n\nName: nothing\n")

    answers = ("TF_GetAllOpList", "TF_GetAllRegisteredKernels")
    stubs = {}
    for library in ("framework", "cc"):
        names = [head.split()[1] for head, lines in c_api_of_the_newest().items() if f"exported {library}" in lines]
        stubs[library] = "".join(f"void {name}(void) {{}}\n" for name in names if name not in answers)
    stubs["framework"] += "void TF_NumLeaks(void) {}"
    (site / "ops").write_bytes(b"".join(wire(1, op) for op in ops))
    (site / "kernels").write_bytes(kernels)
    stubs["cc"] += STUB.replace("FOLDER", str(site))
    for library, source in stubs.items():
        compile_library(site / f"tensorflow/libtensorflow_{library}.so.2", source)
