// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/optimizer.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "graph/graph.h"
#include "graph/host_logic.h"
#include "graph/list_sums.h"
#include "graph/preserved_nodes.h"
#include "graph/registered_ops.h"
#include "graph/rewriter.h"
#include "graph/settings.h"
#include "graph/surroundings.h"
#include "plugin/features/graph.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"
#include "runtime/log.h"
#include "variables/kept_values.h"
#include "variables/kept_values_in_chains.h"
#include "variables/places.h"
#include "variables/tensor_ops.h"
#include "variables/variable_updates.h"

namespace pluggable::graph {
namespace {

// The number of a graph in dumps and log lines: "007".
std::string NextNumber() {
  static std::atomic<int> count{0};
  char text[16];
  std::snprintf(text, sizeof(text), "%03d", ++count);
  return text;
}

void Dump(const std::string& folder, const std::string& file, std::string_view graph_def) {
  if (folder.empty()) return;
  const std::string path = folder + "/" + file;
  std::FILE* const stream = std::fopen(path.c_str(), "wb");
  const bool is_written = stream != nullptr && std::fwrite(graph_def.data(), 1, graph_def.size(),
                                                           stream) == graph_def.size();
  const bool is_closed = stream != nullptr && std::fclose(stream) == 0;
  if (is_written && is_closed) return;
  static std::atomic<bool> has_logged{false};
  if (!has_logged.exchange(true)) runtime::Log("cannot write ", path, ": ", std::strerror(errno));
}

// Text that identifies the graph: "12 nodes from 'x' to 'Identity_RetVal'", with its first argument
// and result if it belongs to a function.
std::string Describe(const Graph& graph) {
  std::string_view argument;
  std::string_view result;
  for (int i = graph.size() - 1; i >= 0; --i) {
    if (graph.node(i).op == "_Arg") argument = graph.node(i).name;
    if (graph.node(i).op == "_Retval") result = graph.node(i).name;
  }
  std::string text = strings::StrCat(graph.size(), " nodes");
  if (!argument.empty()) text += strings::StrCat(" from '", argument, "'");
  if (!result.empty()) text += strings::StrCat(" to '", result, "'");
  return text;
}

// "2 x fused_dense, 1 x double_transpose".
std::string CountsText(const std::vector<Rewrite>& rewrites, const std::vector<int>& counts) {
  std::string text;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += strings::StrCat(text.empty() ? "" : ", ", counts[i], " x ", rewrites[i].name);
  }
  return text.empty() ? "nothing" : text;
}

std::optional<NodeNames> FindPreserved(const Graph& graph, const TF_GrapplerItem* item) {
  std::optional<NodeNames> names = PreservedNodes(item);
  return names ? std::move(names) : PreservedNodes(graph);
}

// Splits updates of variables if kernels cannot do them directly, and makes variables keep their
// values in steps that fail. Returns the number of split updates.
int PartUpdates(const NodeNames& preserved, const TF_GrapplerItem* item, Graph* graph) {
  int parted = 0;
  if constexpr (features::kGraphUpdates) {
    const TensorOpTable ops = TensorOps();
    if (ops.size > 0) {
      const NodeNames fetched = FetchedNodes(item);
      parted = PartVariableUpdates({names::kDeviceType, Kernels(), ops, preserved, fetched}, graph);
    }
    KeepValues(names::kDeviceType, ops, graph);
  }
  return parted;
}

// Rewrites the graph; returns the text for the log.
std::string Rewritten(const std::vector<Rewrite>& rewrites, const TF_GrapplerItem* item,
                      Graph* graph) {
  std::optional<NodeNames> preserved = FindPreserved(*graph, item);
  if (!preserved) return "nothing, since what is fetched is not known";
  int num_sums = 0;
  if constexpr (features::kListSums) {
    num_sums = AddToElementsOfLists(names::kDeviceType, Kernels(), *preserved, graph);
  }
  const int num_updates = PartUpdates(*preserved, item, graph);
  std::vector<int> counts;
  if constexpr (features::kGraphRewrites) {
    const RegisteredOps ops;
    const Surroundings surroundings = {names::kDeviceType, Kernels(),
                                       [&ops](const std::string& op) { return ops.Has(op); },
                                       *std::move(preserved)};
    counts = RewriteGraph(rewrites, surroundings, graph);
    if constexpr (features::kGraphUpdates && features::kGraphChains) {
      KeepValuesInChains(rewrites, surroundings, graph);
      KeepPlaces(rewrites, surroundings, graph);
    }
  }
  std::string rewritten = CountsText(rewrites, counts);
  if (num_sums > 0) rewritten += strings::StrCat(", ", num_sums, " sums of lists");
  // Without rewrites, updates are all that there is to log.
  if (features::kGraphRewrites && num_updates == 0) return rewritten;
  return strings::StrCat(rewritten, ", parted ", num_updates, " updates of variables");
}

Status CopyTo(TF_Buffer* buffer, std::string_view bytes) {
  void* const copy = std::malloc(bytes.size());
  if (copy == nullptr && !bytes.empty()) {
    return errors::ResourceExhausted("no memory for a graph of ", bytes.size(), " bytes");
  }
  if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
  buffer->data = copy;
  buffer->length = bytes.size();
  buffer->data_deallocator = [](void* data, size_t) { std::free(data); };
  return Status();
}

}  // namespace

std::string OptimizeGraph(const std::vector<Rewrite>& rewrites, std::string_view graph_def,
                          const TF_GrapplerItem* item) {
  const Settings settings = Settings::FromEnvironment();
  const std::string number = NextNumber();
  Dump(settings.dump_folder, number + "_before.pb", graph_def);
  std::string result;
  Graph graph;
  if (graph.Parse(graph_def)) {
    const std::string description = Describe(graph);
    if constexpr (features::kHostLogic) KeepLogicOnHost(names::kDeviceType, Kernels(), &graph);
    const std::string done = Rewritten(rewrites, item, &graph);
    result = graph.Serialize();
    if (settings.summary) runtime::Log("graph ", number, ", ", description, ": rewrote ", done);
  } else {
    runtime::Log("graph ", number, " is malformed, and stays as it is");
    result = graph_def;
  }
  Dump(settings.dump_folder, number + "_after.pb", result);
  return result;
}

void Optimize(void* /*optimizer*/, const TF_Buffer* graph, const TF_GrapplerItem* item,
              TF_Buffer* optimized_graph, TF_Status* status) {
  const std::string_view bytes(static_cast<const char*>(graph->data), graph->length);
  std::string result;
  std::string_view to_return = bytes;
  try {
    std::vector<Rewrite> rewrites;
    if constexpr (features::kGraphRewrites) rewrites = WithoutThoseSwitchedOff(Rewrites());
    result = OptimizeGraph(rewrites, bytes, item);
    to_return = result;
  } catch (const std::exception& error) {
    runtime::Log("a graph stays as it is: ", error.what());
  }
  SetTfStatus(status, CopyTo(optimized_graph, to_return));
}

}  // namespace pluggable::graph
