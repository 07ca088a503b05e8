// Provides the texts about TensorFlow's releases. They come from the program, or from a folder of
// the user's with more releases, which `plugingen api scan` writes.

#ifndef PLUGINGEN_CATALOG_SOURCE_H_
#define PLUGINGEN_CATALOG_SOURCE_H_

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plugingen::catalog {

inline constexpr std::string_view kOpsFile = "tensorflow.txt";
inline constexpr std::string_view kCApiFile = "c_api.txt";
// The files that such a folder can contain. The program's own copies replace missing files.
inline constexpr std::array kSourceFiles = {kOpsFile, kCApiFile};

// The environment variable with the path of the folder. Only main reads it.
inline constexpr char kFolderVariable[] = "PLUGINGEN_CATALOG";

// A folder or file of the user's is not usable. what() names it and the line.
class SourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Makes texts come from `folder`; "" is the program itself. Must be called before any text is read.
void UseFolder(std::string folder);
// Returns this folder, or "".
const std::string& FolderInUse();

// Returns the text of one of kSourceFiles, which is valid until the program ends. Checks a file
// when it is read. Throws SourceError.
std::string_view SourceText(std::string_view file);
// The same, but always returns the program's own text.
std::string_view BuiltInSourceText(std::string_view file);

// Throws SourceError if `text` does not have the format of `file`, one of kSourceFiles. The message
// names the text `path`.
void CheckSourceText(std::string_view file, std::string_view text, const std::string& path);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_SOURCE_H_
