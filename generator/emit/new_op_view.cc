#include "emit/new_op_view.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "emit/comment_text.h"
#include "emit/cpp_text.h"
#include "emit/plain_keys_view.h"
#include "emit/unique_names.h"
#include "spec/reserved_names.h"

namespace plugingen::emit {
namespace {

using model::NewOp;

// The type and the initial value of the member that stores an attr in a kernel.
struct Member {
  std::string_view type;
  std::string_view initial;
};

Member MemberOf(const op::Attr& attr) {
  switch (attr.kind) {
    case op::AttrKind::kType:
      return attr.is_list ? Member{"DataTypeVector", ""} : Member{"DataType", " = DT_FLOAT"};
    case op::AttrKind::kInt:
      return attr.is_list ? Member{"std::vector<int64_t>", ""} : Member{"int64_t", " = 0"};
    case op::AttrKind::kFloat:
      return attr.is_list ? Member{"std::vector<float>", ""} : Member{"float", " = 0"};
    case op::AttrKind::kBool:
      return attr.is_list ? Member{"std::vector<bool>", ""} : Member{"bool", " = false"};
    case op::AttrKind::kString:
      return attr.is_list ? Member{"std::vector<std::string>", ""} : Member{"std::string", ""};
    case op::AttrKind::kShape:
      return attr.is_list ? Member{"std::vector<PartialTensorShape>", ""}
                          : Member{"PartialTensorShape", ""};
    case op::AttrKind::kTensor:
      return attr.is_list ? Member{"std::vector<Tensor>", ""} : Member{"Tensor", ""};
    case op::AttrKind::kFunc:
      return attr.is_list ? Member{"std::vector<NameAttrList>", ""} : Member{"NameAttrList", ""};
  }
  return {};
}

// False for attrs that a kernel does not read: single types, which are template parameters, and
// inferred attrs, such as the length of a list.
bool IsRead(const op::Attr& attr) {
  const bool type = attr.kind == op::AttrKind::kType && !attr.is_list;
  return !type && !attr.inferred;
}

// The names in the scope of a new op's Compute function.
constexpr std::string_view kNamesInKernel[] = {
    "ctx", "op_requires_status", "outputs", "shapes", "shapes_", "size_t", "std", "told"};
// The types and functions that it uses.
constexpr std::string_view kTypesInKernel[] = {"DataType",        "DataTypeVector",
                                               "KernelFunctions", "KernelShapes",
                                               "NameAttrList",    "OpInputList",
                                               "OpKernel",        "OpKernelConstruction",
                                               "OpKernelContext", "PartialTensorShape",
                                               "Tensor",          "TensorShape",
                                               "errors",          "int64_t",
                                               "make_kernel"};

std::vector<std::string_view> TakenInKernel() {
  std::vector<std::string_view> taken(std::begin(kNamesInKernel), std::end(kNamesInKernel));
  taken.insert(taken.end(), std::begin(kTypesInKernel), std::end(kTypesInKernel));
  return taken;
}

// Unique names for a kernel. Users do not choose the names of arguments and attrs for C++, so they
// can be keywords or names that the kernel uses.
class KernelNames {
 public:
  explicit KernelNames(const NewOp& op) : names_(spec::IsCppWord, TakenInKernel()) {
    for (const std::string& parameter : TemplateParameters(op.op)) names_.Take(parameter);
  }
  std::string Member(const std::string& attr) { return names_.Take(attr + "_"); }
  std::string Variable(const std::string& arg) { return names_.Take(arg, "_value"); }

 private:
  UniqueNames names_;
};

// Returns the start of a kernel's constructor, on one line.
std::string ConstructorLine(const NewOp& op, bool has_body) {
  return "  explicit " + op.def.name +
         "Op(OpKernelConstruction* ctx) : OpKernel(ctx), shapes_(ctx, " + op.def.name +
         "Shape()) {" + (has_body ? "" : "}");
}

List ArgsView(const std::vector<op::Arg>& args, KernelNames& names) {
  const bool any_list =
      std::any_of(args.begin(), args.end(), [](const op::Arg& arg) { return arg.is_list(); });
  List list;
  for (size_t i = 0; i < args.size(); ++i) {
    const op::Arg& arg = args[i];
    list.push_back(Members{{"name", arg.name},
                           {"variable", names.Variable(arg.name)},
                           {"text", arg.name + ": " + arg.TypeText()},
                           {"index", std::to_string(i)},
                           {"is_list", arg.is_list()},
                           {"by_name", any_list}});
  }
  return list;
}

}  // namespace

std::vector<std::string> TemplateParameters(const catalog::Op& op) {
  UniqueNames names(spec::IsCppWord, TakenInKernel());
  std::vector<std::string> parameters;
  for (const catalog::Attr* attr : op.TypeAttrs()) {
    parameters.push_back(names.Take(std::string(attr->name), "Type"));
  }
  return parameters;
}

Value NewOpView(const NewOp& op) {
  KernelNames names(op);
  List attrs;
  List read;
  bool reads_strings = false;
  for (const op::Attr& attr : op.def.attrs) {
    Members text;
    text["text"] = CppText(attr.name + ": " + attr.Text());
    attrs.push_back(std::move(text));
    if (!IsRead(attr)) continue;
    const Member member = MemberOf(attr);
    reads_strings = reads_strings || member.type.find("std::string") != member.type.npos;
    read.push_back(Members{{"name", attr.name},
                           {"member", names.Member(attr.name)},
                           {"type", std::string(member.type)},
                           {"initial", std::string(member.initial)}});
  }
  const bool reads_attrs = !read.empty();
  const auto is_list = [](const op::Arg& arg) { return arg.is_list(); };
  const bool any_list = std::any_of(op.def.outputs.begin(), op.def.outputs.end(), is_list);
  std::string output_names;
  for (const op::Arg& arg : op.def.outputs) {
    output_names += (output_names.empty() ? "" : ", ") + arg.name;
  }
  List inputs = ArgsView(op.def.inputs, names);
  List outputs = ArgsView(op.def.outputs, names);
  Members view = {{"name", op.def.name},
                  {"output_names", std::move(output_names)},
                  {"stem", base::SnakeCase(op.def.name)},
                  {"inputs", std::move(inputs)},
                  {"outputs", std::move(outputs)},
                  {"has_outputs", !op.def.outputs.empty()},
                  {"has_list_output", any_list},
                  {"attrs", std::move(attrs)},
                  {"read_attrs", std::move(read)},
                  {"reads_strings", reads_strings},
                  {"long_constructor", ConstructorLine(op, reads_attrs).size() > kColumns},
                  {"end_of_constructor", reads_attrs ? "" : "}"},
                  {"is_deprecated", op.entry.deprecated_version.given}};
  view.merge(PlainKeysView("ops[]", op.entry));
  return view;
}

List DefinitionHeadersView(const model::Plugin& plugin) {
  std::vector<std::string> headers = {"ops/library/op_definition.h"};
  for (const auto& op : plugin.ops.all()) {
    headers.push_back("ops/" + base::SnakeCase(op->def.name) + "_shape.h");
    if (op->entry.also_on_cpu.value) headers.push_back("ops/library/cpu_kernels.h");
  }
  std::sort(headers.begin(), headers.end());
  headers.erase(std::unique(headers.begin(), headers.end()), headers.end());
  List list;
  for (std::string& header : headers) list.push_back(Members{{"name", std::move(header)}});
  return list;
}

List NewOpsView(const model::Plugin& plugin) {
  List ops;
  for (const auto& op : plugin.ops.all()) ops.push_back(NewOpView(*op));
  return ops;
}

}  // namespace plugingen::emit
