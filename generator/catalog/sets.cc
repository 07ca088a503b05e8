#include "catalog/sets.h"

#include <algorithm>
#include <stdexcept>

#include "base/embedded.h"
#include "catalog/lines.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

SetMember ReadMember(std::string_view line) {
  SetMember member;
  member.op = TakePart(line, ' ');
  for (std::string_view types : SplitParts(line, ' ')) {
    const std::string_view attr = TakePart(types, '=');
    member.types.push_back({attr, SplitParts(types, ',')});
  }
  return member;
}

// Follows includes, deepest first. The text is part of the program, so a loop or an unknown name is
// a bug.
void Include(const std::map<std::string_view, std::vector<std::string_view>>& includes,
             const std::map<std::string_view, OpSet>& own, std::string_view name, OpSet& into,
             int depth) {
  if (depth > 16 || !own.contains(name)) throw std::logic_error("sets.txt: bad include");
  const std::vector<SetMember>& members = own.at(name).members;
  into.members.insert(into.members.end(), members.begin(), members.end());
  if (const auto more = includes.find(name); more != includes.end()) {
    for (const std::string_view other : more->second)
      Include(includes, own, other, into, depth + 1);
  }
}

}  // namespace

const SetTable& SetTable::BuiltIn() {
  static const SetTable table = [] {
    SetTable sets(base::EmbeddedText("catalog/sets.txt"));
    OpSet all{"all", "every reference kernel with every dtype it has", {}, {}};
    for (const auto& [op, kernel] : ReferenceTable::BuiltIn().kernels())
      all.members.push_back({op, {}});
    sets.sets_["all"] = std::move(all);
    sets.names_.emplace_back("all");
    return sets;
  }();
  return table;
}

SetTable::SetTable(std::string_view text) {
  std::map<std::string_view, OpSet> own;
  std::map<std::string_view, std::vector<std::string_view>> includes;
  std::string_view current;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    std::string_view rest = line;
    const std::string_view word = TakePart(rest, ' ');
    if (word == "set") {
      current = TakePart(rest, ':');
      own[current] = {current, rest, {}, {}};
      names_.push_back(current);
    } else if (word == "include") {
      includes[current].push_back(rest);
    } else {
      own[current].members.push_back(ReadMember(line));
    }
  }
  for (const auto& [name, set] : own) {
    OpSet whole{name, set.purpose, {}, {}};
    if (const auto more = includes.find(name); more != includes.end()) {
      whole.includes = more->second;
    }
    Include(includes, own, name, whole, 0);
    std::sort(whole.members.begin(), whole.members.end(),
              [](const SetMember& a, const SetMember& b) { return a.op < b.op; });
    sets_[name] = std::move(whole);
  }
}

const OpSet* SetTable::Find(std::string_view name) const {
  const auto found = sets_.find(name);
  return found == sets_.end() ? nullptr : &found->second;
}

}  // namespace plugingen::catalog
