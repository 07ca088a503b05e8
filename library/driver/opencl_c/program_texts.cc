// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl_c/program_texts.h"

#include <string>
#include <string_view>

#include "pluggable/device_kernel.h"

namespace pluggable {

namespace {

// The definitions for a type, which precede the dialect; null for unsupported types.
const char* Definition(std::string_view type) {
  constexpr std::string_view kBegin = "#define TYPE_";
  constexpr const char* kDefinitions[] = {
      "#define TYPE_float\n",    "#define TYPE_double\n",    "#define TYPE_half\n",
      "#define TYPE_bfloat16\n", "#define TYPE_int8\n",      "#define TYPE_int16\n",
      "#define TYPE_int32\n",    "#define TYPE_int64\n",     "#define TYPE_uint8\n",
      "#define TYPE_uint16\n",   "#define TYPE_uint32\n",    "#define TYPE_uint64\n",
      "#define TYPE_bool\n",     "#define TYPE_complex64\n", "#define TYPE_complex128\n",
  };
  for (const char* const definition : kDefinitions) {
    std::string_view name(definition);
    name.remove_prefix(kBegin.size());
    name.remove_suffix(1);
    if (name == type) return definition;
  }
  return nullptr;
}

// Whether a text is for elements of the type. A user's text need not list its types.
bool IsCompiledFor(std::string_view text, const std::string& type) {
  constexpr std::string_view kBegin = "// Compiled for ";
  const size_t begin = text.find(kBegin);
  if (begin == std::string_view::npos) return true;
  text.remove_prefix(begin + kBegin.size());
  const std::string types = " " + std::string(text.substr(0, text.find('.'))) + " ";
  return types.find(" " + type + " ") != std::string::npos;
}

}  // namespace

std::vector<const char*> TextsOfProgram(const std::string& name, const std::string& type) {
  const char* const definition = Definition(type);
  const char* const text = opencl_c::KernelText(name.c_str());
  if (definition == nullptr || text[0] == '\0' || !IsCompiledFor(text, type)) return {};
  return {definition, opencl_c::KernelText("dialect"), opencl_c::KernelText("nest"), text};
}

}  // namespace pluggable
