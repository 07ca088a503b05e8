// TF_InitGraph: the plugin's graph optimizer, called as core's meta optimizer calls it.

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "case.h"
#include "run.h"
#include "wire.h"

namespace conformance {
namespace {

constexpr char kWhyGraph[] =
    "core calls it for every function whose graph has a node on the device";

// The optimizer, registered.
class Optimizer {
 public:
  explicit Optimizer(Run& run)
      : optimizer_("TP_Optimizer", sizeof(TP_Optimizer)),
        configs_("TP_OptimizerConfigs", run.plugin().release().sizes.optimizer_configs),
        params_("TP_OptimizerRegistrationParams", sizeof(TP_OptimizerRegistrationParams)) {
    const auto init = run.plugin().Find<TF_InitGraphFn>("TF_InitGraph");
    run.Needs(init != nullptr, "the plugin has no graph optimizer");
    params_->patch_version = 1;
    params_->optimizer = optimizer_.get();
    params_->optimizer_configs = configs_.get();
    TF_Status status;
    init(params_.get(), &status);
    run.Ok(ResultOf("TF_InitGraph", status));
    run.Require(optimizer_->optimize_func != nullptr, "optimize_func is not set");
    run.Require(params_->device_type != nullptr, "device_type is not set");
    if (optimizer_->create_func != nullptr) object_ = optimizer_->create_func();
  }
  ~Optimizer() {
    if (optimizer_->destroy_func != nullptr) optimizer_->destroy_func(object_);
  }

  const TP_OptimizerRegistrationParams& params() const { return *params_.get(); }
  const TP_OptimizerConfigs& configs() const { return *configs_.get(); }
  std::string Damage() const { return optimizer_.Damage() + configs_.Damage() + params_.Damage(); }

  // The optimizer's result for a graph.
  Result Optimize(const std::string& graph, std::string* optimized) {
    const TF_Buffer in{graph.data(), graph.size(), nullptr};
    TF_Buffer out{nullptr, 0, nullptr};
    TF_Status status;
    optimizer_->optimize_func(object_, &in, &item_, &out, &status);
    if (out.data != nullptr) optimized->assign(static_cast<const char*>(out.data), out.length);
    if (out.data_deallocator != nullptr) {
      out.data_deallocator(const_cast<void*>(out.data), out.length);
    }
    return ResultOf("optimize_func", status);
  }
  TF_GrapplerItem& item() { return item_; }

