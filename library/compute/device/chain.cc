// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/chain.h"

#include <algorithm>
#include <array>

#include "compute/device/denied.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

#include "compute/device/chain_program.inc"

Programs g_chains("chain");

// The same as in chain.inc.
constexpr uint32_t kElementsOfThread = 4;
constexpr uint32_t kElementsOfThreadOnCpu = 256;
// Small, so that a processor's cores share small tensors.
constexpr Dim3 kBlockOnCpu = {2, 1, 1};

// Assigns a slot to each step. Nothing if there are too many steps, or if the kernel lacks a
// formula.
std::optional<ChainProgram> Assemble(const ChainPlan& plan) {
  const size_t inputs = plan.inputs.size();
  const size_t steps = plan.steps.size();
  if (inputs > kChainInputs || steps > kChainSteps) return std::nullopt;
  ChainProgram program{};
  program.inputs = static_cast<int>(inputs);
  program.steps = static_cast<int>(steps);
  for (size_t i = 0; i < inputs; ++i) program.periods[i] = static_cast<int>(plan.periods[i]);
  // The step that reads each operand last.
  std::array<size_t, kChainInputs + kChainSteps> last_uses{};
  for (size_t s = 0; s < steps; ++s) {
    for (const int operand : {plan.steps[s].x, plan.steps[s].y}) {
      if (operand >= 0) last_uses[static_cast<size_t>(operand)] = s;
    }
  }
  std::array<int, kChainInputs + kChainSteps> slot_of{};
  std::vector<int> unused;
  for (int slot = kChainSlots; slot-- > program.inputs;) unused.push_back(slot);
  for (int i = 0; i < program.inputs; ++i) slot_of[static_cast<size_t>(i)] = i;
  for (size_t s = 0; s < steps; ++s) {
    const ChainPlan::Step& step = plan.steps[s];
    const int number = StepOfChains(step.formula);
    if (number < 0) return std::nullopt;
    const auto x = static_cast<size_t>(step.x);
    const size_t y = step.y < 0 ? x : static_cast<size_t>(step.y);
    // Processors are faster if the result does not overwrite an operand.
    const bool has_room = !unused.empty();
    int slot = 0;
    if (has_room) {
      slot = unused.back();
      unused.pop_back();
    }
    if (last_uses[x] == s) unused.push_back(slot_of[x]);
    if (y != x && last_uses[y] == s) unused.push_back(slot_of[y]);
    if (!has_room) {
      if (unused.empty()) return std::nullopt;
      slot = unused.back();
      unused.pop_back();
    }
    slot_of[inputs + s] = slot;
    program.codes[s] = number | slot_of[x] << kChainOperandBits |
                       slot_of[y] << 2 * kChainOperandBits | slot << 3 * kChainOperandBits;
    program.result = slot;
  }
  return program;
}

}  // namespace

std::optional<Status> LaunchChain(const Stream& stream, const ChainPlan& plan) {
  if (!FitsInt(plan.size)) return std::nullopt;
  // The doctor tests formulas one by one. A formula that a device computes wrongly is also wrong in
  // a chain.
  if (IsDenied(stream.device_properties(), "elementwise", plan.dtype)) return std::nullopt;
  const std::optional<ChainProgram> program = Assemble(plan);
  if (!program) return std::nullopt;
  std::array<const void*, kChainInputs> in;
  in.fill(plan.out);
  std::copy(plan.inputs.begin(), plan.inputs.end(), in.begin());
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const Dim3 block = on_cpu ? kBlockOnCpu : kFlatBlock;
  const Dim3 grid = {
      BlocksFor(plan.size, block.x * (on_cpu ? kElementsOfThreadOnCpu : kElementsOfThread)), 1, 1};
  return LaunchKernel(stream, g_chains.Find(stream, plan.dtype), "chain", grid, block, in[0], in[1],
                      in[2], in[3], in[4], in[5], in[6], in[7], plan.out,
                      static_cast<int32_t>(plan.size), *program);
}

}  // namespace pluggable::compute
