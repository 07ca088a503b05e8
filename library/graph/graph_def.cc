// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/graph_def.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "pluggable/wire.h"
#include "pluggable/wire_writer.h"

namespace pluggable::graph {
namespace {

// Field numbers of TensorFlow's messages.
constexpr int kNode = 1;  // of GraphDef
constexpr int kName = 1;  // of NodeDef
constexpr int kOp = 2;
constexpr int kInput = 3;
constexpr int kDevice = 4;
constexpr int kAttr = 5;
constexpr int kFullTypes = 7;
constexpr int kKey = 1;  // of a map's entry
constexpr int kValue = 2;

bool SetOnce(std::string_view value, bool* was_set, std::string_view* field) {
  if (*was_set) return false;
  *was_set = true;
  *field = value;
  return true;
}

bool ParseAttr(std::string_view message, Attr* attr) {
  bool has_name = false;
  bool has_value = false;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (!reader.is_bytes()) return false;
    if (reader.field() == kKey) {
      if (!SetOnce(reader.bytes(), &has_name, &attr->name)) return false;
    } else if (reader.field() == kValue) {
      if (!SetOnce(reader.bytes(), &has_value, &attr->value)) return false;
    } else {
      return false;
    }
  }
  return reader.ok() && has_name;
}

bool AreUnique(const std::vector<Attr>& attrs) {
  std::vector<std::string_view> names;
  names.reserve(attrs.size());
  for (const Attr& attr : attrs) names.push_back(attr.name);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

}  // namespace

std::string_view NodeDef::FindAttr(std::string_view attr) const {
  const auto found =
      std::find_if(attrs.begin(), attrs.end(), [&](const Attr& a) { return a.name == attr; });
  return found == attrs.end() ? std::string_view() : found->value;
}

void NodeDef::EraseTypes() {
  const auto is_types = [](std::string_view field) {
    wire::Reader reader(field);
    return reader.Next() && reader.field() == kFullTypes;
  };
  others.erase(std::remove_if(others.begin(), others.end(), is_types), others.end());
}

bool ParseNodeDef(std::string_view message, NodeDef* node) {
  bool has_name = false;
  bool has_op = false;
  bool has_device = false;
  wire::Reader reader(message);
  while (reader.Next()) {
    const int field = reader.is_bytes() ? reader.field() : 0;
    if (field == kName) {
      if (!SetOnce(reader.bytes(), &has_name, &node->name)) return false;
    } else if (field == kOp) {
      if (!SetOnce(reader.bytes(), &has_op, &node->op)) return false;
    } else if (field == kDevice) {
      if (!SetOnce(reader.bytes(), &has_device, &node->device)) return false;
    } else if (field == kInput) {
      node->inputs.push_back(reader.bytes());
    } else if (field == kAttr) {
      node->attrs.emplace_back();
      if (!ParseAttr(reader.bytes(), &node->attrs.back())) return false;
    } else {
      node->others.push_back(reader.raw());
    }
  }
  return reader.ok() && AreUnique(node->attrs);
}

std::string SerializeNodeDef(NodeDef node) {
  std::sort(node.attrs.begin(), node.attrs.end(),
            [](const Attr& a, const Attr& b) { return a.name < b.name; });
  wire::Writer message;
  message.Bytes(kName, node.name);
  message.Bytes(kOp, node.op);
  for (const std::string_view input : node.inputs) message.Bytes(kInput, input);
  if (!node.device.empty()) message.Bytes(kDevice, node.device);
  for (const Attr& attr : node.attrs) {
    message.Message(kAttr, [&attr](wire::Writer& entry) {
      entry.Bytes(kKey, attr.name);
      entry.Bytes(kValue, attr.value);
    });
  }
  for (const std::string_view other : node.others) message.Raw(other);
  return message.Take();
}

bool GraphDef::Parse(std::string_view bytes) {
  wire::Reader reader(bytes);
  while (reader.Next()) {
    const bool is_node = reader.field() == kNode && reader.is_bytes();
    fields_.push_back({reader.raw(), is_node ? size() : -1});
    if (!is_node) continue;
    slots_.emplace_back();
    if (!ParseNodeDef(reader.bytes(), &slots_.back().node)) return false;
  }
  return reader.ok();
}

NodeDef* GraphDef::Change(int index) {
  changed_ = true;
  slots_[Index(index)].changed = true;
  return &slots_[Index(index)].node;
}

void GraphDef::Remove(int index) {
  changed_ = true;
  slots_[Index(index)].removed = true;
}

int GraphDef::Add(NodeDef node, int in_front_of) {
  changed_ = true;
  // If that node is new as well, use the node of the original graph before which it is written.
  const int before = slots_[Index(in_front_of)].in_front_of;
  slots_.push_back({std::move(node), true, false, before >= 0 ? before : in_front_of});
  return size() - 1;
}

std::string_view GraphDef::Keep(std::string text) {
  texts_.push_back(std::move(text));
  return texts_.back();
}

std::string GraphDef::Serialize() const {
  std::unordered_map<int, std::vector<int>> in_front;
  for (int i = 0; i < size(); ++i) {
    const int other = slots_[Index(i)].in_front_of;
    if (other >= 0 && !IsRemoved(i)) in_front[other].push_back(i);
  }
  wire::Writer message;
  for (const Field& field : fields_) {
    const auto added = in_front.find(field.node);
    if (added != in_front.end()) {
      for (const int index : added->second) message.Bytes(kNode, SerializeNodeDef(node(index)));
    }
    if (field.node >= 0 && IsRemoved(field.node)) continue;
    if (field.node >= 0 && slots_[Index(field.node)].changed) {
      message.Bytes(kNode, SerializeNodeDef(node(field.node)));
    } else {
      message.Raw(field.raw);
    }
  }
  return message.Take();
}

}  // namespace pluggable::graph
