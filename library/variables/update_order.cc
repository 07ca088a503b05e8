// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/update_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "variables/variable_meetings.h"

namespace pluggable::graph {
namespace {

// The limit in words for the memory that is used for a graph with many nodes and writers.
constexpr size_t kMaxWords = size_t{1} << 26;

// A set of items. Its memory depends on its size, since most nodes have no items before them.
class ItemSet {
 public:
  void Add(int item) {
    if (words_.size() <= Word(item)) words_.resize(Word(item) + 1);
    words_[Word(item)] |= Bit(item);
  }
  void Add(const ItemSet& others) {
    if (words_.size() < others.words_.size()) words_.resize(others.words_.size());
    for (size_t i = 0; i < others.words_.size(); ++i) words_[i] |= others.words_[i];
  }
  void Keep(const ItemSet& others) {
    if (words_.size() > others.words_.size()) words_.resize(others.words_.size());
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= others.words_[i];
  }
  bool Has(int item) const {
    return Word(item) < words_.size() && (words_[Word(item)] & Bit(item)) != 0;
  }

 private:
  static size_t Word(int item) { return static_cast<size_t>(item) / 64; }
  static uint64_t Bit(int item) { return uint64_t{1} << (static_cast<size_t>(item) % 64); }

  std::vector<uint64_t> words_;
};

class Ordering {
 public:
  Ordering(const Graph& graph, const std::vector<bool>& runs, const ControlFlow& flow,
           const std::vector<VariableWriter>& writers)
      : graph_(graph),
        runs_(runs),
        flow_(flow),
        writers_(writers),
        variables_(NumberVariables(writers)),
        items_of_(flow.frames().size()),
        started_in_(flow.frames().size()),
        merges_in_(flow.frames().size()),
        is_update_(writers.size()),
        is_loose_(flow.frames().size()) {
    for (size_t w = 0; w < writers.size(); ++w) is_update_[w] = writers[w].is_update;
  }

  UpdateOrder Run() {
    if (!MakeItems()) return {};
    const std::optional<std::vector<int>> order = flow_.Order(Barriers());
    if (!order) return {};
    const size_t words = items_.size() / 64 + 1;
    if (words * Index(graph_.size()) > kMaxWords) return {};
    before_.assign(Index(graph_.size()), ItemSet());
    for (const int node : *order) Visit(node);
    UpdateOrder result;
    for (size_t w = 0; w < writers_.size(); ++w) {
      if (is_update_[w]) result.updates.push_back(writers_[w].node);
    }
    if (!result.updates.empty()) result.waits = std::move(waits_);
    return result;
  }

 private:
  // A writer, or a loop with writers, as seen from the frame that contains it.
  struct Item {
    int frame = 0;
    int start = -1;  // the node that must wait for earlier items
    int end = -1;    // the node that later items must wait for
    int loop = -1;   // a frame, or -1
    std::vector<size_t> writers;
    std::vector<int> names;  // of the writers' variables, sorted
    bool has_ended = false;
  };

  static size_t Index(int index) { return static_cast<size_t>(index); }

  // An update that was given up fails at run time, and writes nothing.
  bool IsGivenUp(size_t w) const { return writers_[w].is_update && !is_update_[w]; }

  bool Meet(size_t a, size_t b) const {
    if ((!is_update_[a] && !is_update_[b]) || IsGivenUp(a) || IsGivenUp(b)) return false;
    for (const VariableNumbers& x : variables_[a]) {
      for (const VariableNumbers& y : variables_[b]) {
        if (x.MayBe(y)) return true;
      }
    }
    return false;
  }

  bool Meet(const Item& a, const Item& b) const {
    return std::any_of(a.writers.begin(), a.writers.end(), [&](size_t x) {
      return std::any_of(b.writers.begin(), b.writers.end(), [&](size_t y) { return Meet(x, y); });
    });
  }

