#include "model/link.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/host_memory.h"
#include "model/check_core.h"
#include "model/check_releases.h"
#include "model/check_rewrites.h"
#include "model/entry_reports.h"
#include "model/expand.h"
#include "model/fusions.h"
#include "model/graph_rewrites.h"

namespace plugingen::model {
namespace {

using base::Quoted;
using spec::Implementation;

// The key by which TensorFlow distinguishes registrations, without the priority.
using RowKey = std::tuple<std::string_view, std::string, std::vector<std::string_view>>;

RowKey KeyOf(const Request& request) { return {request.op->name, request.label, request.dtypes}; }

// Keeps one request per registration. An entry for one op takes precedence over sets. Two entries
// for the same registration are an error, because TensorFlow could not choose.
std::vector<Request> Settle(std::vector<Request> requests, diag::Sink& sink) {
  std::map<RowKey, std::vector<Request>> settled;
  for (Request& request : requests) {
    if (!request.from_set) settled[KeyOf(request)].push_back(std::move(request));
  }
  std::set<std::pair<size_t, size_t>> reported;
  for (auto& [key, same] : settled) {
    if (same.size() < 2) continue;
    std::stable_sort(same.begin(), same.end(), [](const Request& a, const Request& b) {
      return std::pair(a.priority, a.span.begin) < std::pair(b.priority, b.span.begin);
    });
    for (size_t i = 1; i < same.size(); ++i) {
      const bool equal = same[i - 1].priority == same[i].priority;
      const Request& first = same[i - 1];
      const Request& second = same[i];
      if (first.is_doubtful || second.is_doubtful) continue;  // for example a misspelled `types`
      if (!reported.insert({first.span.begin, second.span.begin}).second) continue;
      if (equal) {
        sink.Report(
            {.code = "E0310",
             .message = "op " + Described(second) + " is registered twice",
             .span = second.span,
             .notes = {{"registered first here; with equal priority TensorFlow runs neither",
                        first.span}},
             .help = "remove one, or give one a 'label' or a higher 'priority'"});
      } else {
        sink.Report({.severity = diag::Severity::kWarning,
                     .code = "W0301",
                     .message = "this kernel of op " + Described(first) + " can never run",
                     .span = first.span,
                     .notes = {{"this one has the higher priority", second.span}}});
      }
    }
  }
  // Sets overlap by design. The result must not depend on their order.
  const auto better = [](const Request& a, const Request& b) {
    const auto rank = [](const Request& r) {
      return std::pair(r.implementation == Implementation::kReference ? 0 : 1, -r.priority);
    };
    return rank(a) < rank(b);
  };
  for (Request& request : requests) {
    if (request.op == nullptr || !request.from_set) continue;
    std::vector<Request>& same = settled[KeyOf(request)];
    if (same.empty()) {
      same.push_back(std::move(request));
    } else if (same.front().from_set && better(request, same.front())) {
      same.front() = std::move(request);
    }
  }
  std::vector<Request> kept;
  for (auto& [key, same] : settled) {
    for (Request& request : same) kept.push_back(std::move(request));
  }
  return kept;
}

// True if the library has the kernel, for an op of a set of fusions.
bool IsOfFusions(const Request& request) {
  return request.implementation == Implementation::kReference && request.new_op != nullptr;
}

// The class, file and implementation of an op's kernel. An op with a stub and a real kernel has
// two.
struct Place {
  std::string class_name;
  std::string file;
};

Place PlaceOf(const Request& request, bool has_real_kernel) {
  const std::string op(request.op->name);
  const std::string stem = base::SnakeCase(op);
  if (request.implementation == Implementation::kFile) return {op + "Op", request.file};
  if (request.implementation == Implementation::kStub && has_real_kernel) {
    return {op + "StubOp", stem + "_stub.cc"};
  }
  if (IsOfFusions(request)) {
    // The names of these ops start with the plugin's name; those of the library's kernels do not.
    const catalog::ReferenceKernel& kernel = *ReferenceOf(*request.op, request.new_op);
    const auto& table = catalog::ReferenceTable::OfFusions();
    return {"fusions::" + std::string(table.FirstOpOf(kernel)) + "Op",
            "fusions/" + std::string(kernel.kernel_template) + ".cc"};
  }
  return {op + "Op", stem + ".cc"};
}

std::string InstanceOf(const std::string& class_name, const std::vector<std::string_view>& dtypes) {
  if (dtypes.empty()) return class_name;
  std::string text = class_name + "<";
  for (size_t i = 0; i < dtypes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(base::FindDtype(dtypes[i])->cpp);
  }
  return text + ">";
}

class Linker {
 public:
  Linker(Plugin& plugin, const Served& served, diag::Sink& sink)
      : plugin_(plugin), served_(served), sink_(sink) {}

