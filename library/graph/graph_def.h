// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A serialized GraphDef, with its nodes at hand. Whatever is not changed is written as it was read,
// byte for byte: what a later TensorFlow adds to the messages survives, and so does its order.

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

  // The attr's serialized value; empty if the node does not have it.
  std::string_view FindAttr(std::string_view attr) const;
  // Removes the field that has the full types of the op's outputs, which are not those of another
  // op.
  void EraseTypes();
};

// Reads the message. False if it is malformed or says something twice, which no serializer does.
bool ParseNodeDef(std::string_view message, NodeDef* node);
// Appends the message; attrs are sorted by name, as core's own serializer does.
std::string SerializeNodeDef(NodeDef node);

class GraphDef {
 public:
  // Reads the message, which has to outlive this object. False if it is malformed.
  bool Parse(std::string_view bytes);

  // Nodes are known by their index, which stays. Removed ones count.
  int size() const { return static_cast<int>(slots_.size()); }
  const NodeDef& node(int index) const { return slots_[Index(index)].node; }
  bool IsRemoved(int index) const { return slots_[Index(index)].removed; }
  bool changed() const { return changed_; }

  // The node, to be changed.
  NodeDef* Change(int index);
  void Remove(int index);
  // Adds a node, which is written in front of another; returns its index.
  int Add(NodeDef node, int in_front_of);
  // Keeps a text for a node to refer to.
  std::string_view Keep(std::string text);

  std::string Serialize() const;

 private:
  struct Slot {
    NodeDef node;
    bool changed = false;
    bool removed = false;
    int in_front_of = -1;  // of new nodes
  };
  // Of the message's fields, in order: a node, or what is left alone.
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
