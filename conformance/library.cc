#include "library.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>

namespace conformance {
namespace {

// "" if it cannot be read.
std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes(file ? static_cast<size_t>(file.tellg()) : 0, '\0');
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

// Renames the symbols in `missing` in the string table that the dynamic linker reads, so that
// lookups fail, as in a library that never had them.
bool HideSymbols(std::string* library, const std::set<std::string>& missing) {
  char* const bytes = library->data();
  if (library->size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes, ELFMAG, SELFMAG) != 0)
    return false;
  const auto* const header = reinterpret_cast<const Elf64_Ehdr*>(bytes);
  const uint64_t sections_end = header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr);
  if (sections_end > library->size()) return false;
  const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_DYNSYM) continue;
    const Elf64_Shdr& strings = sections[sections[i].sh_link];
    const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(bytes + sections[i].sh_offset);
    for (size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
      char* const name = bytes + strings.sh_offset + symbols[s].st_name;
      if (missing.count(name) != 0) name[0] = '~';
    }
    return true;
  }
  return false;
}

// Opens the bytes of a library; there is no file by then.
void* OpenBytes(const std::string& bytes) {
  const int file = memfd_create("libtensorflow_framework.so.2", 0);
  if (file < 0) return nullptr;
  size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = write(file, bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<size_t>(count);
  }
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  void* const handle =
      written == bytes.size() ? dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) : nullptr;
  close(file);
  return handle;
}

}  // namespace

std::string OpenHostLibrary(const std::string& path, const Release& release,
                            const std::vector<std::string>& missing, HostState** state) {
  std::set<std::string> hidden(missing.begin(), missing.end());
  for (const Symbol& symbol : Symbols()) {
    if (!symbol.IsIn(release)) hidden.emplace(symbol.name);
  }
  std::string bytes = Contents(path);
  if (!HideSymbols(&bytes, hidden)) return "cannot read the host library " + path;
  void* const handle = OpenBytes(bytes);
  if (handle == nullptr) {
    const char* const message = dlerror();
    return "cannot open the host library " + path + ": " + (message == nullptr ? "" : message);
  }
  const auto get = reinterpret_cast<HostStateFn>(dlsym(handle, kHostStateFunction));
  if (get == nullptr) return path + " is not the suite's host library";
  *state = get();
  (*state)->version = std::string(release.name) + ".0";
  return "";
}

void* OpenPlugin(const std::string& path, OpenError* error) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return handle;
  const char* const message = dlerror();
  error->message = message == nullptr ? "dlopen failed" : message;
  constexpr std::string_view kMissing = "undefined symbol: ";
  const size_t at = error->message.find(kMissing);
  if (at != std::string::npos) {
    const size_t begin = at + kMissing.size();
    const size_t end = error->message.find_first_of(", \n", begin);
    error->missing_symbol = error->message.substr(begin, end - begin);
  }
  return nullptr;
}

bool IsOfOtherReleases(std::string_view symbol, const Release& release) {
  return std::any_of(Symbols().begin(), Symbols().end(), [&](const Symbol& known) {
    return known.name == symbol && !known.IsIn(release);
  });
}

}  // namespace conformance