  // False if a loop with writers is not understood.
  bool MakeItems() {
    const auto& frames = flow_.frames();
    item_at_start_.assign(Index(graph_.size()), -1);
    items_at_end_.assign(Index(graph_.size()), -1);
    VariableSet updated;
    for (size_t w = 0; w < writers_.size(); ++w) {
      if (!is_update_[w]) continue;
      for (const VariableNumbers& variable : variables_[w]) updated.Add(variable);
    }
    for (size_t w = 0; w < writers_.size(); ++w) {
      const std::vector<VariableNumbers>& variables = variables_[w];
      const bool meets_update = is_update_[w] || std::any_of(variables.begin(), variables.end(),
                                                             [&](const VariableNumbers& variable) {
                                                               return updated.MayHave(variable);
                                                             });
      if (!meets_update) continue;
      const int node = writers_[w].node;
      Add({flow_.frame(node), node, node, -1, {w}, {}, false});
    }
    // Inner loops were found after the loops that contain them.
    for (size_t f = frames.size() - 1; f > 0; --f) {
      if (items_of_[f].empty()) continue;
      const Frame& frame = frames[f];
      if (!frame.is_understood()) return false;
      Item loop = {frame.parent, frame.enter, frame.exits[0], static_cast<int>(f), {}, {}, false};
      for (const int item : items_of_[f]) {
        const std::vector<size_t>& inner = items_[Index(item)].writers;
        loop.writers.insert(loop.writers.end(), inner.begin(), inner.end());
      }
      Add(std::move(loop));
    }
    return true;
  }

