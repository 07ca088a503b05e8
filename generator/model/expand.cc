#include "model/expand.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "base/dtypes.h"
#include "base/suggest.h"
#include "base/text.h"
#include "catalog/host_memory.h"
#include "catalog/reference.h"
#include "catalog/sets.h"
#include "model/check_set_types.h"
#include "model/entry_reports.h"
#include "op/callee.h"

namespace plugingen::model {
namespace {

using base::DidYouMean;
using base::Quoted;
using catalog::Attr;
using catalog::Contains;
using catalog::Op;
using catalog::ReferenceKernel;
using spec::Implementation;
using spec::KernelEntry;
using spec::TypeBinding;

// Returns the dtypes that a spec can name.
std::vector<std::string_view> Writable(const std::vector<std::string_view>& dtypes) {
  std::vector<std::string_view> writable;
  for (const std::string_view dtype : dtypes) {
    if (base::IsWritable(dtype)) writable.push_back(dtype);
  }
  return writable;
}

std::string AllowedText(const std::vector<std::string_view>& allowed) {
  const std::vector<std::string_view> writable = Writable(allowed);
  return writable.empty() ? "it takes only " + Listed(allowed) + ", which kernels cannot handle"
                          : "it takes " + Listed(writable);
}

// The dtypes of one attr, and whether the user chose them.
struct Choice {
  const Attr* attr = nullptr;
  std::vector<std::string_view> dtypes;
  bool given = false;
  diag::Span span;
};

class Expander {
 public:
  // `new_op` is the plugin's op that `op` belongs to, or null for an op of TensorFlow's.
  Expander(const KernelEntry& entry, const Op& op, const NewOp* new_op, const Target& target,
           diag::Sink& sink)
      : entry_(entry), op_(op), new_op_(new_op), target_(target), sink_(sink) {
    reference_ = ReferenceOf(op, new_op);
    for (const Attr* attr : op.TypeAttrs()) choices_.push_back({attr, {}, false, {}});
  }

  // `preset` are the dtypes that a set chooses.
  void Run(const std::vector<catalog::Constraint>& preset, std::vector<Request>& requests) {
    const size_t errors = sink_.error_count();
    if (implementation() == Implementation::kReference && reference_ == nullptr) {
      return ReportNoReference();
    }
    for (const TypeBinding& binding : entry_.types) ApplyBinding(binding);
    for (const spec::Located<std::string>& arg : entry_.host_memory) CheckHostMemory(arg);
    if (sink_.error_count() != errors) return;
    for (Choice& choice : choices_) {
      if (!choice.given) choice.dtypes = DefaultTypes(*choice.attr, preset);
      if (choice.dtypes.empty()) return;  // reported already
    }
    if (TooMany()) return;
    const size_t before = requests.size();
    AddProduct({}, requests);
    if (requests.size() != before || from_set() || sink_.error_count() != errors) return;
    // If TensorFlow has all of the kernels on the host, the entry means exactly these.
    keep_host_kernels_ = true;
    AddProduct({}, requests);
  }

 private:
  // The author of a new op writes its kernel, so this is the default.
  Implementation implementation() const {
    const bool theirs = new_op_ != nullptr && new_op_->entry.reference.empty();
    return theirs && !entry_.implementation.given ? Implementation::kStub
                                                  : entry_.implementation.value;
  }
  bool from_set() const { return !entry_.set.value.empty(); }
  diag::Span name_span() const { return from_set() ? entry_.set.span : entry_.op.span; }

  // Checked before the product is computed, because it could exceed the memory.
  bool TooMany() {
    size_t product = 1;
    for (const Choice& choice : choices_) product *= choice.dtypes.size();
    if (product > kMaxRows) ReportTooMany(name_span(), product, sink_);
    if (product > kManyRows && product <= kMaxRows) {
      ReportMany(op_, name_span(), product, sink_);
    }
    return product > kMaxRows;
  }

  void ReportNoReference() {
    sink_.Report({.code = "E0306",
                  .message = "plugingen has no reference kernel for op " + Quoted(op_.name),
                  .span = name_span(),
                  .notes = {{op_.Signature(), {}}},
                  .help = "write 'implementation: stub' and fill in the kernel, or name a file of "
                          "yours: {file: " +
                          base::SnakeCase(op_.name) + ".cc}"});
  }

  void ApplyBinding(const TypeBinding& binding) {
    Choice* choice = FindChoice(binding);
    if (choice == nullptr) return;
    choice->given = true;
    choice->span = binding.attr.given       ? binding.attr.span
                   : binding.dtypes.empty() ? name_span()
                                            : binding.dtypes.front().span;
    for (const spec::Located<std::string>& dtype : binding.dtypes) {
      const auto& allowed = choice->attr->allowed_types;
      if (!allowed.empty() && !Contains(allowed, dtype.value) &&
          !AllowedEarlier(*choice->attr, dtype)) {
        continue;
      }
      choice->dtypes.push_back(dtype.value);
    }
    // If the attr of a set's op supports none of the chosen types, the types of the set apply.
    if (from_set() && choice->dtypes.empty()) choice->given = false;
  }

