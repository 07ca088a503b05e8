// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "pluggable/device_kernel.h"
#include "pluggable/types.h"

#include "compute/device/programs.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable {

namespace {

std::set<DataType> TypesOfKernels() {
  std::set<DataType> types;
  for (const KernelRow& row : Kernels()) {
    row.types.ForEach([&](const TypeConstraint& constraint) { types.insert(constraint.type); });
  }
  return types;
}

// The programs and types that the environment variable lists.
struct Wanted {
  std::set<DataType> types;
  std::set<std::string> left_out;  // programs to leave out, "softmax:half"
};

Wanted WantedBy(const std::string& list) {
  Wanted wanted;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "all") wanted.types = TypesOfKernels();
    if (word.rfind('-', 0) == 0) wanted.left_out.insert(word.substr(1));
    const auto* const found =
        std::find_if(std::begin(compute::kTypesOfPrograms), std::end(compute::kTypesOfPrograms),
                     [&](DataType type) { return DataTypeString(type) == word; });
    if (found != std::end(compute::kTypesOfPrograms)) wanted.types.insert(*found);
  }
  return wanted;
}

// Kernels that only move elements treat them as integers of the same size.
std::set<DataType> TypesThatMove(const std::set<DataType>& types) {
  std::set<size_t> sizes;
  for (const DataType type : types) sizes.insert(DataTypeSize(type));
  std::set<DataType> moved;
  for (const DataType type : {DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX128}) {
    if (sizes.count(DataTypeSize(type)) > 0) moved.insert(type);
  }
  return moved;
}

// False if the driver cannot build programs yet.
bool BuildAhead(int ordinal, const DeviceProgram& program) {
  runtime::Log("warm ", ordinal, ": ", program.name);
  const auto begin = std::chrono::steady_clock::now();
  const DeviceProgramBuild built = BuildDeviceProgram(ordinal, program);
  if (built.status.code() == TF_UNIMPLEMENTED) {
    runtime::Log("warm ", ordinal, ": nothing yet, ", built.status.message());
    return false;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const char* const outcome = !built.status.ok()    ? "failed"
                              : built.is_from_cache ? "from the cache"
                                                    : "built";
  runtime::Log("warm ", ordinal, ": ", outcome, " in ", seconds.count(), " s");
  return true;
}

}  // namespace

void BuildProgramsAhead(int ordinal, const DeviceProperties& properties) {
  const char* const variable = std::getenv(names::kWarm);
  if (variable == nullptr || variable[0] == '\0') return;
  const Wanted wanted = WantedBy(variable);
  const std::set<DataType> moved = TypesThatMove(wanted.types);
  for (auto* programs = compute::Programs::First(); programs != nullptr;
       programs = programs->next()) {
    for (const DataType type : compute::MovesElements(programs->name()) ? moved : wanted.types) {
      const std::string name = std::string(programs->name()) + ":" + DataTypeString(type);
      if (wanted.left_out.count(name) > 0) continue;
      const DeviceProgram* const program = programs->Find(ordinal, properties, type);
      if (program == nullptr) continue;
      if (!BuildAhead(ordinal, *program)) return;
    }
  }
  runtime::Log("warm ", ordinal, ": done");
}

}  // namespace pluggable
