#include "cli/op_page.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalog/history.h"
#include "catalog/reference.h"

namespace plugingen::cli {
namespace {

constexpr std::string_view kNotInPython = "python none";

std::string JoinViews(const std::vector<std::string_view>& words, std::string_view separator) {
  return base::Join(std::vector<std::string>(words.begin(), words.end()), separator);
}

std::string ReferenceText(const catalog::Op& op) {
  const catalog::ReferenceKernel* reference = catalog::ReferenceTable::BuiltIn().Find(op.name);
  if (reference == nullptr) return "  no reference kernel: write one, or use a stub\n";
  std::string text = "  reference kernel:";
  const std::vector<const catalog::Attr*> attrs = op.TypeAttrs();
  for (const catalog::Attr* attr : attrs) {
    text += (attr == attrs.front() ? " " : "; ") + std::string(attr->name) + ": " +
            JoinViews(reference->TypesOf(attr->name), ", ");
  }
  return text + (attrs.empty() ? " yes\n" : "\n");
}

// Returns, for example, "T: int32; host memory: x, y".
std::string KernelText(const catalog::CoreKernel& kernel) {
  std::vector<std::string> parts;
  for (const catalog::Constraint& constraint : kernel.constraints) {
    parts.push_back(std::string(constraint.attr) + ": " + JoinViews(constraint.types, ", "));
  }
  if (kernel.constraints.empty()) parts.emplace_back("all types");
  if (!kernel.host_memory.empty()) {
    parts.push_back("host memory: " + JoinViews(kernel.host_memory, ", "));
  }
  if (!kernel.label.empty()) parts.push_back("label: " + std::string(kernel.label));
  return base::Join(parts, "; ");
}

std::string CoreText(const catalog::Op& op) {
  std::string text;
  bool on_cpu = false;
  for (const catalog::CoreKernel& kernel : op.kernels) {
    if (kernel.device == "DEFAULT") {
      text += "  TensorFlow's own kernel for every device: " + KernelText(kernel) + "\n";
    } else if (kernel.device == "GPU") {
      text += "  TensorFlow's own kernel for GPU: " + KernelText(kernel) + "\n";
    } else {
      on_cpu = true;
    }
  }
  return on_cpu ? text : text + "  TensorFlow has no kernel for the CPU\n";
}

// Describes the difference to tf.raw_ops: "dim is called axis".
std::string PythonText(const catalog::Op& op) {
  if (!op.is_in_python) return "  not in tf.raw_ops\n";
  std::vector<std::string> renamed;
  for (const catalog::PythonName& name : op.python_names) {
    renamed.push_back(std::string(name.name) + " is called " + std::string(name.in_python));
  }
  return renamed.empty() ? "" : "  in Python " + base::Join(renamed, ", ") + "\n";
}

std::string HistoryText(const catalog::Op& op) {
  const catalog::History& history = catalog::History::BuiltIn();
  std::string text;
  const std::string present =
      catalog::SinceUntil(history.ReleasesWith(op.name), history.releases());
  if (!present.empty()) text += "  in TensorFlow " + present + "\n";
  for (const catalog::History::Change& change : history.Changes(op.name)) {
    text += "  " + catalog::SinceUntil(change.releases, history.releases()) + ": " +
            std::string(change.line == kNotInPython ? "not in tf.raw_ops" : change.line) + "\n";
  }
  return text;
}

}  // namespace

std::string OpPage(const catalog::Op& op) {
  std::string text = op.Signature() + "\n";
  for (const catalog::Attr& attr : op.attrs) {
    text += "  " + std::string(attr.name) + ": " + std::string(attr.text) + "\n";
  }
  return text + PythonText(op) + ReferenceText(op) + CoreText(op) + HistoryText(op);
}

base::Json OpPageJson(const catalog::Op& op) {
  base::Json json = {{"signature", op.Signature()}};
  base::Json& attrs = json["attrs"] = base::Json::object();
  for (const catalog::Attr& attr : op.attrs) attrs[std::string(attr.name)] = attr.text;
  base::Json& types = json["reference_types"] = base::Json::object();
  if (const auto* reference = catalog::ReferenceTable::BuiltIn().Find(op.name)) {
    for (const catalog::Attr* attr : op.TypeAttrs()) {
      types[std::string(attr->name)] = reference->TypesOf(attr->name);
    }
  }
  base::Json& kernels = json["tensorflow_kernels"] = base::Json::array();
  for (const catalog::CoreKernel& kernel : op.kernels) {
    base::Json constraints = base::Json::object();
    for (const catalog::Constraint& chosen : kernel.constraints) {
      constraints[std::string(chosen.attr)] = chosen.types;
    }
    kernels.push_back({{"device", kernel.device},
                       {"types", constraints},
                       {"host_memory", kernel.host_memory},
                       {"label", kernel.label}});
  }
  json["in_raw_ops"] = op.is_in_python;
  base::Json& python = json["python_names"] = base::Json::object();
  for (const catalog::PythonName& name : op.python_names) {
    python[std::string(name.name)] = name.in_python;
  }
  const catalog::History& history = catalog::History::BuiltIn();
  base::Json& changes = json["changes"] = base::Json::array();
  for (const catalog::History::Change& change : history.Changes(op.name)) {
    changes.push_back({{"releases", catalog::SinceUntil(change.releases, history.releases())},
                       {"line", change.line}});
  }
  return json;
}

}  // namespace plugingen::cli
