"""The part of TensorFlow's C API that plugins see, as sections of catalog/c_api.txt.

Plugin-facing are the headers below and what they include for status, strings and rendezvous. tensorflow/c/c_api.h is
for programs that build and run graphs; a plugin needs of it, and of c_api_experimental.h, what FROM_C_API names:
buffers (which had no header of their own before 2.11), strings, the lists of ops and kernels, and loading.
"""

import re

import c_declarations
import c_expressions
from c_layout import Layout
from c_preprocessor import Preprocessor
from c_types import Record, type_text
from elf_symbols import exported_symbols
from tensorflow_package import NoPackage

WORDS = ("struct", "function", "enum", "macro", "type")
HEADERS = tuple(
    f"tensorflow/c/{name}.h"
    for name in ("c_api_macros", "tf_attrtype", "tf_buffer", "tf_datatype", "tf_status", "tf_tensor", "tf_tstring",
                 "kernels", "kernels_experimental", "ops", "logging",
                 "experimental/stream_executor/stream_executor", "experimental/grappler/grappler",
                 "experimental/pluggable_profiler/pluggable_profiler"))
INCLUDED = re.compile(r"(^|/)(ctstring|tsl_status|tf_rendezvous_c_api)\.h$")
# Of these, the types only: the rest is how the inline functions of ctstring.h are made.
TYPES_ONLY = re.compile(r"(^|/)ctstring_internal\.h$")
PARTLY = ("tensorflow/c/c_api.h", "tensorflow/c/c_api_experimental.h")
FROM_C_API = {"TF_Version", "TF_StringView", "TF_TensorFromProto", "TF_Buffer", "TF_NewBuffer", "TF_DeleteBuffer",
              "TF_NewBufferFromString", "TF_GetBuffer", "TF_GetAllOpList", "TF_GetAllRegisteredKernels",
              "TF_GetRegisteredKernelsForOp", "TF_Library", "TF_LoadLibrary", "TF_GetOpList", "TF_DeleteLibraryHandle",
              "TF_LoadPluggableDeviceLibrary", "TF_DeletePluggableDeviceLibraryHandle"}
EXPORTED = re.compile(r"(TF|TSL|SE|SP|TP)_")
PYTHON_EXTENSION = "tensorflow/python/_pywrap_tensorflow_internal.so"


def is_wanted(name, file):
    if file in PARTLY:
        return name in FROM_C_API
    return file in HEADERS or bool(INCLUDED.search(file) or TYPES_ONLY.search(file))


class Headers:
    """The plugin-facing headers of a package, read."""

    def __init__(self, read):
        self.preprocessor = Preprocessor(read)
        for header in (*HEADERS, *PARTLY):  # not every release has every one
            self.preprocessor.include(header)
        self.declarations, skipped = c_declarations.parse(self.preprocessor.tokens, self._is_decoration)
        self.skipped = [text for text in skipped if is_wanted("", text.split(":")[0])]
        self.layout = Layout(self.declarations, self.preprocessor.expanded)

    def _is_decoration(self, name):
        macro = self.preprocessor.macros.get(name)
        return macro is not None and macro.parameters is None and (
            not macro.body or macro.body[0] in ("__attribute__", "__attribute", "__declspec"))

    def sections(self):
        """{"struct SP_Platform": [line, ...]}"""
        found = {}
        sizes = self._struct_sizes()
        for item in self.declarations:
            if item.name and is_wanted(item.name, item.file):
                try:
                    head, lines = self._section(item, sizes)
                except c_expressions.NotConstant as error:
                    self.skipped.append(f"{item.file}: {item.name}: {error}")
                    continue
                if head:
                    found.setdefault(head, [f"header {item.file}", *lines])
        for macro in self.preprocessor.macros.values():
            if self._is_told(macro, sizes):
                found[f"macro {macro.name}"] = [f"header {macro.file}", f"value {self._macro_value(macro)}"]
        defined = {head.split()[1] for head in found if head.startswith(("struct ", "enum "))}
        return {head: lines for head, lines in found.items()
                if not (head.startswith("type ") and head.split()[1] in defined)}

    def _section(self, item, sizes):
        if isinstance(item, Record):
            return f"struct {item.name}", list(self._struct_lines(item, sizes))
        if isinstance(item, c_declarations.Enum):
            return f"enum {item.name}", [f"value {name} = {value}" for name, value in self.layout.enumerators(item)]
        if isinstance(item, c_declarations.Function) and not TYPES_ONLY.search(item.file):
            inline = "inline " if item.inline else ""
            return f"function {item.name}", [f"declared {inline}{type_text(item.type)}"]
        if isinstance(item, c_declarations.Typedef):
            return f"type {item.name}", [f"declared {type_text(item.type, with_keyword=True)}"]
        if isinstance(item, c_declarations.Forward):
            return f"type {item.name}", [f"declared {item.keyword} {item.name}"]
        return None, []

    def _struct_lines(self, record, sizes):
        size, _, fields = self.layout.of(record)
        yield f"size {size}"
        for name, (owner, value) in sorted(sizes.items()):
            if owner == record.name:
                yield f"end {value} {name}"
        for offset, width, field in fields:
            yield f"field {offset} {width} {field.name}: {type_text(field.type)}"

    def _struct_sizes(self):
        """{macro or constant: (struct, value)} of what says how long a struct is."""
        candidates = {macro.name: macro.body for macro in self.preprocessor.macros.values() if macro.parameters is None}
        candidates |= {item.name: item.value for item in self.declarations if isinstance(item, c_declarations.Constant)}
        found = {}
        for name, body in candidates.items():
            expanded = self.preprocessor.expanded(body)
            if "offsetof" in expanded:
                try:
                    found[name] = (expanded[expanded.index("offsetof") + 2], self.layout.value(body))
                except c_expressions.NotConstant:
                    pass  # of a struct that is not understood, which is said where that one is
        return found

    def _is_told(self, macro, sizes):
        return (is_wanted(macro.name, macro.file) and not TYPES_ONLY.search(macro.file) and macro.name not in sizes
                and macro.text != "")

    def _macro_value(self, macro):
        if macro.parameters is not None:
            return f"({', '.join(macro.parameters)})"
        try:
            return self.layout.value(macro.body)
        except c_expressions.NotConstant:
            return macro.text


def exported_functions(package):
    """{library: the functions of the C API that it exports}; one of several libraries counts for the first."""
    functions, known = {}, set()
    for word, file in (("framework", package.library("tensorflow_framework")),
                       ("cc", package.library("tensorflow_cc") or PYTHON_EXTENSION)):
        if file is None or not package.files.names(file):
            raise NoPackage(f"TensorFlow {package.version} has no {file or 'libtensorflow_framework.so'} here; "
                            "names are read from Linux libraries")
        with package.files.file(file) as path:
            names = exported_symbols(path)
        functions[word] = {name for name in names if EXPORTED.match(name)} - known
        known |= functions[word]
    return functions


def sections_of(package):
    """The sections of a package, and what of its headers could not be read."""
    headers = Headers(package.header)
    sections = headers.sections()
    for library, names in exported_functions(package).items():
        for name in names:
            sections.setdefault(f"function {name}", []).append(f"exported {library}")
    return sections, headers.skipped