  // True if an older release of the range supports a type that the newest one does not. Reports an
  // error if none does. A type for a set only applies to ops that support it.
  bool AllowedEarlier(const Attr& attr, const spec::Located<std::string>& dtype) {
    if (from_set()) return false;
    const catalog::ReleaseSet allowing = target_.served.Allowing(op_.name, attr.name, dtype.value);
    if ((allowing & target_.served.releases()) != 0) return true;
    diag::Diagnostic diagnostic{.code = "E0303",
                                .message = "attr " + Quoted(attr.name) + " of op " +
                                           Quoted(op_.name) + " cannot be " + Quoted(dtype.value),
                                .span = dtype.span,
                                .notes = {{AllowedText(attr.allowed_types), {}}}};
    if (allowing != 0) {
      diagnostic.notes.push_back({"it can in TensorFlow " + target_.served.Text(allowing) +
                                      ", which this plugin does not support",
                                  {}});
    }
    sink_.Report(std::move(diagnostic));
    return false;
  }

  Choice* FindChoice(const TypeBinding& binding) {
    if (binding.attr.value.empty()) {
      if (choices_.size() == 1) return &choices_.front();
      if (from_set()) return choices_.empty() ? nullptr : &choices_.front();
      ReportAttrNeeded(binding);
      return nullptr;
    }
    for (Choice& choice : choices_) {
      if (choice.attr->name == binding.attr.value) return &choice;
    }
    if (from_set()) return nullptr;
    std::vector<std::string_view> names;
    for (const Choice& choice : choices_) names.push_back(choice.attr->name);
    const catalog::Attr* other = op_.FindAttr(binding.attr.value);
    const bool exists = other != nullptr;
    // Lists of types do not count, with or without choices.
    const bool is_list = exists && other->text.starts_with("list(") &&
                         op::CalleeOf(op_).FindAttr(other->name)->kind == op::AttrKind::kType;
    std::string help = DidYouMean(base::NearestName(binding.attr.value, names));
    if (help.empty() && !names.empty()) help = "its type attrs: " + Listed(names);
    if (names.empty()) help = "this op has no type attr: leave 'types' out";
    if (is_list) help = "leave it out: one kernel takes tensors of all these types";
    sink_.Report(
        {.code = "E0302",
         .message =
             exists ? "attr " + Quoted(binding.attr.value) + " of op " + Quoted(op_.name) +
                          (is_list ? " is a list of types" : " is not a type")
                    : "op " + Quoted(op_.name) + " has no type attr " + Quoted(binding.attr.value),
         .span = binding.attr.span,
         .notes = {{op_.Signature() +
                        (new_op_ != nullptr
                             ? ""
                             : " (TensorFlow " + std::string(target_.served.newest().release()) +
                                   ")"),
                    {}}},
         .help = std::move(help)});
    return nullptr;
  }

  void ReportAttrNeeded(const TypeBinding& binding) {
    std::string example;
    for (const Choice& choice : choices_) {
      example += (example.empty() ? "" : ", ") + std::string(choice.attr->name) + ": ...";
    }
    sink_.Report(
        {.code = "E0304",
         .message = choices_.empty() ? "op " + Quoted(op_.name) + " has no type attr"
                                     : "op " + Quoted(op_.name) + " has several type attrs",
         .span = binding.dtypes.empty() ? name_span() : binding.dtypes.front().span,
         .notes = {{op_.Signature(), {}}},
         .help = choices_.empty() ? "leave 'types' out" : "say which: types: {" + example + "}"});
  }

  void CheckHostMemory(const spec::Located<std::string>& arg) {
    if (op_.HasArg(op_.DefinedName(arg.value))) return;
    std::vector<std::string_view> names;
    for (const auto& known : op_.inputs) names.push_back(known.name);
    for (const auto& known : op_.outputs) names.push_back(known.name);
    std::string help = DidYouMean(base::NearestName(arg.value, names));
    if (help.empty()) help = "its arguments: " + Listed(names);
    sink_.Report(
        {.code = "E0305",
         .message = "op " + Quoted(op_.name) + " has no argument " + Quoted(arg.value),
         .span = arg.span,
         .notes = {{"a host-memory argument that does not exist breaks every node of the op", {}}},
         .help = std::move(help)});
  }

