// What the plugin registers, and kernels of all ops alike.

#include <algorithm>
#include <set>

#include "case.h"
#include "kernel_bench.h"

namespace conformance {
namespace {

const std::vector<KernelDef>& KernelsOf(Run& run) {
  const std::vector<KernelDef>& kernels = run.plugin().host().kernels;
  run.Needs(!kernels.empty(), "the plugin registers no kernel");
  return kernels;
}

std::string Named(const KernelDef& def) {
  std::string text = def.op + " for " + def.device;
  for (const auto& [attr, type] : def.types) text += ", " + attr + "=" + TypeName(type);
  return text;
}

void AddRegistered(CaseList& list) {
  list.Add("registered/device_type", "kernels are registered for the plugin's type of device",
           "TensorFlow looks kernels up by the device's type; DEFAULT is core's own", [](Run& run) {
             const std::string type = run.plugin().platform()->type;
             int fitting = 0;
             for (const KernelDef& def : KernelsOf(run)) {
               fitting += def.device == type ? 1 : 0;
               run.Check(def.device != "DEFAULT", Named(def));
             }
             run.Check(fitting > 0, "not one is for ", type);
           });
  list.Add("registered/once", "no kernel is registered twice",
           "\"Multiple OpKernel registrations match NodeDef at the same priority\"", [](Run& run) {
             std::set<std::string> seen;
             for (const KernelDef& def : KernelsOf(run)) {
               auto types = def.types;
               std::sort(types.begin(), types.end());
               std::string key =
                   def.op + "|" + def.device + "|" + def.label + "|" + std::to_string(def.priority);
               for (const auto& [attr, type] : types) key += "|" + attr + std::to_string(type);
               run.Check(seen.insert(key).second, Named(def));
             }
           });
  list.Add("registered/one_type_an_attribute", "a kernel names one type for each attribute",
           "a second constraint on an attribute is added to the first: no node fits both",
           [](Run& run) {
             for (const KernelDef& def : KernelsOf(run)) {
               std::set<std::string> attrs;
               for (const auto& [attr, type] : def.types) {
                 run.Check(attrs.insert(attr).second, Named(def), ": ", attr, " twice");
               }
             }
           });
  list.Add("registered/computes", "every kernel has a compute function",
           "TensorFlow calls it without looking", [](Run& run) {
             for (const KernelDef& def : KernelsOf(run)) {
               run.Check(def.compute != nullptr || def.compute_async != nullptr, Named(def));
             }
           });
  list.Add("registered/host_memory_once", "host-memory arguments have names, and each one once",
           "TensorFlow finds them in the op's definition; a wrong one breaks the op", [](Run& run) {
             for (const KernelDef& def : KernelsOf(run)) {
               std::set<std::string> names;
               for (const std::string& arg : def.host_args) {
                 run.Check(!arg.empty(), Named(def), ": an empty name");
                 run.Check(names.insert(arg).second, Named(def), ": ", arg, " twice");
               }
             }
           });
  list.Add("created/without_attributes",
           "a kernel whose node lacks an attribute fails to be created, and does not crash",
           "nodes of graphs from other releases lack attributes", [](Run& run) {
             for (const KernelDef& def : KernelsOf(run)) {
               const Kernel kernel(def, {});
               if (!kernel.status().ok()) {
                 run.Check(!kernel.status().message.empty(), Named(def), " fails without a word");
               }
             }
           });
  list.Add("created/leaves_nothing", "creating kernels leaves no object of TensorFlow's behind",
           "statuses, tensors and buffers belong to whoever made them", [](Run& run) {
             const HostState& host = run.plugin().host();
             const auto& kernels = KernelsOf(run);
             const auto create_all = [&] {
               for (const KernelDef& def : kernels) {
                 const Kernel kernel(def, {});
               }
             };
             create_all();  // threads may keep a status of theirs
             const int64_t statuses = host.statuses, tensors = host.tensors, buffers = host.buffers;
             create_all();
             run.Check(host.statuses <= statuses, host.statuses - statuses, " statuses");
             run.Check(host.tensors <= tensors, host.tensors - tensors, " tensors");
             run.Check(host.buffers <= buffers, host.buffers - buffers, " buffers");
           });
  list.Add("deleted/null", "a kernel's delete function takes null",
           "TensorFlow deletes what a failed creation returned", [](Run& run) {
             for (const KernelDef& def : KernelsOf(run)) {
               if (def.destroy != nullptr) def.destroy(nullptr);
             }
           });
}

// The types that kernels of these ops have for an attribute.
std::set<TF_DataType> TypesOf(Run& run, const std::set<std::string>& ops, const std::string& attr) {
  std::set<TF_DataType> types;
  for (const KernelDef& def : KernelsOf(run)) {
    if (ops.count(def.op) == 0) continue;
    for (const auto& [name, type] : def.types) {
      if (name == attr) types.insert(type);
    }
  }
  return types;
}

void CheckThereIs(Run& run, const std::string& op, const std::string& attr, TF_DataType type) {
  run.Check(FindKernel(run.plugin(), op, {{attr, AttrValue::Of(type)}}) != nullptr,
            "there is no kernel of ", op, " for ", attr, "=", TypeName(type));
}

// Ops that TensorFlow places on the device without checking for a kernel.
void AddCoreOps(CaseList& list) {
  list.Add("core/snapshot", "what x + 0 and x * 1 become has a kernel, of each type they have",
           "where a graph has an op that writes into its input, constant folding makes a Snapshot "
           "of them: \"No OpKernel was registered to support Op 'Snapshot'\"",
           [](Run& run) {
             const auto types = TypesOf(run, {"Add", "AddV2", "Div", "Mul", "RealDiv", "Sub"}, "T");
             run.Needs(!types.empty(), "no kernel of the ops that become Snapshot");
             for (const TF_DataType type : types) CheckThereIs(run, "Snapshot", "T", type);
           });
  list.Add("core/parallel_concat",
           "what tf.parallel_stack becomes has kernels, of each type that is stacked otherwise",
           "where the device has none core copies the CPU's memory to it before the rows are "
           "written, and reads what nobody has set",
           [](Run& run) {
             auto types = TypesOf(run, {"ConcatV2", "Pack"}, "T");
             types.erase(TF_INT32);  // which is the host's
             run.Needs(!types.empty(), "no kernel of the ops that stack tensors");
             for (const TF_DataType type : types) {
               CheckThereIs(run, "_ParallelConcatStart", "dtype", type);
               CheckThereIs(run, "_ParallelConcatUpdate", "T", type);
             }
           });
}

}  // namespace

void AddKernelCases(CaseList& list) {
  list.Group("kernels");
  AddRegistered(list);
  AddCoreOps(list);
}

}  // namespace conformance
