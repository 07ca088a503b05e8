// Plans of diagonals just below and just above what kernels can count, on a device that only counts
// its launches, and so without their memory. Prints who computes each.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

#include "compute/device/programs.h"
#include "compute/diagonals.h"
#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"

namespace {

const char* g_computes = "nobody";

}  // namespace

namespace pluggable {

namespace internal {

int DeviceOrdinal(SP_Stream) { return 0; }

const DeviceProperties& PropertiesOf(SP_Stream) {
  static const auto* const properties = new DeviceProperties;
  return *properties;
}

Status Launch(SP_Stream, const char*, const std::shared_ptr<OpMemory>&, const DeviceKernel&, Dim3,
              Dim3, void**) {
  g_computes = "device";
  return Status();
}

}  // namespace internal

bool HasDeviceKernel(int, const DeviceKernel&, Dim3) { return true; }

namespace compute {

Programs::Programs(const char* name) noexcept : name_(name), next_(nullptr) {}

const DeviceProgram* Programs::Find(int, const DeviceProperties&, DataType) {
  static const auto* const program = new DeviceProgram;
  return program;
}

DataType TypeOfSize(size_t) { return DT_UINT32; }

Status OnHost(const Stream&, const DiagonalsPlan&) {
  g_computes = "host";
  return Status();
}

namespace {

void Ask(DiagonalsPlan::Kind kind, int64_t rows, int64_t columns, int64_t lower, int64_t upper) {
  DiagonalsPlan plan;
  plan.kind = kind;
  plan.element_bytes = 4;
  plan.band.rows = rows;
  plan.band.columns = columns;
  plan.band.lower = lower;
  plan.band.upper = upper;
  g_computes = "nobody";
  const Status status = Diagonals(Stream(nullptr, "Op", nullptr), plan);
  std::printf("%s%s\n", g_computes, status.ok() ? "" : ", and fails");
}

}  // namespace
}  // namespace compute
}  // namespace pluggable

int main() {
  using pluggable::compute::Ask;
  using Kind = pluggable::compute::DiagonalsPlan::Kind;
  for (const Kind kind : {Kind::kPack, Kind::kUnpack}) {
    // Matrices of 2^31 - 88,048 elements, and of 4,633 more than 2^31.
    Ask(kind, 46340, 46340, 0, 0);
    Ask(kind, 46341, 46341, 0, 0);
    // Packed diagonals of 2^31 - 163,837 and 2^31 - 32,768 elements. Threads behind the last of
    // these would not have a number.
    Ask(kind, 32767, 32767, -32766, 32766);
    Ask(kind, 32768, 32768, -32767, 32767);
  }
}
