// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arguments, attributes and patterns. The functions are in shape_functions.cc.

#include "pluggable/shape_rule.h"

#include <algorithm>
#include <utility>

namespace pluggable {
namespace {

// Adds what `other` knows of the same dimension; false if the sizes differ.
bool Unify(Dim* dim, const Dim& other) {
  if (dim->known() && other.known()) return dim->value() == other.value();
  if (!dim->known() && (other.known() || dim->input() < 0)) dim->Bind(other);
  return true;
}

bool Unify(DimList* group, const DimList& other) {
  if (!other.rank_known()) return true;
  if (!group->rank_known()) {
    group->Bind(other);
    return true;
  }
  if (group->rank() != other.rank()) return false;
  for (int i = 0; i < other.rank(); ++i) {
    if (!Unify(&(*group)[i], other[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<ArgRange> NodeShape::Ranges(const std::vector<int>& counts, int total) {
  std::vector<ArgRange> ranges(counts.size());
  int begin = 0;
  size_t i = 0;
  for (; i < counts.size() && counts[i] >= 0; ++i) {
    ranges[i] = {begin, begin + counts[i]};
    begin += counts[i];
  }
  // Ranges after the last argument of unknown length are counted from the end.
  int end = total;
  for (size_t j = counts.size(); j > i && counts[j - 1] >= 0; --j) {
    ranges[j - 1] = {end - counts[j - 1], end};
    end -= counts[j - 1];
  }
  return ranges;
}

ShapeRule::ShapeRule(const OpShape& op, const NodeShape& node, Inputs& inputs)
    : op_(op), node_(node), inputs_(inputs) {
  int end = 0;
  for (const ArgRange& range : node.outputs) end = std::max(end, range.end);
  outputs_.resize(static_cast<size_t>(end));
}

Status ShapeRule::Run() {
  op_.rule(*this);
  return status_;
}

void ShapeRule::Fail(const std::string& message) {
  status_.Update(WithOpName(op_.op, errors::InvalidArgument(message)));
}

ArgRange ShapeRule::InputRange(std::string_view input) {
  size_t i = 0;
  for (const ShapeArg& arg : op_.inputs) {
    if (arg.name == input) return node_.inputs[i];
    ++i;
  }
  Fail(strings::StrCat("its shape rule asks for an input '", input, "'"));
  return {};
}

ArgRange ShapeRule::OutputRange(std::string_view output) {
  size_t i = 0;
  for (const ShapeArg& arg : op_.outputs) {
    if (arg.name == output) return node_.outputs[i];
    ++i;
  }
  Fail(strings::StrCat("its shape rule sets an output '", output, "'"));
  return {};
}

const DimList& ShapeRule::InputShape(int index) {
  const auto i = static_cast<size_t>(index);
  if (shapes_.size() <= i) shapes_.resize(i + 1);
  if (!shapes_[i]) shapes_[i] = inputs_.Shape(index);
  return *shapes_[i];
}

std::string ShapeRule::NameOf(std::string_view input, ArgRange range, int index) const {
  for (const ShapeArg& arg : op_.inputs) {
    if (arg.name == input && arg.count[0] != '\0') {
      return strings::StrCat("'", input, "[", index - range.begin, "]'");
    }
  }
  return strings::StrCat("'", input, "'");
}

// Patterns

std::string ShapeRule::Text(const std::vector<PatternTerm>& pattern) {
  std::string text = "[";
  for (const PatternTerm& term : pattern) {
    if (text.size() > 1) text += ", ";
    if (term.group_ != nullptr) {
      text += std::string(term.group_->name()) + "...";
    } else if (term.dim_ != nullptr) {
      text += term.dim_->name();
    } else {
      text += term.size_.DebugString();
    }
  }
  return text + "]";
}

void ShapeRule::Match(std::string_view input, std::initializer_list<PatternTerm> pattern) {
  const ArgRange range = InputRange(input);
  patterns_.push_back({input, std::vector<PatternTerm>(pattern)});
  for (int i = range.begin; i < range.end && ok(); ++i) {
    MatchOne(NameOf(input, range, i), InputShape(i), patterns_.back().terms);
  }
}

void ShapeRule::MatchOne(const std::string& name, const DimList& shape,
                         const std::vector<PatternTerm>& pattern) {
  if (!shape.rank_known()) return;
  const auto fail = [&](const std::string& condition) {
    Fail(strings::StrCat("argument ", name, " must be ", Text(pattern), condition, ", got ",
                         shape.DebugString()));
  };
  const bool has_group = std::any_of(pattern.begin(), pattern.end(), [](const PatternTerm& term) {
    return term.group_ != nullptr;
  });
  const int singles = static_cast<int>(pattern.size()) - (has_group ? 1 : 0);
  if (shape.rank() < singles || (!has_group && shape.rank() > singles)) return fail("");
  int axis = 0;
  for (const PatternTerm& term : pattern) {
    if (term.group_ != nullptr) {
      const int end = axis + shape.rank() - singles;
      if (!Unify(term.group_, shape.Part(axis, end))) {
        return fail(
            strings::StrCat(" with ", term.group_->name(), "... = ", term.group_->DebugString()));
      }
      axis = end;
      continue;
    }
    Dim size = term.size_;
    Dim* const dim = term.dim_ != nullptr ? term.dim_ : &size;
    if (!Unify(dim, shape[axis])) {
      return fail(dim == &size ? std::string()
                               : strings::StrCat(" with ", dim->name(), " = ", dim->DebugString()));
    }
    ++axis;
  }
}

template <typename Fits>
void ShapeRule::RequireRankThat(std::string_view input, const char* rule, int rank, Fits fits) {
  const ArgRange range = InputRange(input);
  for (int i = range.begin; i < range.end && ok(); ++i) {
    const DimList& shape = InputShape(i);
    if (!shape.rank_known() || fits(shape.rank())) continue;
    Fail(strings::StrCat("argument ", NameOf(input, range, i), " must have ", rule, rank, ", got ",
                         shape.DebugString()));
  }
}

void ShapeRule::RequireRank(std::string_view input, int rank) {
  RequireRankThat(input, "rank ", rank, [rank](int found) { return found == rank; });
  patterns_.push_back({input, std::vector<PatternTerm>(static_cast<size_t>(rank), kAnyDim)});
}

void ShapeRule::RequireRankAtLeast(std::string_view input, int rank) {
  RequireRankThat(input, "at least rank ", rank, [rank](int found) { return found >= rank; });
}

void ShapeRule::RequireRankAtMost(std::string_view input, int rank) {
  RequireRankThat(input, "at most rank ", rank, [rank](int found) { return found <= rank; });
}

DimList ShapeRule::Refined(std::string_view input, DimList shape) const {
  const auto pattern =
      std::find_if(patterns_.begin(), patterns_.end(),
                   [input](const Pattern& candidate) { return candidate.input == input; });
  if (pattern == patterns_.end() || shape.IsFullyKnown()) return shape;
  DimList told = DimList::Scalar();
  for (const PatternTerm& term : pattern->terms) {
    if (term.group_ != nullptr) {
      told.Append(*term.group_);
    } else {
      told.Append(term.dim_ != nullptr ? *term.dim_ : term.size_);
    }
  }
  if (!told.rank_known()) return shape;
  if (!shape.rank_known()) return told;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i].known() || !told[i].known()) continue;
    shape[i] = told[i];
    shape.set_input(-1);  // it is more than the input's own shape
  }
  return shape;
}

// Outputs

void ShapeRule::Set(std::string_view output, const DimList& shape) {
  const ArgRange range = OutputRange(output);
  if (!ok()) return;
  const bool is_possible = std::all_of(
      shape.dims().begin(), shape.dims().end(),
      [](const Dim& dim) { return !dim.is_impossible() && (!dim.known() || dim.value() >= 0); });
  if (!is_possible) {
    Fail(strings::StrCat("output '", output, "' cannot be ", shape.DebugString(),
                         ": sizes are 0 to 2**63 - 1"));
    return;
  }
  for (int i = range.begin; i < range.end; ++i) outputs_[static_cast<size_t>(i)] = shape;
}

void ShapeRule::SetEach(std::string_view output, const std::vector<DimList>& shapes) {
  const ArgRange range = OutputRange(output);
  if (!range.known() || !ok()) return;
  for (size_t i = 0; i < shapes.size() && range.begin + static_cast<int>(i) < range.end; ++i) {
    outputs_[static_cast<size_t>(range.begin) + i] = shapes[i];
  }
}

// Inputs

DimList ShapeRule::SameAs(std::string_view input) {
  const ArgRange range = InputRange(input);
  if (!ok()) return {};
  return Refined(input, range.known() ? InputShape(range.begin) : DimList());
}

std::vector<DimList> ShapeRule::EachOf(std::string_view input) {
  const ArgRange range = InputRange(input);
  std::vector<DimList> shapes;
  for (int i = range.begin; i < range.end; ++i) shapes.push_back(Refined(input, InputShape(i)));
  return shapes;
}

Dim ShapeRule::DimOf(std::string_view input, int axis) {
  const DimList shape = SameAs(input);
  if (!shape.rank_known()) return {};
  const int at = axis < 0 ? axis + shape.rank() : axis;
  if (at >= 0 && at < shape.rank()) return shape[at];
  Fail(strings::StrCat("argument '", input, "' must have at least rank ",
                       axis < 0 ? -axis : axis + 1, ", got ", shape.DebugString()));
  return {};
}

DimList ShapeRule::DimsOf(std::string_view input, int begin, int end) {
  const DimList shape = SameAs(input);
  if (!shape.rank_known()) return {};
  const int from = begin < 0 ? begin + shape.rank() : begin;
  const int to = end == kEnd ? shape.rank() : end < 0 ? end + shape.rank() : end;
  if (from >= 0 && from <= to && to <= shape.rank()) return shape.Part(from, to);
  int least = std::max(begin < 0 ? -begin : begin, end == kEnd ? 0 : end < 0 ? -end : end);
  if (begin >= 0 && end < 0) least = begin - end;
  Fail(strings::StrCat("argument '", input, "' must have at least rank ", least, ", got ",
                       shape.DebugString()));
  return {};
}

DimList ShapeRule::Values(std::string_view input) {
  const ArgRange range = InputRange(input);
  if (!range.known() || !ok()) return {};
  DimList shape = Refined(input, InputShape(range.begin));
  if (!shape.rank_known()) return {};
  if (shape.rank() > 1) {
    Fail(strings::StrCat("argument '", input, "' must be a scalar or a list of integers, got ",
                         shape.DebugString()));
    return {};
  }
  DimList values = inputs_.Values(range.begin);
  if (values.rank_known()) return values;
  if (shape.rank() == 0) return DimList::OfRank(1);
  // No tensor has more dimensions; the op reports that when it runs.
  const bool is_countable = shape[0].known() && shape[0].value() <= 254;
  return is_countable ? DimList::OfRank(static_cast<int>(shape[0].value())) : DimList();
}

// Attributes

const ShapeAttrValue* ShapeRule::FindAttr(std::string_view attr) {
  size_t i = 0;
  for (const ShapeAttr& candidate : op_.attrs) {
    if (candidate.name == attr) return node_.attrs[i].known ? &node_.attrs[i] : nullptr;
    ++i;
  }
  Fail(strings::StrCat("its shape rule asks for an attribute '", attr, "'"));
  return nullptr;
}

Dim ShapeRule::Int(std::string_view attr) {
  Dim dim(attr);
  const ShapeAttrValue* const value = FindAttr(attr);
  if (value != nullptr) dim.Bind(value->integer);
  return dim;
}

DimList ShapeRule::Ints(std::string_view attr) {
  const ShapeAttrValue* const value = FindAttr(attr);
  return value == nullptr ? DimList() : value->integers;
}

std::optional<bool> ShapeRule::Bool(std::string_view attr) {
  const ShapeAttrValue* const value = FindAttr(attr);
  if (value == nullptr) return std::nullopt;
  return value->integer != 0;
}

std::optional<std::string_view> ShapeRule::String(std::string_view attr) {
  const ShapeAttrValue* const value = FindAttr(attr);
  if (value == nullptr) return std::nullopt;
  return value->text;
}

DimList ShapeRule::Shape(std::string_view attr) { return Ints(attr); }

std::optional<DataType> ShapeRule::Type(std::string_view attr) {
  const ShapeAttrValue* const value = FindAttr(attr);
  if (value == nullptr) return std::nullopt;
  return value->type;
}

}  // namespace pluggable
