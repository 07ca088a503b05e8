# Writes a C++ unit that holds text files as raw string literals.
#   cmake -DROOT=<repository> -DFILES=<file;...> -DOUTPUT=<unit.cc> -P embed.cmake
# Raw strings compile in milliseconds where a byte array takes seconds, and read well in a debugger.

set(unit "// made from templates/, library/, catalog/ and tools/ by cmake/embed.cmake.\n\n#include \"base/embedded.h\"\n\n")
string(APPEND unit "namespace plugingen::base {\nnamespace {\n\n")
# Counting characters at compile time is limited to 2^18 steps; the length of an array is known.
string(APPEND unit "template <size_t N>\nconstexpr std::string_view Text(const char (&text)[N]) {\n")
string(APPEND unit "  return {text, N - 1};\n}\n\nconstexpr EmbeddedFile kFiles[] = {\n")
# Not one text to which all files are appended: CMake copies it each time, which takes five seconds for four megabytes.
file(WRITE "${OUTPUT}.new" "${unit}")
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" text)
  if(text MATCHES "\\)__EMBED\"")
    message(FATAL_ERROR "${file} contains the delimiter of its own literal")
  endif()
  file(APPEND "${OUTPUT}.new" "    {\"${file}\", Text(R\"__EMBED(" "${text}" ")__EMBED\")},\n")
endforeach()
set(unit "};\n\n}  // namespace\n\n")
string(APPEND unit "std::span<const EmbeddedFile> EmbeddedFiles() { return kFiles; }\n\n")
string(APPEND unit "}  // namespace plugingen::base\n")
file(APPEND "${OUTPUT}.new" "${unit}")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