  void Run(const std::vector<Request>& requests) {
    for (const Request& request : requests) {
      if (request.implementation != Implementation::kStub) real_.insert(request.op->name);
    }
    for (const Request& request : requests) Add(request);
    std::stable_sort(plugin_.rows.begin(), plugin_.rows.end(), RowBefore);
    for (const Row& row : plugin_.rows) {
      // Rows share an instance if they differ only in label or priority, or if their ops share a
      // kernel.
      std::vector<std::string>& instances = kernels_[file_of_[row.instance]].instances;
      if (std::find(instances.begin(), instances.end(), row.instance) == instances.end()) {
        instances.push_back(row.instance);
      }
    }
    for (auto& [file, kernel] : kernels_) plugin_.kernels.push_back(std::move(kernel));
  }

 private:
  void Add(const Request& request) {
    const Place place = PlaceOf(request, real_.contains(request.op->name));
    CheckClass(request, place);
    CheckCase(request, place);
    Kernel& kernel = kernels_[place.file];
    if (kernel.op == nullptr) {
      first_spans_[&kernel] = request.span;
    } else if (kernel.op != request.op && !IsOfFusions(request)) {
      ReportSharedFile(request, place, kernel);
    } else if (kernel.implementation != request.implementation) {
      ReportTwoWays(request, place, kernel);
    }
    if (kernel.op == nullptr) kernel.op = request.op;
    kernel.new_op = request.new_op;
    kernel.implementation = request.implementation;
    kernel.reference = ReferenceOf(*request.op, request.new_op);
    kernel.class_name = place.class_name;
    kernel.file = place.file;

    Row row;
    row.op = request.op;
    row.new_op = request.new_op;
    const auto attrs = request.op->TypeAttrs();
    for (size_t i = 0; i < attrs.size(); ++i) {
      const bool lacking = served_.LackingAttr(*request.op, attrs[i]->name) != 0;
      row.types.push_back({std::string(attrs[i]->name), std::string(request.dtypes[i]),
                           std::string(lacking ? attrs[i]->DefaultType() : "")});
    }
    row.host_memory = request.host_memory;
    row.label = request.label;
    row.priority = request.priority;
    row.instance = InstanceOf(place.class_name, request.dtypes);
    file_of_[row.instance] = place.file;
    plugin_.rows.push_back(std::move(row));
  }

  // Reports a class that would come both from the user's file and from a template.
  void CheckClass(const Request& request, const Place& place) {
    const auto [known, is_new] = classes_.try_emplace(place.class_name, place.file, request.span);
    if (is_new || known->second.first == place.file) return;
    sink_.Report({.code = "E0311",
                  .message = "class '" + place.class_name + "' would be defined in two files, " +
                             Quoted(known->second.first) + " and " + Quoted(place.file),
                  .span = request.span,
                  .notes = {{"the other kernel of this op", known->second.second}},
                  .help = "let one file support all types of the op"});
  }

  void ReportSharedFile(const Request& request, const Place& place, const Kernel& kernel) {
    const bool are_new = kernel.new_op != nullptr && plugin_.ops.Find(request.op->name) != nullptr;
    const bool said = base::SnakeCase(kernel.op->name) == base::SnakeCase(request.op->name);
    if (are_new && said) return;  // E0353
    // Requests are sorted by the ops' names, but the report has to be at the later entry of the
    // spec.
    std::pair first(first_spans_[&kernel], kernel.op->name);
    std::pair second(request.span, request.op->name);
    if (second.first.begin < first.first.begin) std::swap(first, second);
    sink_.Report({.code = "E0312",
                  .message = "file " + Quoted(place.file) + " would contain the kernels of ops " +
                             Quoted(first.second) + " and " + Quoted(second.second),
                  .span = second.first,
                  .notes = {{"named first here", first.first}},
                  .help = "give each op a file of its own"});
  }

