#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/reference.h"
#include "catalog/sets.h"
#include "cli/command.h"

namespace plugingen::cli {
namespace {

struct Options {
  std::vector<std::string> names;
  bool sets = false;
};

std::string JoinViews(const std::vector<std::string_view>& words, std::string_view separator) {
  return base::Join(std::vector<std::string>(words.begin(), words.end()), separator);
}

// Everything that a spec's author wants to know of an op.
std::string Page(const catalog::Op& op) {
  std::string text = op.Signature() + "\n";
  for (const catalog::Attr& attr : op.attrs) {
    text += "  " + std::string(attr.name) + ": " + std::string(attr.text) + "\n";
  }
  const catalog::ReferenceKernel* reference = catalog::ReferenceTable::BuiltIn().Find(op.name);
  if (reference == nullptr) return text + "  no reference kernel: write one, or use a stub\n";
  text += "  reference kernel:";
  const std::vector<const catalog::Attr*> attrs = op.TypeAttrs();
  for (const catalog::Attr* attr : attrs) {
    text += (attr == attrs.front() ? " " : "; ") + std::string(attr->name) + ": " +
            JoinViews(reference->TypesOf(attr->name), ", ");
  }
  return text + (attrs.empty() ? " yes\n" : "\n");
}

int PrintSets(Console& console) {
  for (const auto& [name, set] : catalog::SetTable::BuiltIn().sets()) {
    std::vector<std::string_view> ops;
    for (const catalog::SetMember& member : set.members) {
      if (ops.empty() || ops.back() != member.op) ops.push_back(member.op);
    }
    console.Print(std::string(name) + ": " + std::string(set.purpose) + "\n  " +
                  JoinViews(ops, " ") + "\n");
  }
  return kDone;
}

int Ops(const Options& options, Console& console) {
  if (options.sets) return PrintSets(console);
  const catalog::Catalog& catalog = catalog::Catalog::BuiltIn();
  if (options.names.empty()) {
    for (const std::string_view name : catalog.names()) {
      const bool has_reference = catalog::ReferenceTable::BuiltIn().Find(name) != nullptr;
      console.Print(std::string(name) + (has_reference ? "  (reference kernel)\n" : "\n"));
    }
    return kDone;
  }
  int status = kDone;
  for (const std::string& name : options.names) {
    if (const catalog::Op* op = catalog.Find(name)) {
      console.Print(Page(*op));
      continue;
    }
    std::string message =
        "TensorFlow " + std::string(catalog.release()) + " has no op " + base::Quoted(name);
    const std::string_view nearest = base::NearestName(name, catalog.names());
    if (!nearest.empty()) message += "; did you mean " + base::Quoted(nearest) + "?";
    console.Error(message);
    status = kUsage;
  }
  return status;
}

}  // namespace

Run AddOps(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("ops", "List TensorFlow's ops, or show what a kernel of one has to serve");
  CLI::Option* names = command->add_option("NAME", options->names, "Ops such as MatMul");
  command->add_flag("--sets", options->sets, "List the named sets of ops")->excludes(names);
  return [options](Console& console) { return Ops(*options, console); };
}

}  // namespace plugingen::cli