  std::vector<std::string_view> DefaultTypes(const Attr& attr,
                                             const std::vector<catalog::Constraint>& preset) {
    for (const catalog::Constraint& chosen : preset) {
      if (chosen.attr == attr.name) return chosen.types;
    }
    if (implementation() == Implementation::kReference) return reference_->TypesOf(attr.name);
    if (new_op_ != nullptr && !attr.allowed_types.empty()) {
      std::vector<std::string_view> types = Writable(attr.allowed_types);
      if (types.empty()) ReportNoType(attr);
      return types;
    }
    // The capabilities of a stub or a user's file are unknown, so it gets the floating types, or
    // all types of an index.
    std::vector<std::string_view> types;
    for (const base::Dtype& dtype : base::Dtypes()) {
      if (dtype.kind != base::DtypeKind::kFloating || !dtype.is_writable()) continue;
      if (attr.allowed_types.empty() || Contains(attr.allowed_types, dtype.name)) {
        types.push_back(dtype.name);
      }
    }
    if (types.empty()) types = Writable(attr.allowed_types);
    if (types.empty()) ReportNoType(attr);
    return types;
  }

  void ReportNoType(const Attr& attr) {
    sink_.Report({.code = "E0308",
                  .message = "attr " + Quoted(attr.name) + " of op " + Quoted(op_.name) +
                             " has no type that a kernel can support",
                  .span = name_span(),
                  .notes = {{"it takes " + Listed(attr.allowed_types), {}}}});
  }

  void AddProduct(std::vector<std::string_view> dtypes, std::vector<Request>& requests) {
    if (dtypes.size() < choices_.size()) {
      for (const std::string_view dtype : choices_[dtypes.size()].dtypes) {
        dtypes.push_back(dtype);
        AddProduct(dtypes, requests);
        dtypes.pop_back();
      }
      return;
    }
    std::vector<catalog::ChosenType> types;
    for (size_t i = 0; i < dtypes.size(); ++i) types.push_back({choices_[i].attr->name, dtypes[i]});
    // TensorFlow computes these on the host for every device, unless the spec asks for them
    // explicitly.
    if (!keep_host_kernels_ && !AllGiven() && catalog::CoreServesOnHost(op_, types)) return;
    if (implementation() == Implementation::kReference && !reference_->Serves(dtypes)) {
      if (!from_set()) ReportUnserved(types);
      return;
    }
    Request request;
    request.op = &op_;
    request.new_op = new_op_;
    request.dtypes = std::move(dtypes);
    request.label = entry_.label.value;
    request.implementation = implementation();
    request.file = entry_.file.value;
    request.from_set = from_set();
    request.is_doubtful = entry_.is_doubtful;
    request.span = name_span();
    FillHostMemory(types, request);
    FillPriority(types, request);
    requests.push_back(std::move(request));
  }

  bool AllGiven() const {
    return !choices_.empty() && !from_set() &&
           std::all_of(choices_.begin(), choices_.end(), [](const Choice& c) { return c.given; });
  }

  // Returns the position of the dtype that the user wrote for an attr.
  diag::Span SpanOf(const Choice& choice, std::string_view dtype) const {
    for (const TypeBinding& binding : entry_.types) {
      if (!binding.attr.value.empty() && binding.attr.value != choice.attr->name) continue;
      for (const spec::Located<std::string>& written : binding.dtypes) {
        if (written.value == dtype) return written.span;
      }
    }
    return choice.span;
  }

  // Reports combinations that the user chose. Defaults are just reduced to the existing
  // combinations.
  void ReportUnserved(const std::vector<catalog::ChosenType>& types) {
    const Choice* culprit = nullptr;
    std::string_view dtype;
    std::string wanted;
    for (size_t i = 0; i < types.size(); ++i) {
      wanted +=
          (i == 0 ? "" : ", ") + std::string(types[i].attr) + " = " + std::string(types[i].dtype);
      const bool alone = !Contains(reference_->TypesOf(types[i].attr), types[i].dtype);
      if (!choices_[i].given || (culprit != nullptr && !alone)) continue;
      culprit = &choices_[i];
      dtype = types[i].dtype;
    }
    if (culprit == nullptr) return;
    diag::Diagnostic diagnostic{
        .code = "E0307",
        .message = "the reference kernel of op " + Quoted(op_.name) + " does not support " + wanted,
        .span = SpanOf(*culprit, dtype),
        .notes = {{"it supports " + std::string(culprit->attr->name) + " = " +
                       Listed(reference_->TypesOf(culprit->attr->name)),
                   {}}},
        .help = "give these types an entry of their own with 'implementation: stub'"};
    if (catalog::CoreServesOnHost(op_, types)) {
      diagnostic.notes.push_back(
          {"TensorFlow has a kernel of its own for them on every device, in host memory", {}});
      diagnostic.help = "leave them out";
    }
    sink_.Report(std::move(diagnostic));
  }