  void Add(Item item) {
    const int index = static_cast<int>(items_.size());
    item_at_start_[Index(item.start)] = index;
    items_at_end_[Index(item.end)] = index;
    items_of_[Index(item.frame)].push_back(index);
    std::vector<int>& names = item.names;
    for (const size_t w : item.writers) {
      for (const VariableNumbers& variable : variables_[w]) names.push_back(variable.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    items_.push_back(std::move(item));
  }

  // The nodes that start in an iteration wait for the previous iteration, and the next iteration
  // waits for them, and for the ends of conditions that they depend on. A loop's results come after
  // all iterations, and nothing enters a running loop.
  std::vector<std::pair<int, int>> Barriers() {
    std::vector<std::pair<int, int>> pairs;
    for (int node = 0; node < graph_.size(); ++node) {
      if (!runs_[Index(node)] || !IsMerge(graph_.node(node))) continue;
      const size_t f = Index(flow_.frame(node));
      if (f > 0 && !items_of_[f].empty()) pairs.emplace_back(node, flow_.frames()[f].next);
    }
    for (size_t f = 1; f < items_of_.size(); ++f) {
      if (items_of_[f].empty()) continue;
      const Frame& frame = flow_.frames()[f];
      for (const int item : items_of_[f]) {
        waits_.emplace_back(frame.merge, items_[Index(item)].start);
        pairs.push_back(waits_.back());
        pairs.emplace_back(items_[Index(item)].end, frame.next);
      }
      for (const int exit : frame.exits) pairs.emplace_back(frame.next, exit);
      for (const int enter : frame.enters) {
        if (enter != frame.enter) pairs.emplace_back(enter, frame.enter);
      }
    }
    return pairs;
  }

  void Visit(int node) {
    ItemSet& before = before_[Index(node)];
    CollectBefore(node, &before);
    const int started = item_at_start_[Index(node)];
    if (started >= 0) Start(started, &before);
    const int frame = flow_.frame(node);
    if (IsMerge(graph_.node(node))) merges_in_[Index(frame)].push_back(node);
    if (frame > 0 && flow_.frames()[Index(frame)].next == node) EndIteration(frame, &before);
    const int ended = items_at_end_[Index(node)];
    if (ended >= 0) items_[Index(ended)].has_ended = true;
  }

  // Collects the items that have run, or will not run, when the node runs.
  void CollectBefore(int node, ItemSet* before) const {
    const bool is_merge = IsMerge(graph_.node(node));
    bool is_first = true;
    ItemSet of_all;  // intersection over the inputs of a Merge
    const std::vector<Edge>& inputs = graph_.inputs(node);
    for (size_t input = 0; input < inputs.size(); ++input) {
      const Edge& edge = inputs[input];
      if (!runs_[Index(edge.node)] || IsBackEdge(graph_, edge.node, node)) continue;
      if (!is_merge || edge.is_control()) {
        AddBehind(edge.node, before);
        continue;
      }
      ItemSet set;
      AddBehind(edge.node, &set);
      // A Merge runs after any one of its inputs. Items before the other inputs count only if they
      // do not run when this input exists.
      for (size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        if (item.frame == flow_.frame(node) &&
            flow_.InputExcludes(node, static_cast<int>(input), item.start)) {
          set.Add(static_cast<int>(i));
        }
      }
      if (is_first) {
        of_all = std::move(set);
      } else {
        of_all.Keep(set);
      }
      is_first = false;
    }
    if (!is_first) before->Add(of_all);
  }

  // Adds the items that have run when the node has run.
  void AddBehind(int node, ItemSet* set) const {
    set->Add(before_[Index(node)]);
    const int frame = flow_.frame(node);
    if (frame > 0 && IsExit(frame, node)) {
      const int loop = LoopItem(frame);
      if (loop >= 0 && !is_loose_[Index(frame)]) set->Add(loop);
      return;
    }
    const int ended = items_at_end_[Index(node)];
    if (ended >= 0) set->Add(ended);
  }

  bool IsExit(int frame, int node) const {
    const std::vector<int>& exits = flow_.frames()[Index(frame)].exits;
    return std::find(exits.begin(), exits.end(), node) != exits.end();
  }

  int LoopItem(int frame) const {
    const int enter = flow_.frames()[Index(frame)].enter;
    return enter < 0 ? -1 : item_at_start_[Index(enter)];
  }

  // Makes the node wait for the item, which has ended. If the item depends on a condition and the
  // node does not, it waits for the Merge that ends the condition. False if there is none.
  bool WaitFor(int index, int node, ItemSet* before) {
    const Item& item = items_[Index(index)];
    if (item.loop >= 0 && is_loose_[Index(item.loop)]) return false;
    const auto wait = [&](int first) {
      waits_.emplace_back(first, node);
      AddBehind(first, before);
      return true;
    };
    if (flow_.RunsOnlyWith(node, item.start)) return wait(item.end);
    const std::vector<int>& merges = merges_in_[Index(item.frame)];
    const auto found = std::find_if(merges.rbegin(), merges.rend(), [&](int merge) {
      return before_[Index(merge)].Has(index) && flow_.RunsOnlyWith(node, merge);
    });
    return found != merges.rend() && wait(*found);
  }

  // Makes the item wait for all finished items that it may meet, the latest first.
  void Start(int index, ItemSet* before) {
    const Item& item = items_[Index(index)];
    ItemsByName& started = started_in_[Index(item.frame)];
    const std::vector<int> earlier = started.Find(item.names);
    for (auto other = earlier.rbegin(); other != earlier.rend(); ++other) {
      const Item& first = items_[Index(*other)];
      if (before->Has(*other) || !Meet(first, item)) continue;
      if (flow_.ExcludeEachOther(item.start, first.start)) continue;
      if (!first.has_ended || !WaitFor(*other, item.start, before)) GiveUp(first, item);
    }
    started.Add(index, item.names);
  }

  // Makes the next iteration wait for all items that this one has started.
  void EndIteration(int frame, ItemSet* before) {
    const int next = flow_.frames()[Index(frame)].next;
    const std::vector<int>& started = started_in_[Index(frame)].all();
    for (auto last = started.rbegin(); last != started.rend(); ++last) {
      if (!before->Has(*last) && !WaitFor(*last, next, before)) LoseSightOf(items_[Index(*last)]);
    }
  }

  // An iteration may start while the item of the previous one is still running.
  void LoseSightOf(const Item& item) {
    const bool is_update = GiveUp(item);
    if (is_update && item.loop < 0) return;
    for (const int other : items_of_[Index(item.frame)]) {
      if (Meet(items_[Index(other)], item)) GiveUp(items_[Index(other)]);
    }
    is_loose_[Index(item.frame)] = true;
  }

  // One of two items that may meet cannot be split: the later one if it is an update. In a loop,
  // there may be other writers of the variable.
  void GiveUp(const Item& first, const Item& second) {
    if (!GiveUp(second) || Meet(first, second)) GiveUp(first);
  }

  bool GiveUp(const Item& item) {
    bool had_updates = false;
    for (const size_t w : item.writers) {
      had_updates = had_updates || is_update_[w];
      is_update_[w] = false;
    }
    return had_updates;
  }

  const Graph& graph_;
  const std::vector<bool>& runs_;
  const ControlFlow& flow_;
  const std::vector<VariableWriter>& writers_;
  const std::vector<std::vector<VariableNumbers>> variables_;  // indexed by writer
  std::vector<Item> items_;
  std::vector<std::vector<int>> items_of_;   // indexed by frame
  std::vector<ItemsByName> started_in_;      // of each frame: the items that were visited
  std::vector<std::vector<int>> merges_in_;  // of each frame: the Merges that were visited
  std::vector<int> item_at_start_;           // indexed by node; -1: none
  std::vector<int> items_at_end_;
  std::vector<bool> is_update_;  // indexed by writer
  std::vector<bool> is_loose_;   // loops with writers that an iteration does not wait for
  std::vector<ItemSet> before_;  // of each node: what has run, or will not, when it runs
  std::vector<std::pair<int, int>> waits_;
};

}  // namespace

UpdateOrder OrderUpdates(const Graph& graph, const std::vector<bool>& runs, const ControlFlow& flow,
                         const std::vector<VariableWriter>& writers) {
  return Ordering(graph, runs, flow, writers).Run();
}

}  // namespace pluggable::graph
