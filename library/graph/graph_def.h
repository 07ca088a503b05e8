// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A serialized GraphDef with access to its nodes. Everything that is not changed is written byte
// for byte as it was read. This preserves the order, and fields that a later TensorFlow adds.

#ifndef PLUGGABLE_GRAPH_GRAPH_DEF_H_
#define PLUGGABLE_GRAPH_GRAPH_DEF_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace pluggable::graph {

struct Attr {
  std::string_view name;
  std::string_view value;  // a serialized AttrValue
};

// The fields of a NodeDef.
struct NodeDef {
  std::string_view name;
  std::string_view op;
  std::string_view device;
  std::vector<std::string_view> inputs;  // "name", "name:1", "^name"
  std::vector<Attr> attrs;               // in any order, each once
  std::vector<std::string_view> others;  // all other fields, whole

  // The attribute's serialized value; empty if the node does not have it.
  std::string_view FindAttr(std::string_view attr) const;
  // Removes the field with the full types of the op's outputs, which would be wrong for another op.
  void EraseTypes();
};

// Reads the message. False if it is malformed or has a field twice, which no serializer writes.
bool ParseNodeDef(std::string_view message, NodeDef* node);
// Appends the message. Attributes are sorted by name, as TensorFlow's serializer does.
std::string SerializeNodeDef(NodeDef node);

class GraphDef {
 public:
  // Reads the message, which must outlive this object. False if it is malformed.
  bool Parse(std::string_view bytes);

  // The number of nodes, including removed ones. A node's index never changes.
  int size() const { return static_cast<int>(slots_.size()); }
  const NodeDef& node(int index) const { return slots_[Index(index)].node; }
  bool IsRemoved(int index) const { return slots_[Index(index)].removed; }
  bool changed() const { return changed_; }

  // The node, for changes.
  NodeDef* Change(int index);
  void Remove(int index);
  // Adds a node, which is written before another one; returns its index.
  int Add(NodeDef node, int in_front_of);
  // Stores a text so that a node can refer to it.
  std::string_view Keep(std::string text);

  std::string Serialize() const;

 private:
  struct Slot {
    NodeDef node;
    bool changed = false;
    bool removed = false;
    int in_front_of = -1;  // for new nodes
  };
  // A field of the message, in order: a node, or an unchanged part.
  struct Field {
    std::string_view raw;
    int node;
  };

  static size_t Index(int index) { return static_cast<size_t>(index); }

  std::vector<Field> fields_;
  std::vector<Slot> slots_;
  std::deque<std::string> texts_;
  bool changed_ = false;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_GRAPH_DEF_H_
