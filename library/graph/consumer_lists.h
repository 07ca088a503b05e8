// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The consumers of each node of a graph, in linked lists. Removing an edge takes constant time,
// since thousands of nodes may wait for thousands of others.

#ifndef PLUGGABLE_GRAPH_CONSUMER_LISTS_H_
#define PLUGGABLE_GRAPH_CONSUMER_LISTS_H_

#include <cstddef>
#include <iterator>
#include <vector>

namespace pluggable::graph {

class ConsumerLists {
  static constexpr int kNone = -1;

  // An element of a node's list, with the elements next to it.
  struct Link {
    int consumer;
    int previous;
    int next;
  };
  struct List {
    int first = kNone;
    int last = kNone;
  };

 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    using pointer = const int*;
    using reference = const int&;

    Iterator() = default;
    Iterator(const std::vector<Link>* links, int link) : links_(links), link_(link) {}

    reference operator*() const { return (*links_)[Index(link_)].consumer; }
    Iterator& operator++() {
      link_ = (*links_)[Index(link_)].next;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.link_ == b.link_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return !(a == b); }

   private:
    const std::vector<Link>* links_ = nullptr;
    int link_ = kNone;
  };

  class Range {
   public:
    Range(Iterator begin, Iterator end) : begin_(begin), end_(end) {}

    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }
    bool empty() const { return begin_ == end_; }

   private:
    Iterator begin_;
    Iterator end_;
  };

  // Adds empty lists for nodes with numbers below this.
  void Resize(int nodes) { lists_.resize(Index(nodes)); }
  Range Of(int node) const { return {{&links_, lists_[Index(node)].first}, {&links_, kNone}}; }
  // Adds an edge at the end of the node's list. Returns the edge's number, for Remove().
  int Add(int node, int consumer);
  void Remove(int node, int edge);

 private:
  static size_t Index(int index) { return static_cast<size_t>(index); }

  std::vector<List> lists_;  // indexed by node
  std::vector<Link> links_;
  int free_ = kNone;  // the first unused link
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CONSUMER_LISTS_H_
