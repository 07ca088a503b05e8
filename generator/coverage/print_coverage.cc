#include "coverage/print_coverage.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace plugingen::coverage {
namespace {

using base::JsonQuoted;

struct Kind {
  Where where;
  std::string_view word;   // of a line, and in JSON
  std::string_view title;  // of a count
};

constexpr Kind kKinds[] = {
    {Where::kDevice, "device", "on the device"},
    {Where::kCore, "core", "by TensorFlow's kernel for every device"},
    {Where::kHost, "host", "on the host, where they belong"},
    {Where::kMissing, "missing", "missing"},
    {Where::kNowhere, "nowhere", "without a kernel for the CPU"},
    {Where::kUnknown, "unknown", "no op of TensorFlow"},
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

std::string PrintText(const Coverage& coverage, const std::string& missing_entries) {
  constexpr size_t kWidest = 60;  // a longer name moves its own line only
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
  if (!missing_entries.empty()) text += "\nTo add to the spec:\n\nkernels:\n" + missing_entries;
  return text;
}

std::string PrintJson(const Coverage& coverage, const std::string& missing_entries) {
  std::string text = "{\"tensorflow\": " + JsonQuoted(coverage.release) +
                     ", \"complete\": " + (coverage.IsComplete() ? "true" : "false") +
                     ",\n \"counts\": {";
  for (const Kind& kind : kKinds) {
    text += (kind.where == Where::kDevice ? "" : ", ") + JsonQuoted(kind.word) + ": " +
            std::to_string(coverage.Count(kind.where));
  }
  text += "},\n \"ops\": [";
  for (const Item& item : coverage.items) {
    text += (&item == &coverage.items.front() ? "\n" : ",\n") + std::string("  {\"op\": ") +
            JsonQuoted(item.use.op) + ", \"types\": {";
    for (const auto& [attr, dtype] : item.use.types) {
      text += (attr == item.use.types.begin()->first ? "" : ", ") + JsonQuoted(attr) + ": " +
              JsonQuoted(dtype);
    }
    text += "}, \"nodes\": " + std::to_string(item.nodes) +
            ", \"where\": " + JsonQuoted(WordOf(item.where));
    if (const std::string note = NoteOf(item); !note.empty()) {
      text += ", \"note\": " + JsonQuoted(note);
    }
    text += "}";
  }
  return text + "],\n \"add\": " + JsonQuoted(missing_entries) + "}\n";
}

}  // namespace plugingen::coverage
