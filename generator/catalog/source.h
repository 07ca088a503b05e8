// Where the texts about TensorFlow's releases come from: the program itself, or a folder of the
// user's that knows more of them (`plugingen api scan` fills it).

#ifndef PLUGINGEN_CATALOG_SOURCE_H_
#define PLUGINGEN_CATALOG_SOURCE_H_

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plugingen::catalog {

inline constexpr std::string_view kOpsFile = "tensorflow.txt";
inline constexpr std::string_view kCApiFile = "c_api.txt";
// What such a folder may hold. What it lacks comes from the program.
inline constexpr std::array kSourceFiles = {kOpsFile, kCApiFile};

// The environment variable that names the folder; main reads it, nothing here does.
inline constexpr char kFolderVariable[] = "PLUGINGEN_CATALOG";

// A folder or a file of the user's that cannot be used. what() names it, with the line.
class SourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// From now on texts come from `folder`; "" is the program itself. To be called before anything is
// read.
void UseFolder(std::string folder);
// The folder in use, or "".
const std::string& FolderInUse();

// The text of one of kSourceFiles, which stays good. A file is checked as it is read. Throws
// SourceError.
std::string_view SourceText(std::string_view file);
// Likewise, from the program whatever folder is in use.
std::string_view BuiltInSourceText(std::string_view file);

// Throws SourceError unless `text` has the format of `file`, one of kSourceFiles; `path` is its
// name in the message.
void CheckSourceText(std::string_view file, std::string_view text, const std::string& path);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_SOURCE_H_
