#include "catalog/host_memory.h"

#include <algorithm>
#include <map>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

struct Rule {
  std::string_view attr;  // "" = always
  std::string_view dtype;
  std::vector<std::string_view> args;
};

using Rules = std::map<std::string_view, std::vector<Rule>>;

const Rules& Table() {
  static const Rules table = [] {
    Rules rules;
    std::string_view text = base::EmbeddedText("catalog/host_memory.txt");
    for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
      const std::string_view op = TakePart(line, ' ');
      Rule rule;
      if (line.find('=') != std::string_view::npos) {
        rule.attr = TakePart(line, '=');
        rule.dtype = TakePart(line, ' ');
      }
      rule.args = SplitParts(line, ',');
      rules[op].push_back(std::move(rule));
    }
    return rules;
  }();
  return table;
}

// True if a node with these dtypes can get the kernel. A constraint on an attr that is no dtype,
// such as data_format, is satisfied by some node.
bool Takes(const Op& op, const CoreKernel& kernel, const std::vector<ChosenType>& types) {
  return std::all_of(
      kernel.constraints.begin(), kernel.constraints.end(), [&](const Constraint& constraint) {
        const Attr* attr = op.FindAttr(constraint.attr);
        if (attr == nullptr || !attr->is_type) return true;
        return std::any_of(types.begin(), types.end(), [&constraint](const ChosenType& type) {
          return type.attr == constraint.attr && Contains(constraint.types, type.dtype);
        });
      });
}

// Returns the arguments of the rule whose condition holds, otherwise those of the rule without a
// condition.
std::vector<std::string_view> FromTable(const std::vector<Rule>& rules,
                                        const std::vector<ChosenType>& types) {
  std::vector<std::string_view> args;
  for (const Rule& rule : rules) {
    if (rule.attr.empty()) {
      args = rule.args;
      continue;
    }
    for (const ChosenType& type : types) {
      if (type.attr == rule.attr && type.dtype == rule.dtype) return rule.args;
    }
  }
  return args;
}

// Returns the arguments that TensorFlow's CPU kernels declare as host memory. The declaration has
// no effect on the CPU, and also applies to dtypes that the CPU does not support. Resources are
// always in host memory, so they are left out. A kernel that declares all its arguments says
// nothing about a device.
std::vector<std::string_view> FromCpuRow(const Op& op) {
  std::vector<std::string_view> args;
  const auto cpu = std::find_if(op.kernels.begin(), op.kernels.end(), [](const CoreKernel& kernel) {
    return kernel.device == "CPU" && !kernel.host_memory.empty();
  });
  const size_t num_args = op.inputs.size() + op.outputs.size();
  if (cpu == op.kernels.end() || cpu->host_memory.size() == num_args) return args;
  for (const std::string_view name : cpu->host_memory) {
    const auto is_resource = [name](const Arg& arg) {
      return arg.name == name && arg.type == "resource";
    };
    if (std::none_of(op.inputs.begin(), op.inputs.end(), is_resource)) args.push_back(name);
  }
  return args;
}

// The fallback if TensorFlow has no kernel for devices.
std::vector<std::string_view> FromElsewhere(const Op& op, const std::vector<ChosenType>& types) {
  const auto rules = Table().find(op.name);
  return rules == Table().end() ? FromCpuRow(op) : FromTable(rules->second, types);
}

}  // namespace

const CoreKernel* FindCoreKernel(const Op& op, std::string_view device,
                                 const std::vector<ChosenType>& types, std::string_view label) {
  for (const CoreKernel& kernel : op.kernels) {
    if (kernel.device == device && kernel.label == label && Takes(op, kernel, types))
      return &kernel;
  }
  return nullptr;
}

bool CoreServesOnHost(const Op& op, const std::vector<ChosenType>& types) {
  const CoreKernel* core = FindCoreKernel(op, "DEFAULT", types);
  if (core == nullptr || core->host_memory.empty()) return false;
  const auto on_host = [core](const Arg& arg) { return Contains(core->host_memory, arg.name); };
  return std::all_of(op.inputs.begin(), op.inputs.end(), on_host) &&
         std::all_of(op.outputs.begin(), op.outputs.end(), on_host);
}

std::vector<std::string_view> HostMemoryArgs(const Op& op, const std::vector<ChosenType>& types) {
  const CoreKernel* core = FindCoreKernel(op, "DEFAULT", types);
  if (core == nullptr) core = FindCoreKernel(op, "GPU", types);
  const std::vector<std::string_view> wanted =
      core != nullptr ? core->host_memory : FromElsewhere(op, types);
  std::vector<std::string_view> args;
  const auto add = [&](const std::vector<Arg>& from) {
    for (const Arg& arg : from) {
      if (Contains(wanted, arg.name)) args.push_back(arg.name);
    }
  };
  add(op.inputs);
  add(op.outputs);
  return args;
}

}  // namespace plugingen::catalog
