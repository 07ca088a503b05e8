// Writes single files of users, on the machine's own disk, so that none is ever half a file.

#ifndef PLUGINGEN_BASE_REPLACE_FILE_H_
#define PLUGINGEN_BASE_REPLACE_FILE_H_

#include <string>
#include <string_view>

namespace plugingen {

// What forbids to put another text into the place of a file, as the end of a sentence about it; ""
// for nothing.
std::string ObjectionToReplacing(const std::string& path);

// Puts `text` into the place of a regular file that holds `before`: the old text or the new one is
// there at any time, also after a power cut. The file keeps its permissions, and its owner where
// the process may give files away. False, with nothing changed, where it holds something else by
// now. Whoever calls this holds the folder's lock. Throws FileError.
bool ReplaceFile(const std::string& path, std::string_view before, std::string_view text);

// Writes a new file. False, with nothing changed, where something is there already. Throws
// FileError, and leaves no half of a file then.
bool MakeFile(const std::string& path, std::string_view text);

// The folder that a file is in, "." for the current one.
std::string FolderOfFile(const std::string& path);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_REPLACE_FILE_H_
