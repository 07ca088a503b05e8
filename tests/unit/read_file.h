// The repository and its files, for tests that read golden files and other parts of it.

#ifndef PLUGINGEN_TESTS_UNIT_READ_FILE_H_
#define PLUGINGEN_TESTS_UNIT_READ_FILE_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace plugingen {

// The root of the repository. The build defines it in a file of its own, so that what is compiled
// for the tests does not depend on where the repository is.
std::filesystem::path SourceFolder();

// The bytes of a file; none if it cannot be read.
inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace plugingen

#endif  // PLUGINGEN_TESTS_UNIT_READ_FILE_H_
