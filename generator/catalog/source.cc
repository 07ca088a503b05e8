#include "catalog/source.h"

#include <map>
#include <optional>
#include <utility>

#include "base/embedded.h"
#include "base/file_system.h"
#include "base/text.h"
#include "catalog/flaws.h"

namespace plugingen::catalog {
namespace {

std::string& Folder() {
  static std::string folder;
  return folder;
}

// Returns the text of a file in the folder in use, or nothing.
std::optional<std::string> Read(std::string_view file) {
  const auto disk = MakeRealFileSystem();
  const std::string path = JoinPath(Folder(), file);
  std::optional<std::string> text;
  try {
    text = disk->Read(path);
    if (!text)
      disk->List(Folder());  // throws if the folder does not exist, because that is a typo rather
                             // than an empty catalogue
  } catch (const FileError& error) {
    throw SourceError(std::string("the catalogue cannot be used: ") + error.what());
  }
  if (text) CheckSourceText(file, *text, path);
  return text;
}

}  // namespace

void UseFolder(std::string folder) { Folder() = std::move(folder); }

const std::string& FolderInUse() { return Folder(); }

std::string_view SourceText(std::string_view file) {
  static std::map<std::string, std::optional<std::string>, std::less<>> texts;
  if (Folder().empty()) return BuiltInSourceText(file);
  auto text = texts.find(file);
  if (text == texts.end()) text = texts.emplace(file, Read(file)).first;
  return text->second ? std::string_view(*text->second) : BuiltInSourceText(file);
}

std::string_view BuiltInSourceText(std::string_view file) {
  return base::EmbeddedText("catalog/" + std::string(file));
}

void CheckSourceText(std::string_view file, std::string_view text, const std::string& path) {
  const std::optional<Flaw> flaw = file == kOpsFile ? FindFlawOfOps(text) : FindFlawOfCApi(text);
  if (flaw) {
    throw SourceError(path + ":" + std::to_string(flaw->line) + ": " + flaw->message);
  }
}

}  // namespace plugingen::catalog