  void ReportTwoWays(const Request& request, const Place& place, const Kernel& kernel) {
    sink_.Report({.code = "E0311",
                  .message = "file " + Quoted(place.file) + " of op " + Quoted(request.op->name) +
                             " would be both plugingen's and yours",
                  .span = request.span,
                  .notes = {{"the other kernel of this op", first_spans_[&kernel]}},
                  .help = "let one file support all types of the op"});
  }

  // Some file systems ignore case, so these would be the same file.
  void CheckCase(const Request& request, const Place& place) {
    const auto [known, is_new] = folded_.try_emplace(base::ToLower(place.file), place.file);
    if (is_new || known->second == place.file) return;
    sink_.Report({.code = "E0315",
                  .message = "files " + Quoted(known->second) + " and " + Quoted(place.file) +
                             " differ only in upper and lower case",
                  .span = request.span,
                  .notes = {{"they are one file on macOS and Windows", {}}},
                  .help = "rename one of them"});
  }

  static bool RowBefore(const Row& a, const Row& b) {
    const auto order = [](const Row& row) {
      std::vector<uint64_t> dtypes;
      for (const RowType& type : row.types) {
        dtypes.push_back(base::FindDtype(type.dtype)->number);
      }
      return std::tuple(row.op->name, std::move(dtypes), std::string_view(row.label), row.priority);
    };
    return order(a) < order(b);
  }

  Plugin& plugin_;
  const Served& served_;
  diag::Sink& sink_;

  std::set<std::string_view> real_;
  std::map<const Kernel*, diag::Span> first_spans_;
  std::map<std::string, std::string> folded_;
  std::map<std::string, Kernel> kernels_;
  std::map<std::string, std::string> file_of_;  // by instance
  std::map<std::string, std::pair<std::string, diag::Span>> classes_;
};

// Returns the entries of `kernels:` and one for each new op without an entry, whose kernel the
// author writes.
std::vector<spec::KernelEntry> EntriesOf(const spec::Spec& spec, const NewOps& ops) {
  std::vector<spec::KernelEntry> entries = spec.kernels;
  std::set<std::string_view> named;
  for (const spec::KernelEntry& entry : spec.kernels) named.insert(entry.op.value);
  for (const auto& op : ops.all()) {
    if (named.contains(op->def.name)) continue;
    spec::KernelEntry& entry = entries.emplace_back();
    entry.span = op->entry.span;
    entry.op = op->entry.name;
    entry.set.span = entry.priority.span = entry.label.span = entry.op.span;
    const bool has_reference = !op->entry.reference.empty();
    entry.implementation = {has_reference ? Implementation::kReference : Implementation::kStub,
                            entry.op.span, false};
  }
  return entries;
}

}  // namespace

Plugin Link(const spec::Spec& spec, diag::Sink& sink) {
  Plugin plugin;
  plugin.spec = spec;
  AddFusions(plugin.spec, sink);
  const Served served(spec.tensorflow);
  plugin.ops = NewOps(plugin.spec.ops, served, sink);
  const Target target{served, plugin.ops, spec.device.type.value == "GPU"};
  const std::vector<spec::KernelEntry> entries =
      EntriesOf(plugin.spec, plugin.ops);  // requests refer to it
  std::vector<Request> requests;
  std::vector<Request> surplus;  // only for the checks
  for (const spec::KernelEntry& entry : entries) {
    const bool full = requests.size() > kMaxRows;
    const size_t before = requests.size();
    surplus.clear();
    ExpandEntry(entry, target, sink, full ? surplus : requests);
    CheckReleases(entry, full ? std::span(surplus) : std::span(requests).subspan(before), served,
                  sink);
    if (full || requests.size() <= kMaxRows) continue;
    ReportTooMany(entry.name_span(), requests.size(), sink);
  }
  if (requests.size() > kMaxRows) return plugin;  // comparing so many would not help
  const std::vector<Request> settled = Settle(std::move(requests), sink);
  WarnOfShadowing(settled, sink);
  if (!sink.has_errors()) {
    WarnOfCoresKernels(plugin.spec, settled, served, sink);
    WarnOfRewrites(plugin.spec, settled, sink);
    WarnOfPasses(plugin.spec, sink);
  }
  Linker(plugin, served, sink).Run(settled);
  LinkRewrites(served, plugin, sink);
  WarnOfMissingKernels(plugin, sink);
  return plugin;
}

}  // namespace plugingen::model
