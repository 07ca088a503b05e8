#include "model/served.h"

#include <algorithm>

#include "spec/release_range.h"

namespace plugingen::model {

using catalog::Attr;
using catalog::Op;
using catalog::ReleaseSet;

Served::Served(const spec::TensorFlowSection& range) {
  const std::vector<std::string_view>& known = history_.releases();
  // Counts the known releases before `release`, which may be unknown itself: one that is not out,
  // or one that is not in the catalogue.
  const auto before = [&](const spec::Release& release) {
    const std::string text = spec::ReleaseText(release);
    return static_cast<size_t>(
        std::count_if(known.begin(), known.end(),
                      [&text](std::string_view other) { return catalog::IsOlder(other, text); }));
  };
  last_ = std::max<size_t>(before(range.end), 1) - 1;
  first_ = std::min(before(range.min), last_);
}

const Op* Served::FindOp(std::string_view name) const {
  for (size_t i = last_ + 1; i-- > first_;) {
    if (const Op* op = history_.At(i).Find(name)) return op;
  }
  return nullptr;
}

ReleaseSet Served::Allowing(std::string_view op, std::string_view attr,
                            std::string_view dtype) const {
  const Op* newest = FindOp(op);
  const Attr* known = newest == nullptr ? nullptr : newest->FindAttr(attr);
  ReleaseSet allowing = 0;
  for (size_t i = 0; i < history_.releases().size(); ++i) {
    const Op* definition = history_.At(i).Find(op);
    if (definition == nullptr) continue;
    const Attr* found = definition->FindAttr(attr);
    if (found == nullptr && known != nullptr && known->DefaultType() == dtype) {
      allowing |= ReleaseSet{1} << i;
    }
    if (found == nullptr || !found->is_type) continue;
    if (!found->allowed_types.empty() && !catalog::Contains(found->allowed_types, dtype)) continue;
    allowing |= ReleaseSet{1} << i;
  }
  return allowing;
}

ReleaseSet Served::Differing(const Op& op) const {
  ReleaseSet differing = 0;
  if (history_.IsConstant(op.name)) return differing;
  for (size_t i = first_; i <= last_; ++i) {
    const Op* other = history_.At(i).Find(op.name);
    if (other == nullptr) continue;
    const auto has = [other](const catalog::Arg& arg) { return other->HasArg(arg.name); };
    const bool args = std::all_of(op.inputs.begin(), op.inputs.end(), has) &&
                      std::all_of(op.outputs.begin(), op.outputs.end(), has);
    if (!args) differing |= ReleaseSet{1} << i;
  }
  return differing;
}

ReleaseSet Served::LackingAttr(const Op& op, std::string_view attr) const {
  ReleaseSet lacking = 0;
  if (history_.IsConstant(op.name)) return lacking;
  for (size_t i = first_; i <= last_; ++i) {
    const Op* other = history_.At(i).Find(op.name);
    if (other != nullptr && other->FindAttr(attr) == nullptr) lacking |= ReleaseSet{1} << i;
  }
  return lacking;
}

std::string Served::Text(ReleaseSet releases) const {
  return catalog::ReleasesText(releases, history_.releases());
}

std::string Served::NarrowerRange(ReleaseSet lacking) const {
  const std::vector<std::string_view>& known = history_.releases();
  size_t begin = first_;
  while (begin <= last_ && catalog::Holds(lacking, begin)) ++begin;
  size_t end = last_ + 1;
  while (end > begin && catalog::Holds(lacking, end - 1)) --end;
  if (begin >= end || (catalog::ReleasesBetween(begin, end - 1) & lacking) != 0) return {};
  std::string text;
  if (begin > first_) text = "begin the range with \">=" + std::string(known[begin]) + "\"";
  if (end <= last_) {
    text += (text.empty() ? "" : " and ") + std::string("end the range with \"<") +
            std::string(known[end]) + "\"";
  }
  return text;
}

}  // namespace plugingen::model
