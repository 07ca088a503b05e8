#include "emit/primitives_view.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "catalog/primitives.h"
#include "catalog/sources.h"
#include "emit/plugin_parts.h"
#include "emit/reach.h"

namespace plugingen::emit {
namespace {

void Append(std::string_view item, std::string& list) {
  if (!list.empty()) list += ", ";
  list += item;
}

// Returns the ops whose kernel is the library's.
std::set<std::string_view> OpsOfLibrary(const model::Plugin& plugin) {
  std::set<std::string_view> ops;
  for (const model::Kernel& kernel : plugin.kernels) {
    if (kernel.implementation == spec::Implementation::kReference) ops.insert(kernel.op->name);
  }
  return ops;
}

// Returns the backend's name in catalog/sources.txt, or "" if it uses no kernels of the library.
std::string_view BackendOfSources(const model::Plugin& plugin) {
  if (HasCuda(plugin)) return "cuda";
  if (HasOpenCl(plugin)) return "opencl";
  return HasOwnPrograms(plugin) ? "opencl_c" : "";
}

}  // namespace

List PrimitivesView(const model::Plugin& plugin) {
  const std::set<std::string_view> ops = OpsOfLibrary(plugin);
  List view;
  for (const catalog::Primitive& primitive : catalog::Primitives()) {
    std::string carried;
    for (const std::string_view op : primitive.ops) {
      if (ops.contains(op)) Append(op, carried);
    }
    if (carried.empty()) continue;
    std::string shares;
    for (const catalog::Primitive::Share& share : primitive.shares) {
      if (share.percent != "0") {
        Append(std::string(share.family) + " " + std::string(share.percent) + " %", shares);
      }
    }
    if (shares.empty()) shares = "less than 1 %";
    // The file that the plugin is compiled from.
    std::string file = "device/" + std::string(primitive.name) + ".cc";
    if (!HasDeviceKernels(plugin) || !BuiltInLibrary().contains("compute/" + file))
      file = std::string(primitive.name) + ".cc";
    view.push_back(Members{{"name", std::string(primitive.name)},
                           {"file", std::move(file)},
                           {"purpose", std::string(primitive.purpose)},
                           {"ops", carried},
                           {"shares", shares}});
  }
  return view;
}

List SourcesView(const model::Plugin& plugin) {
  const std::set<std::string_view> ops = OpsOfLibrary(plugin);
  List view;
  for (const catalog::Primitive& primitive : catalog::Primitives()) {
    const auto is_carried = [&](std::string_view op) { return ops.contains(op); };
    if (std::none_of(primitive.ops.begin(), primitive.ops.end(), is_carried)) continue;
    for (const catalog::Source& source :
         catalog::SourcesOf(catalog::Sources(), BackendOfSources(plugin), primitive.name)) {
      std::string types;
      for (const std::string_view type : source.types) Append(type, types);
      view.push_back(Members{{"primitive", std::string(source.primitive)},
                             {"source", std::string(source.name)},
                             {"types", types},
                             {"leaves", std::string(source.leaves)}});
    }
  }
  return view;
}

}  // namespace plugingen::emit
