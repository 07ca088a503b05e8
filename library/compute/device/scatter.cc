// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/scatter.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "pluggable/scratch.h"

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_scatters("scatter");

// The number of threads that share the rows when chains are made, a power of two. Each thread reads
// all indices. On GPUs there are many threads, so that each finds few updates of its own rows; on
// processors, each core has one.
constexpr int32_t kOwners = 4096;
constexpr uint32_t kOwnersOfBlock = 64;

int32_t OwnersOnCpu(const Stream& stream) {
  int32_t owners = 1;
  while (owners < kOwners && owners < stream.device_properties().num_multiprocessors) owners *= 2;
  return owners;
}

// The same as kChainRun in scatter.inc.
constexpr int64_t kChainRun = 8;

// On processors: the elements of a slice that a thread updates, and the threads of a block.
constexpr int64_t kElementsOnCpu = 1024;
constexpr uint32_t kScatterThreadsOnCpu = 16;

const char* RowsBy(DataType index_dtype) {
  switch (index_dtype) {
    case DT_INT32:
      return "scatter_rows_by_int32";
    case DT_INT64:
      return "scatter_rows_by_int64";
    default:
      return nullptr;
  }
}

bool IsReal(DataType dtype) {
  return dtype == DT_FLOAT || dtype == DT_DOUBLE || dtype == DT_HALF || dtype == DT_BFLOAT16;
}

// Null for operations without a kernel: integer division by zero must be an error, on the host.
const char* ScatterKernelOf(const ScatterPlan& plan) {
  if (plan.from_zeros) return "scatter_from_zeros";
  switch (plan.operation) {
    case ScatterOperation::kUpdate:
      return "scatter_update";
    case ScatterOperation::kAdd:
      return "scatter_add";
    case ScatterOperation::kSub:
      return "scatter_sub";
    case ScatterOperation::kMul:
      return "scatter_mul";
    case ScatterOperation::kDiv:
      return IsReal(plan.dtype) ? "scatter_div" : nullptr;
    case ScatterOperation::kMin:
      return "scatter_min";
    case ScatterOperation::kMax:
      return "scatter_max";
    default:
      return nullptr;
  }
}

device::IndexedDims DimsOf(const ScatterPlan& plan) {
  device::IndexedDims dims = {};
  dims.depth = plan.depth;
  dims.are_cyclic = plan.indices_are == ScatterIndices::kCyclic ? 1 : 0;
  dims.sizes[0] = static_cast<int32_t>(plan.rows);
  if (plan.indices_are == ScatterIndices::kVectors) {
    for (int d = 0; d < plan.depth; ++d)
      dims.sizes[d] = static_cast<int32_t>(plan.shape.dim_size(d));
  }
  return dims;
}

// Scratch memory that the three launches share.
struct ChainMemory {
  int32_t* rows = nullptr;
  int32_t* next = nullptr;
  int32_t* heads = nullptr;
  int64_t padded = 0;
  int64_t range = 0;  // rows that have a head
};

// Nothing if there are too many updates.
std::optional<ChainMemory> ChainMemoryOf(const Scratch& scratch, const ScatterPlan& plan) {
  ChainMemory memory;
  const auto ints = static_cast<int64_t>(scratch.bytes() / sizeof(int32_t));
  memory.padded = (plan.count + kChainRun - 1) / kChainRun * kChainRun;
  if (2 * memory.padded > ints / 2) return std::nullopt;
  memory.rows = static_cast<int32_t*>(scratch.data());
  memory.next = memory.rows + memory.padded;
  memory.heads = memory.next + memory.padded;
  memory.range = std::min(plan.rows, ints - 2 * memory.padded);
  if (memory.range == 0) return std::nullopt;
  return memory;
}

