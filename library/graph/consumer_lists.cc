// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/consumer_lists.h"

namespace pluggable::graph {

int ConsumerLists::Add(int node, int consumer) {
  List& list = lists_[Index(node)];
  int edge = free_;
  if (edge == kNone) {
    edge = static_cast<int>(links_.size());
    links_.emplace_back();
  } else {
    free_ = links_[Index(edge)].next;
  }
  links_[Index(edge)] = {consumer, list.last, kNone};
  (list.last == kNone ? list.first : links_[Index(list.last)].next) = edge;
  list.last = edge;
  return edge;
}

void ConsumerLists::Remove(int node, int edge) {
  List& list = lists_[Index(node)];
  Link& link = links_[Index(edge)];
  (link.previous == kNone ? list.first : links_[Index(link.previous)].next) = link.next;
  (link.next == kNone ? list.last : links_[Index(link.next)].previous) = link.previous;
  link.next = free_;
  free_ = edge;
}

}  // namespace pluggable::graph
