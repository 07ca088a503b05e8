# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# Writes `unit`, a C++ file with the files NAME-TYPE.ptx of `folder`, for each NAME-TYPE of `programs`.

set(text "// The texts of compute/device as PTX.\n\n#include \"driver/cuda/program_texts.h\"\n\n#include <string>\n\n")
string(APPEND text "namespace pluggable::cuda {\n\nconst char* KernelPtx(const char* name, const char* type) {\n")
string(APPEND text "  const std::string program = std::string(name) + \"-\" + type;\n")
file(WRITE ${unit}.new "${text}")
foreach(program IN LISTS programs)
  file(READ ${folder}/${program}.ptx ptx)
  file(APPEND ${unit}.new "  if (program == \"${program}\") return R\"ptx(${ptx})ptx\";\n")
endforeach()
file(APPEND ${unit}.new "  return nullptr;\n}\n\n}  // namespace pluggable::cuda\n")
file(RENAME ${unit}.new ${unit})
