#include "model/new_op.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "base/text.h"
#include "op/parse_op_def.h"
#include "op/python_names.h"

namespace plugingen::model {
namespace {

using base::Quoted;

// TensorFlow keeps tensors of these types on the host for every device.
bool StaysOnHost(std::string_view dtype) { return dtype == "string" || dtype == "resource"; }

void FillCatalogOp(NewOp& op) {
  const auto keep = [&op](std::string text) -> std::string_view {
    return op.texts.emplace_back(std::move(text));
  };
  op.op.name = keep(op.def.name);
  for (const op::Arg& arg : op.def.inputs) {
    op.op.inputs.push_back({keep(arg.name), keep(arg.TypeText())});
  }
  for (const op::Arg& arg : op.def.outputs) {
    op.op.outputs.push_back({keep(arg.name), keep(arg.TypeText())});
  }
  for (const op::Attr& attr : op.def.attrs) {
    catalog::Attr& known = op.op.attrs.emplace_back();
    known.name = keep(attr.name);
    known.text = keep(attr.Text());
    known.is_type = attr.kind == op::AttrKind::kType && !attr.is_list;
    for (const std::string& type : attr.allowed_types) known.allowed_types.push_back(keep(type));
  }
  op.op.is_stateful = op.def.is_stateful;
  op.op.is_deprecated = op.entry.deprecated_version.given;
}

void CheckName(const spec::OpEntry& entry, const Served& served, diag::Sink& sink) {
  const catalog::ReleaseSet having = served.history().ReleasesWith(entry.name.value);
  if (having == 0) return;
  sink.Report({.code = "E0366",
               .message = "op " + Quoted(entry.name.value) + " is TensorFlow's own",
               .span = entry.name.span,
               .notes = {{"TensorFlow " + served.Text(having) +
                              " has it; a second definition of "
                              "an op aborts the process",
                          {}}},
               .help = "give a kernel for it under 'kernels', or choose a name that begins with "
                       "yours"});
}

// Types in the project's C++ have these names followed by "Op", "Rule" or "Shape".
constexpr std::string_view kPartsOfTypes[] = {
    "Binary", "Comparison", "Equality",      "KeptPlace", "KeptValue", "Node",
    "Op",     "Partial",    "PartialTensor", "Shape",     "Tensor",    "Unary"};

void CheckCppName(const spec::OpEntry& entry, diag::Sink& sink) {
  const std::string& name = entry.name.value;
  if (std::find(std::begin(kPartsOfTypes), std::end(kPartsOfTypes), name) ==
      std::end(kPartsOfTypes)) {
    return;
  }
  sink.Report({.code = "E0353",
               .message = "an op cannot be called " + Quoted(name),
               .span = entry.name.span,
               .notes = {{"the project's C++ has types of its own that are called " + name +
                              "Op or " + name + "Shape",
                          {}}},
               .help = "begin the name with the vendor's, as in 'Acme" + name + "'"});
}

// Reports ops whose names differ only in '_' or capitals, because they would share a file or a
// function.
void CheckDerivedNames(const std::vector<spec::OpEntry>& entries, diag::Sink& sink) {
  std::map<std::string, const spec::OpEntry*> owners;
  const auto claim = [&](const spec::OpEntry& entry, const std::string& name) {
    const auto [owner, is_free] = owners.emplace(name, &entry);
    if (is_free || owner->second == &entry) return true;
    sink.Report({.code = "E0353",
                 .message = "ops " + Quoted(owner->second->name.value) + " and " +
                            Quoted(entry.name.value) + " would both be called " + Quoted(name),
                 .span = entry.name.span,
                 .notes = {{"in Python, and in the names of their files", {}},
                           {"the other one", owner->second->name.span}},
                 .help = "rename one of the two"});
    return false;
  };
  for (const spec::OpEntry& entry : entries) {
    const std::string& name = entry.name.value;
    // TensorFlow's generated functions have the names of our files, and each function has a second
    // name.
    const std::string stem = base::SnakeCase(name);
    if (!claim(entry, stem) || !claim(entry, stem + "_eager_fallback")) continue;
    claim(entry, op::PythonFunctionName(name));
  }
}

// Reports rules that share a file in src/ops.
void CheckShapeFiles(const std::vector<std::shared_ptr<const NewOp>>& ops, diag::Sink& sink) {
  std::map<std::string, std::string> owners;
  for (const char* const file : {"dim_list.cc", "kernel_shapes.cc", "shape_functions.cc",
                                 "shape_rule.cc", "window_functions.cc"}) {
    owners[file] = "the code that evaluates shape rules";
  }
  for (const auto& op : ops) {
    if (!op->shapes.file.empty()) continue;
    owners[base::SnakeCase(op->def.name) + "_shape.cc"] = "the rule of op " + Quoted(op->def.name);
  }
  for (const auto& op : ops) {
    const std::string& file = op->shapes.file;
    if (file.empty()) continue;
    const auto [owner, is_free] = owners.emplace(file, "the rule of op " + Quoted(op->def.name));
    if (is_free) continue;
    sink.Report(
        {.code = "E0332",
         .message = "the file " + Quoted(file) + " is taken",
         .span = op->entry.shape_file.span,
         .notes = {{"it contains " + owner->second, {}}},
         .help = Quoted(base::SnakeCase(op->def.name) + "_shape.cc") + " is free for this op"});
  }
}

}  // namespace

NewOps::NewOps(const std::vector<spec::OpEntry>& entries, const Served& served, diag::Sink& sink) {
  std::vector<std::shared_ptr<NewOp>> made;
  std::vector<op::OpDef> defs;
  CheckDerivedNames(entries, sink);
  for (const spec::OpEntry& entry : entries) {
    CheckName(entry, served, sink);
    CheckCppName(entry, sink);
    auto op = std::make_shared<NewOp>();
    op->entry = entry;
    op->def = op::ParseOpDef(entry, sink);
    op::CheckPythonNames(op->def, entry.name.span, sink);
    op->shapes = op::ParseShapeRules(entry, op->def, sink);
    FillCatalogOp(*op);
    const std::vector<std::string> read = op::HostInputs(op->shapes, op->def);
    for (const op::Arg& input : op->def.inputs) {
      const bool is_read = std::find(read.begin(), read.end(), input.name) != read.end();
      // Integers of an op of a set of fusions are sizes. The original ops had them on the host,
      // too.
      const bool is_size = !entry.reference.empty() && input.type == "int32";
      if (is_read || is_size || StaysOnHost(input.type)) op->host_inputs.push_back(input.name);
    }
    defs.push_back(op->def);
    made.push_back(std::move(op));
  }
  // A gradient can call any of these ops.
  for (std::shared_ptr<NewOp>& op : made) {
    op->gradient =
        op::ParseGradient(op->entry, op->def, defs, served.history(), served.releases(), sink);
    ops_.push_back(std::move(op));
  }
  CheckShapeFiles(ops_, sink);
}

const catalog::ReferenceKernel* ReferenceOf(const catalog::Op& op, const NewOp* new_op) {
  return new_op == nullptr ? catalog::ReferenceTable::BuiltIn().Find(op.name)
                           : catalog::ReferenceTable::OfFusions().Find(new_op->entry.reference);
}

const NewOp* NewOps::Find(std::string_view name) const {
  for (const auto& op : ops_) {
    if (op->def.name == name) return op.get();
  }
  return nullptr;
}

}  // namespace plugingen::model
