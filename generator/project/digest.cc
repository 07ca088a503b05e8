#include "project/digest.h"

#include "base/lines.h"
#include "base/sha256.h"

namespace plugingen::project {

bool HasDigest(std::string_view text, const std::string& digest) {
  if (Sha256(text) == digest) return true;
  return text.find('\r') != std::string_view::npos &&
         Sha256(base::WithoutCarriageReturns(text)) == digest;
}

bool IsSameText(std::string_view on_disk, std::string_view wanted) {
  if (on_disk == wanted) return true;
  return on_disk.find('\r') != std::string_view::npos &&
         base::WithoutCarriageReturns(on_disk) == wanted;
}

std::string StateOf(const std::string& path, const FileSystem& disk) {
  const FileKind kind = disk.Kind(path);
  if (kind == FileKind::kMissing) return "";
  if (kind != FileKind::kFile) return std::string(kNoFile);
  return Sha256(disk.Read(path).value_or(""));
}

}  // namespace plugingen::project