 private:
  GuardedStruct<TP_Optimizer> optimizer_;
  GuardedStruct<TP_OptimizerConfigs> configs_;
  GuardedStruct<TP_OptimizerRegistrationParams> params_;
  TF_GrapplerItem item_;
  void* object_ = nullptr;
};

std::string Node(const std::string& name, const std::string& op, const std::string& device,
                 const std::vector<std::string>& inputs) {
  WireWriter node;
  node.Bytes(1, name);
  node.Bytes(2, op);
  for (const std::string& input : inputs) node.Bytes(3, input);
  node.Bytes(4, device);
  WireWriter attr, value;
  value.Varint(6, TF_FLOAT);
  attr.Bytes(1, "T");
  attr.Bytes(2, value.bytes());
  node.Bytes(5, attr.bytes());
  return node.bytes();
}

// A small graph on the device: two inputs, an op that no plugin knows, a known one, an output.
std::string SmallGraph(Run& run) {
  const std::string device =
      std::string("/job:localhost/replica:0/task:0/device:") + run.plugin().platform()->type + ":0";
  WireWriter graph;
  graph.Bytes(1, Node("a", "Placeholder", device, {}));
  graph.Bytes(1, Node("b", "Placeholder", device, {}));
  graph.Bytes(1, Node("sum", "AddV2", device, {"a", "b"}));
  graph.Bytes(1, Node("odd", "AnOpThatNobodyKnows", device, {"sum", "^a"}));
  graph.Bytes(1, Node("out", "Relu", device, {"odd"}));
  return graph.bytes();
}

// The names of the nodes; the case fails if the bytes are no graph.
std::set<std::string> NodesOf(Run& run, const std::string& graph) {
  std::set<std::string> names;
  WireReader reader(graph);
  while (reader.Next()) {
    if (reader.field() != 1) continue;
    WireReader node(reader.bytes());
    while (node.Next()) {
      if (node.field() == 1) names.insert(std::string(node.bytes()));
    }
    run.Require(node.ok(), "a node of the optimized graph cannot be read");
  }
  run.Require(reader.ok(), "the optimized graph cannot be read");
  return names;
}

}  // namespace

void AddGraphCases(CaseList& list) {
  list.Group("graph");
  list.Add("registers", "TF_InitGraph sets an optimizer for the plugin's type of device",
           "core ends the process over a type that does not match [A-Z][A-Z_]*", [](Run& run) {
             const Optimizer optimizer(run);
             run.Check(IsDeviceName(optimizer.params().device_type), "its device_type is '",
                       optimizer.params().device_type, "'");
             run.Check(std::string(optimizer.params().device_type) == run.plugin().platform()->type,
                       "it is for ", optimizer.params().device_type);
             run.Check(optimizer.Damage().empty(), optimizer.Damage());
           });
  list.Add("configs", "the switches of core's passes are default, off or on",
           "their places have moved in 2.10: a plugin must not write an older release's struct",
           [](Run& run) {
             const Optimizer optimizer(run);
             const auto* const switches = &optimizer.configs().disable_model_pruning;
             const size_t count = (run.plugin().release().sizes.optimizer_configs -
                                   offsetof(TP_OptimizerConfigs, disable_model_pruning)) /
                                  sizeof(TF_TriState);
             for (size_t i = 0; i < count; ++i) {
               run.Check(switches[i] >= TF_TriState_Default && switches[i] <= TF_TriState_On,
                         "switch ", i, " is ", int{switches[i]});
             }
           });
  list.Add("memory_optimizer", "core's memory optimizer is off for graphs with the device",
           "where memory seems short it makes ops with reference variables of each AddN, and on a "
           "GPU copies to the host and back: \"No registered 'Assign' OpKernel\"",
           [](Run& run) {
             const Plugin& plugin = run.plugin();
             const auto& kernels = plugin.host().kernels;
             const bool adds =
                 std::any_of(kernels.begin(), kernels.end(),
                             [](const KernelDef& kernel) { return kernel.op == "AddN"; });
             const bool is_gpu = std::string(plugin.platform()->type) == "GPU";
             run.Needs(adds || (is_gpu && !kernels.empty()), "no kernel of the op AddN");
             run.Require(plugin.Find<TF_InitGraphFn>("TF_InitGraph") != nullptr,
                         "there is no TF_InitGraph that could switch it off");
             const Optimizer optimizer(run);
             // It is the last but one of the switches, which differ between releases.
             const size_t end = plugin.release().sizes.optimizer_configs;
             const auto* const first = reinterpret_cast<const char*>(&optimizer.configs());
             const auto* const behind = reinterpret_cast<const TF_TriState*>(first + end);
             run.Check(behind[-2] == TF_TriState_Off, "memory_optimization is ", int{behind[-2]},
                       " and not ", int{TF_TriState_Off});
           });
  list.Add("empty", "a graph without nodes stays one", kWhyGraph, [](Run& run) {
    Optimizer optimizer(run);
    std::string optimized;
    run.Ok(optimizer.Optimize("", &optimized));
    run.Check(NodesOf(run, optimized).empty(), "it has nodes now");
  });
  list.Add("keeps_fetched", "a node that is fetched is still there", kWhyGraph, [](Run& run) {
    Optimizer optimizer(run);
    optimizer.item().nodes_to_preserve = {"out", "sum"};
    optimizer.item().fetch_nodes = {"out"};
    std::string optimized;
    run.Ok(optimizer.Optimize(SmallGraph(run), &optimized));
    const auto nodes = NodesOf(run, optimized);
    run.Check(nodes.count("out") == 1, "out is gone");
    run.Check(nodes.count("sum") == 1, "sum is gone");
  });
  list.Add("keeps_unknown_ops", "a node of an op that the plugin does not know is still there",
           "custom ops of others are in the graph too", [](Run& run) {
             Optimizer optimizer(run);
             optimizer.item().nodes_to_preserve = {"out"};
             std::string optimized;
             run.Ok(optimizer.Optimize(SmallGraph(run), &optimized));
             run.Check(NodesOf(run, optimized).count("odd") == 1, "it is gone");
           });
  list.Add("keeps_unknown_fields", "fields of the graph that the plugin does not know survive",
           "later releases add some: the library of functions, versions, debug info", [](Run& run) {
             Optimizer optimizer(run);
             optimizer.item().nodes_to_preserve = {"out"};
             WireWriter field;
             field.Bytes(2001, "of a later release");
             std::string optimized;
             run.Ok(optimizer.Optimize(SmallGraph(run) + field.bytes(), &optimized));
             bool found = false;
             WireReader reader(optimized);
             while (reader.Next()) {
               found = found || (reader.field() == 2001 && reader.bytes() == "of a later release");
             }
             run.Check(found, "it is gone");
           });
  list.AddEach("cut_off", std::vector<int>{1, 7, 40, 100},
               "bytes that are no graph are an error, or are left alone, and no crash",
               "the error is the user's to report", [](Run& run, int size) {
                 Optimizer optimizer(run);
                 std::string optimized;
                 const std::string graph = SmallGraph(run).substr(0, static_cast<size_t>(size));
                 const Result result = optimizer.Optimize(graph, &optimized);
                 run.Check(!result.ok() || optimized == graph, "they are taken for a graph");
               });
  list.Add("by_threads", "graphs are optimized by several threads, each with its optimizer",
           kWhyGraph, [](Run& run) {
             const std::string graph = SmallGraph(run);
             Optimizer first(run);
             std::string expected;
             first.item().nodes_to_preserve = {"out"};
             run.Ok(first.Optimize(graph, &expected));
             InThreads(8, [&](int) {
               for (int i = 0; i < 20; ++i) {
                 Optimizer optimizer(run);
                 optimizer.item().nodes_to_preserve = {"out"};
                 std::string optimized;
                 run.Ok(optimizer.Optimize(graph, &optimized));
                 run.Require(optimized == expected, "the result differs");
               }
             });
           });
}

}  // namespace conformance