Launched LaunchScatter(const Stream& stream, const ScatterPlan& plan) {
  const char* const rows_by = RowsBy(plan.index_dtype);
  const char* const name = ScatterKernelOf(plan);
  if (rows_by == nullptr || name == nullptr) return std::nullopt;
  // The host reports an index into a tensor without rows, and checks indices that select nothing.
  if (plan.rows == 0 || plan.slice == 0 || (plan.count == 0 && !plan.from_zeros)) {
    return std::nullopt;
  }
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const int64_t part = on_cpu ? std::min(plan.slice, kElementsOnCpu) : 1;
  const int64_t parts = (plan.slice + part - 1) / part;
  const Scratch scratch(stream);
  const std::optional<ChainMemory> memory = ChainMemoryOf(scratch, plan);
  if (!memory) return std::nullopt;
  if (!FitsInt(plan.rows) || !FitsInt(plan.slice) ||
      !FitsInt((plan.from_zeros ? memory->range : plan.count) * parts)) {
    return std::nullopt;
  }
  const DeviceProgram* const program = g_scatters.Find(stream, plan.dtype);
  const device::IndexedDims dims = DimsOf(plan);
  // Without updates nothing is read, and they may be outside of device memory.
  const void* const indices = plan.count == 0 ? plan.out : plan.indices;
  const void* const updates = plan.count == 0 ? plan.out : plan.updates;
  const auto padded = static_cast<int32_t>(memory->padded);
  const int32_t owners = on_cpu ? OwnersOnCpu(stream) : kOwners;
  const uint32_t owners_of_block = on_cpu ? 1 : kOwnersOfBlock;
  const uint32_t threads = on_cpu ? kScatterThreadsOnCpu : kThreadsPerBlock;
  const auto slice = static_cast<int32_t>(plan.slice);
  // Launch all kernels or none, since a launch cannot be undone if a later kernel is missing.
  const auto has = [&](const char* kernel, uint32_t block) {
    return HasDeviceKernel(stream.device_ordinal(), {program, kernel, nullptr, 0}, {block, 1, 1});
  };
  if (program == nullptr || !has(rows_by, kThreadsPerBlock) ||
      !has("scatter_chains", owners_of_block) || !has(name, threads)) {
    return std::nullopt;
  }
  Launched launched;
  for (int64_t begin = 0; begin < plan.rows; begin += memory->range) {
    const auto first = static_cast<int32_t>(begin);
    const int64_t range = std::min(memory->range, plan.rows - begin);
    launched =
        LaunchKernel(stream, program, rows_by, FlatGrid(std::max(memory->padded, range)),
                     kFlatBlock, indices, memory->rows, memory->heads, dims,
                     static_cast<int32_t>(plan.count), padded, first, static_cast<int32_t>(range));
    if (!launched || !launched->ok()) return launched;
    launched =
        LaunchKernel(stream, program, "scatter_chains", {BlocksFor(owners, owners_of_block), 1, 1},
                     {owners_of_block, 1, 1}, memory->rows, memory->next, memory->heads, padded,
                     owners, int32_t{plan.operation == ScatterOperation::kUpdate});
    if (!launched || !launched->ok()) return launched;
    const int64_t size = (plan.from_zeros ? range : plan.count) * parts;
    const Dim3 grid = {BlocksFor(size, threads), 1, 1};
    if (plan.from_zeros) {
      launched =
          LaunchKernel(stream, program, name, grid, {threads, 1, 1}, memory->next, memory->heads,
                       updates, plan.out, first, slice, static_cast<int32_t>(part),
                       static_cast<int32_t>(parts), static_cast<int32_t>(size));
    } else {
      launched = LaunchKernel(stream, program, name, grid, {threads, 1, 1}, memory->rows,
                              memory->next, memory->heads, updates, plan.out, first, slice,
                              int32_t{plan.one_update}, static_cast<int32_t>(part),
                              static_cast<int32_t>(parts), static_cast<int32_t>(size));
    }
    if (!launched || !launched->ok()) return launched;
  }
  return launched;
}

}  // namespace

Status Scatter(const Stream& stream, const ScatterPlan& plan) {
  const Launched launched = LaunchScatter(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