  std::vector<std::string_view> DefaultHostMemory(
      const std::vector<catalog::ChosenType>& types) const {
    if (new_op_ == nullptr) return catalog::HostMemoryArgs(op_, types);
    return {new_op_->host_inputs.begin(), new_op_->host_inputs.end()};
  }

  void FillHostMemory(const std::vector<catalog::ChosenType>& types, Request& request) {
    if (!entry_.host_memory_given) {
      const std::vector<std::string_view> args = DefaultHostMemory(types);
      request.host_memory.assign(args.begin(), args.end());
      return;
    }
    for (const auto& arg : entry_.host_memory) {
      request.host_memory.emplace_back(op_.DefinedName(arg.value));
    }
    CheckReferenceHostMemory(types, request.host_memory);
  }

  // A reference kernel reads on the host what the host needs, and computes the rest on the stream.
  void CheckReferenceHostMemory(const std::vector<catalog::ChosenType>& types,
                                const std::vector<std::string>& given) {
    if (implementation() != Implementation::kReference || reported_host_memory_) return;
    // A kernel on the device may replace TensorFlow's on the host.
    if (new_op_ == nullptr && catalog::CoreServesOnHost(op_, types)) return;
    const std::vector<std::string_view> wanted = DefaultHostMemory(types);
    if (std::set<std::string_view>(given.begin(), given.end()) ==
        std::set<std::string_view>(wanted.begin(), wanted.end())) {
      return;
    }
    reported_host_memory_ = true;
    sink_.Report({.code = "E0318",
                  .message = "the reference kernel of op " + Quoted(op_.name) +
                             (wanted.empty() ? " has no argument in host memory"
                                             : " needs " + Listed(wanted) + " in host memory"),
                  .span = entry_.host_memory.empty() ? entry_.op.span : entry_.host_memory[0].span,
                  .help = "leave 'host_memory' out, or write a kernel of your own: "
                          "'implementation: stub'"});
  }

  void FillPriority(const std::vector<catalog::ChosenType>& types, Request& request) {
    request.priority = entry_.priority.value;
    const catalog::CoreKernel* core =
        target_.is_gpu ? catalog::FindCoreKernel(op_, "GPU", types, entry_.label.value) : nullptr;
    if (core == nullptr) return;
    if (!entry_.priority.given) request.priority = core->priority + 1;
    if (request.priority > core->priority) return;
    sink_.Report({.code = "E0314",
                  .message = "priority " + std::to_string(request.priority) +
                             " does not outrank TensorFlow's own GPU kernel of op " +
                             Quoted(op_.name),
                  .span = entry_.priority.span,
                  .notes = {{"TensorFlow's kernel has priority " + std::to_string(core->priority) +
                                 "; at the same priority TensorFlow runs neither",
                             {}}},
                  .help = "leave 'priority' out, or write " + std::to_string(core->priority + 1)});
  }

  const KernelEntry& entry_;
  const Op& op_;
  const NewOp* new_op_;
  const Target& target_;
  diag::Sink& sink_;
  const ReferenceKernel* reference_ = nullptr;
  std::vector<Choice> choices_;
  bool keep_host_kernels_ = false;
  bool reported_host_memory_ = false;
};

void ExpandSet(const KernelEntry& entry, const Target& target, diag::Sink& sink,
               std::vector<Request>& requests) {
  const catalog::OpSet* set = catalog::SetTable::BuiltIn().Find(entry.set.value);
  if (set == nullptr) return ReportUnknownSet(entry, sink);
  const size_t first = requests.size();
  const size_t errors = sink.error_count();
  for (const catalog::SetMember& member : set->members) {
    const Op* op = target.served.FindOp(member.op);
    if (op == nullptr) continue;
    if (const auto differing = target.served.Differing(*op); differing != 0) {
      ReportLeftOut(entry, *op, differing, target.served, sink);
      continue;
    }
    Expander(entry, *op, nullptr, target, sink).Run(member.types, requests);
  }
  if (sink.error_count() == errors) {
    CheckSetTypes(entry, std::span(requests).subspan(first), sink);
  }
}

}  // namespace

void ExpandEntry(const KernelEntry& entry, const Target& target, diag::Sink& sink,
                 std::vector<Request>& requests) {
  if (!entry.set.value.empty()) return ExpandSet(entry, target, sink, requests);
  if (const NewOp* own = target.new_ops.Find(entry.op.value)) {
    return Expander(entry, own->op, own, target, sink).Run({}, requests);
  }
  const Op* op = target.served.FindOp(entry.op.value);
  if (op == nullptr) return ReportUnknownOp(entry, target.served, target.new_ops, sink);
  Expander(entry, *op, nullptr, target, sink).Run({}, requests);
}

}  // namespace plugingen::model
