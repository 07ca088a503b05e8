// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/denied.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/device_kernel.h"
#include "compute/device/programs.h"
#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable::compute {

namespace {

constexpr std::string_view kAll = "all";

struct Denied {
  std::string device;   // empty: any
  std::string program;  // or kAll
  std::string type;     // empty: any
};

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r";
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

// Whether the program is compiled for the type, or for any type if `type` is empty.
bool IsProgram(const std::string& name, const std::string& type) {
  if (!type.empty()) return !TextsOfProgram(name, type).empty();
  return std::any_of(std::begin(kTypesOfPrograms), std::end(kTypesOfPrograms),
                     [&](DataType dtype) { return IsProgram(name, DataTypeString(dtype)); });
}

bool IsType(const std::string& name) {
  return std::any_of(std::begin(kTypesOfPrograms), std::end(kTypesOfPrograms),
                     [&](DataType dtype) { return DataTypeString(dtype) == name; });
}

// Adds the programs of a list with commas between, which was read from `source`.
void AddList(std::string_view list, const std::string& device, const std::string& source,
             std::vector<Denied>* denied) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view term = Trimmed(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    if (term.empty()) continue;
    const size_t colon = std::min(term.find(':'), term.size());
    Denied found;
    found.device = device;
    found.program = Trimmed(term.substr(0, colon));
    if (colon < term.size()) found.type = Trimmed(term.substr(colon + 1));
    // Such a program may move several elements as one larger integer, so its type depends on the
    // copy.
    if (IsType(found.type) && MovesElements(found.program)) found.type.clear();
    if (found.program != kAll && !IsProgram(found.program, found.type)) {
      runtime::Log(source, ": '", std::string(term), "' means nothing: expected a text of ",
                   "compute/device, such as reduce, with a type that it is compiled for, as in ",
                   "reduce:half, or all");
      continue;
    }
    denied->push_back(std::move(found));
  }
}

// "" if there is no home directory.
std::string PathOfList() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  std::string folder;
  if (config != nullptr && config[0] == '/') {
    folder = config;
  } else if (home != nullptr && home[0] != '\0') {
    folder = std::string(home) + "/.config";
  }
  return folder.empty() ? "" : folder + "/" + names::kPlugin + "/denied.txt";
}

void ReadFile(const std::string& path, std::vector<Denied>* denied) {
  std::ifstream file(path);
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    const std::string_view line = Trimmed(text);
    if (line.empty() || line.front() == '#') continue;
    const std::string source = path + ":" + std::to_string(number);
    const size_t end = line.rfind(": ");  // a device's name may have a colon, too
    if (end == std::string_view::npos) {
      runtime::Log(source, " has no list: expected 'DEVICE (driver VERSION): PROGRAM:TYPE, ...'");
      continue;
    }
    AddList(line.substr(end + 1), std::string(Trimmed(line.substr(0, end))), source, denied);
  }
}

const std::vector<Denied>& TheList() {
  // Never destroyed: TensorFlow's threads may use devices until the process ends.
  static const auto* const list = [] {
    auto* const denied = new std::vector<Denied>;
    if (const char* const variable = std::getenv(names::kDeny); variable != nullptr) {
      if (Trimmed(variable) != "none") AddList(variable, "", names::kDeny, denied);
    } else if (const std::string path = PathOfList(); !path.empty()) {
      ReadFile(path, denied);
    }
    return denied;
  }();
  return *list;
}

}  // namespace

bool IsDenied(const DeviceProperties& device, const char* name, DataType dtype) {
  const std::vector<Denied>& list = TheList();
  return std::any_of(list.begin(), list.end(), [&](const Denied& denied) {
    return (denied.program == kAll || denied.program == name) &&
           (denied.type.empty() || denied.type == DataTypeString(dtype)) &&
           (denied.device.empty() || denied.device == Description(device));
  });
}

}  // namespace pluggable::compute
