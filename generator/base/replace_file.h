// Writes single files of the user's without ever leaving half a file.

#ifndef PLUGINGEN_BASE_REPLACE_FILE_H_
#define PLUGINGEN_BASE_REPLACE_FILE_H_

#include <string>
#include <string_view>

namespace plugingen {

// Explains why a file cannot be replaced, as the end of a sentence about it; "" if it can.
std::string RefusalToReplace(const std::string& path);

// Replaces a regular file that contains `before` by `text`. At any time, even after a power cut,
// the file has the old or the new text. Keeps its permissions, and its owner if the process is
// allowed to. Returns false and changes nothing if the file has another text. The caller must have
// locked the folder. Throws FileError.
bool ReplaceFile(const std::string& path, std::string_view before, std::string_view text);

// Creates a file. Returns false and changes nothing if the path exists. Throws FileError, and does
// not leave a partial file.
bool MakeFile(const std::string& path, std::string_view text);

// Returns the folder that contains a file, "." for the current one.
std::string FolderOfFile(const std::string& path);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_REPLACE_FILE_H_
