// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/elementwise.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/dtype_switch.h"
#include "reference/compute_type.h"

namespace pluggable::compute {

namespace {

Programs g_formulas("elementwise");
Programs g_casts("cast");

// The same as in elementwise.inc, except for processors.
constexpr uint32_t kElements = 4;

// The name of the kernel in cast.inc; null for types that it lacks.
const char* CastTo(DataType dtype) {
  switch (dtype) {
    case DT_FLOAT:
      return "cast_to_float";
    case DT_HALF:
      return "cast_to_half";
    case DT_BFLOAT16:
      return "cast_to_bfloat16";
    case DT_INT8:
      return "cast_to_int8";
    case DT_INT16:
      return "cast_to_int16";
    case DT_INT32:
      return "cast_to_int32";
    case DT_INT64:
      return "cast_to_int64";
    case DT_UINT8:
      return "cast_to_uint8";
    case DT_UINT16:
      return "cast_to_uint16";
    case DT_BOOL:
      return "cast_to_bool";
    default:
      return nullptr;
  }
}

Launched LaunchCast(const Stream& stream, const ElementwisePlan& plan) {
  const char* const name = CastTo(plan.out_dtype);
  if (name == nullptr || !plan.is_dense()) return std::nullopt;
  return LaunchKernel(stream, g_casts.Find(stream, plan.inputs[0].dtype), name, FlatGrid(plan.size),
                      kFlatBlock, plan.inputs[0].data, plan.out, plan.size);
}

// C is the type of the formula's parameter, in which the formula is computed.
template <typename C>
Launched Launch(const Stream& stream, const ElementwisePlan& plan, const DeviceProgram* program,
                const FormulaKernels& kernels) {
  const auto parameter = static_cast<C>(plan.parameter);
  const auto& in = plan.inputs;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const uint32_t elements = on_cpu ? 1 : kElements;
  if (plan.is_dense()) {
    const Dim3 grid = {BlocksFor(plan.size, kThreadsPerBlock * elements), 1, 1};
    switch (plan.num_inputs) {
      case 1:
        return LaunchKernel(stream, program, kernels.dense, grid, kFlatBlock, in[0].data, plan.out,
                            parameter, plan.size);
      case 2:
        return LaunchKernel(stream, program, kernels.dense, grid, kFlatBlock, in[0].data,
                            in[1].data, plan.out, parameter, plan.size);
      default:
        return LaunchKernel(stream, program, kernels.dense, grid, kFlatBlock, in[0].data,
                            in[1].data, in[2].data, plan.out, parameter, plan.size);
    }
  }
  const std::optional<device::Nest> nest = device::MakeNest(plan.broadcast);
  if (!nest) return std::nullopt;
  const device::NestShape shape =
      on_cpu ? device::ShapeOnCpu(*nest) : device::ShapeOf(*nest, elements);
  switch (plan.num_inputs) {
    case 1:
      return LaunchKernel(stream, program, kernels.nest, shape.grid, shape.block, in[0].data,
                          plan.out, parameter, *nest);
    case 2:
      return LaunchKernel(stream, program, kernels.nest, shape.grid, shape.block, in[0].data,
                          in[1].data, plan.out, parameter, *nest);
    default:
      return LaunchKernel(stream, program, kernels.nest, shape.grid, shape.block, in[0].data,
                          in[1].data, in[2].data, plan.out, parameter, *nest);
  }
}

Launched LaunchFormula(const Stream& stream, const ElementwisePlan& plan) {
  const FormulaKernels kernels = KernelsOf(plan.formula);
  if (kernels.dense == nullptr) return std::nullopt;
  // The first input of a selection is a bool.
  const DataType dtype = plan.inputs[plan.num_inputs - 1].dtype;
  Launched launched;
  const Status known =
      SwitchDtype<float, double, half, bfloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                  uint16_t, uint32_t, uint64_t, bool>(dtype, [&](auto type) {
        using C = ComputeType<typename decltype(type)::type>;
        launched = Launch<C>(stream, plan, g_formulas.Find(stream, dtype), kernels);
      });
  return known.ok() ? launched : std::nullopt;
}

}  // namespace

Status Elementwise(const Stream& stream, const ElementwisePlan& plan) {
  const Launched launched =
      plan.formula == Formula::kCast ? LaunchCast(stream, plan) : LaunchFormula(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
