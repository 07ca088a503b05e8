#include "coverage/print_coverage.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/json.h"

namespace plugingen::coverage {
namespace {

struct Kind {
  Where where;
  std::string_view word;   // for a line, and in JSON
  std::string_view title;  // for the counts
};

constexpr Kind kKinds[] = {
    {Where::kDevice, "device", "on the device"},
    {Where::kCore, "core", "by TensorFlow's kernel for every device"},
    {Where::kHost, "host", "on the host, where they belong"},
    {Where::kMissing, "missing", "missing"},
    {Where::kNowhere, "nowhere", "without a kernel for the CPU"},
    {Where::kUnknown, "unknown", "unknown to TensorFlow and the spec"},
};

std::string_view WordOf(Where where) {
  return std::find_if(std::begin(kKinds), std::end(kKinds),
                      [where](const Kind& kind) { return kind.where == where; })
      ->word;
}

std::string TypesText(const OpUse& use) {
  std::string text;
  for (const auto& [attr, dtype] : use.types) {
    text += (text.empty() ? "" : " ") + attr + "=" + dtype;
  }
  return text;
}

std::string Padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string Number(uint64_t number, size_t width) {
  const std::string text = std::to_string(number);
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string NodesText(uint64_t nodes) {
  return std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
}

std::string NoteOf(const Item& item) {
  if (item.where == Where::kMissing) {
    return item.has_reference ? "there is a reference kernel" : "no reference kernel";
  }
  return item.note;
}

}  // namespace

std::string PrintText(const Coverage& coverage, const std::string& missing_entries,
                      const std::string& set) {
  constexpr size_t kWidest = 60;  // a longer name only shifts its own line
  size_t width = 0;
  for (const Item& item : coverage.items) {
    width = std::max(width, item.use.op.size() + 1 + TypesText(item.use).size());
  }
  width = std::min(width, kWidest);
  std::string text;
  for (const Item& item : coverage.items) {
    text += Padded(item.use.op + " " + TypesText(item.use), width) + Number(item.nodes, 7) + "  ";
    const std::string note = NoteOf(item);
    text += std::string(WordOf(item.where)) + (note.empty() ? "" : " (" + note + ")") + "\n";
  }
  text += "\nTensorFlow " + coverage.release + ", ops with their types:\n";
  for (const Kind& kind : kKinds) {
    if (coverage.Count(kind.where) == 0) continue;
    text += Number(coverage.Count(kind.where), 5) + " " + std::string(kind.title) + ", " +
            NodesText(coverage.Nodes(kind.where)) + "\n";
  }
  if (!set.empty()) {
    text += "\nThe smallest set with all of them that have a reference kernel: " + set + "\n";
  }
  if (!missing_entries.empty()) text += "\nTo add to the spec:\n\nkernels:\n" + missing_entries;
  return text;
}

std::string PrintJson(const Coverage& coverage, const std::string& missing_entries,
                      const std::string& set) {
  base::Json json = {{"tensorflow", coverage.release}, {"complete", coverage.IsComplete()}};
  for (const Kind& kind : kKinds) json["counts"][kind.word] = coverage.Count(kind.where);
  base::Json& ops = json["ops"] = base::Json::array();
  for (const Item& item : coverage.items) {
    base::Json op = {{"op", item.use.op},
                     {"types", item.use.types},
                     {"nodes", item.nodes},
                     {"where", WordOf(item.where)}};
    if (const std::string note = NoteOf(item); !note.empty()) op["note"] = note;
    ops.push_back(std::move(op));
  }
  json["add"] = missing_entries;
  json["set"] = set.empty() ? base::Json() : base::Json(set);
  return base::JsonText(json, /*levels=*/2) + "\n";
}

}  // namespace plugingen::coverage
