// Functions of shape rules: windows that match no image, inputs whose patterns never match.

#include <algorithm>

#include "base/text.h"
#include "op/shape_checker.h"

namespace plugingen::op {

using base::Quoted;

namespace {

// The rank of the smallest image: batch, channels and one spatial dimension.
constexpr int64_t kLeastOfImages = 3;

std::vector<const ShapeExpr*> InputsOf(const ShapeExpr& call) {
  std::vector<const ShapeExpr*> inputs;
  for (const ShapeExpr& operand : call.operands) {
    if (operand.parameter.empty()) inputs.push_back(&operand);
  }
  return inputs;
}

// Returns the boolean that is written or the default. Returns nothing if an attr decides.
std::optional<bool> TruthOf(const ShapeExpr* given) {
  if (given == nullptr) return false;
  return given->node == ShapeNode::kTruth ? std::optional(given->integer != 0) : std::nullopt;
}

}  // namespace

std::string ShapeChecker::RanksText(const std::string& input, const Ranks& ranks) {
  if (ranks.most < kMaxDimensions) return RankText(input, ranks);
  return "by its pattern " + Quoted(input) + " has at least " + std::to_string(ranks.least) +
         (ranks.least == 1 ? " dimension" : " dimensions");
}

// Reports patterns that contradict each other.
void ShapeChecker::CheckInputs(const ShapeExpr& call) {
  const std::vector<const ShapeExpr*> inputs = InputsOf(call);
  if (call.text == "matmul") {
    for (const ShapeExpr* input : inputs) {
      const Ranks ranks = RanksOf(input->text);
      if (ranks.most >= 2) continue;
      Report("E0328", "'matmul' takes matrices, but " + Quoted(input->text) + " is not one",
             input->span, {RanksText(input->text, ranks)});
      return;
    }
  }
  if (inputs.size() < 2) return;
  const bool have_one_rank = call.text == "conv" || call.text == "concat" || call.text == "stack";
  for (size_t i = 1; i < inputs.size(); ++i) {
    const std::string& first = inputs[0]->text;
    const std::string& other = inputs[i]->text;
    const Ranks a = RanksOf(first);
    const Ranks b = RanksOf(other);
    if (have_one_rank && (a.least > b.most || b.least > a.most)) {
      Report("E0328", Quoted(call.text) + " takes inputs of one rank", inputs[i]->span,
             {RanksText(first, a), RanksText(other, b)});
      return;
    }
    CheckSizes(call, *inputs[0], *inputs[i]);
  }
}

void ShapeChecker::CheckSizes(const ShapeExpr& call, const ShapeExpr& a, const ShapeExpr& b) {
  const auto first = sizes_.find(a.text);
  const auto second = sizes_.find(b.text);
  if (first == sizes_.end() || second == sizes_.end()) return;
  const Sizes& x = first->second;
  const Sizes& y = second->second;
  const auto check = [&](size_t i, size_t k, bool one_fits) {
    if (!x[i] || !y[k] || *x[i] == *y[k] || (one_fits && (*x[i] == 1 || *y[k] == 1))) return true;
    Report("E0328",
           Quoted(call.text) + " cannot take sizes " + std::to_string(*x[i]) + " and " +
               std::to_string(*y[k]),
           b.span,
           {"by their patterns " + Quoted(a.text + "[" + std::to_string(i) + "]") +
            " is the one, " + Quoted(b.text + "[" + std::to_string(k) + "]") + " the other"});
    return false;
  };
  if (call.text == "matmul") {
    const std::optional<bool> turns_x = TruthOf(Given(call, "transpose_a"));
    const std::optional<bool> turns_y = TruthOf(Given(call, "transpose_b"));
    if (x.size() < 2 || y.size() < 2 || !turns_x || !turns_y) return;
    check(x.size() - (*turns_x ? 2 : 1), y.size() - (*turns_y ? 1 : 2), false);
  }
  if (call.text == "broadcast") {
    for (size_t i = 1; i <= std::min(x.size(), y.size()); ++i) {
      if (!check(x.size() - i, y.size() - i, true)) return;
    }
  }
  if ((call.text != "concat" && call.text != "stack") || x.size() != y.size()) return;
  const ShapeExpr* axis = call.text == "concat" ? Given(call, "axis") : nullptr;
  if (call.text == "concat" && (axis == nullptr || axis->node != ShapeNode::kInteger)) return;
  const auto rank = static_cast<int64_t>(x.size());
  for (int64_t i = 0; i < rank; ++i) {
    const bool grows = axis != nullptr && (axis->integer == i || axis->integer + rank == i);
    if (!grows && !check(static_cast<size_t>(i), static_cast<size_t>(i), false)) return;
  }
}

void ShapeChecker::CheckWindow(const ShapeExpr& call) {
  CheckPadding(call);
  const std::vector<const ShapeExpr*> inputs = InputsOf(call);
  Ranks ranks;
  for (const ShapeExpr* input : inputs) {
    const Ranks own = RanksOf(input->text);
    if (own.most < kLeastOfImages) {
      Report("E0328",
             Quoted(call.text) + " takes three dimensions at least, and " + Quoted(input->text) +
                 " has fewer",
             input->span, {RanksText(input->text, own)});
      return;
    }
    ranks.least = std::max({ranks.least, own.least, kLeastOfImages});
    ranks.most = std::min(ranks.most, own.most);
  }
  if (inputs.empty() || ranks.least > ranks.most) return;
  size_t channels = 0;  // 0: unknown
  const ShapeExpr* format = Given(call, "data_format");
  if (format != nullptr && format->node == ShapeNode::kText) {
    const auto rank = static_cast<int64_t>(format->text.size());
    if (rank < ranks.least || rank > ranks.most) {
      Report("E0328",
             "data format " + Quoted(format->text) + " has " + std::to_string(rank) + " dimensions",
             format->span, {RanksText(inputs[0]->text, ranks)});
      return;
    }
    ranks.least = ranks.most = rank;
    channels = format->text.find('C');
  } else if (format == nullptr && ranks.is_one()) {
    channels = static_cast<size_t>(ranks.least) - 1;
  }
  for (const std::string_view parameter : {"ksize", "strides", "dilations"}) {
    if (const ShapeExpr* list = Given(call, parameter)) CheckLength(*list, ranks, channels, 1);
  }
  if (const ShapeExpr* list = Given(call, "explicit_paddings")) {
    CheckLength(*list, ranks, channels, 2);
  }
}

// `each` is the number of integers for a dimension. Paddings have pairs.
void ShapeChecker::CheckLength(const ShapeExpr& list, const Ranks& ranks, size_t channels,
                               int64_t each) {
  if (list.node != ShapeNode::kList) return;
  const std::string& parameter = list.parameter;
  const auto count = static_cast<int64_t>(list.operands.size());
  const bool pads = each == 2;
  if (pads && count == 0) return;  // CheckPadding() reports this
  const auto fits = [&](int64_t least, int64_t most) {
    return count % each == 0 && count / each >= least && count / each <= most;
  };
  const bool is_one = count == 1 && !pads;
  if (!is_one && !fits(ranks.least - 2, ranks.most - 2) && !fits(ranks.least, ranks.most)) {
    const std::string for_all = pads ? "" : "one for all spatial dimensions, ";
    const std::string kind = pads ? "a pair" : "one";
    std::string note =
        for_all + kind + " for each spatial dimension or " + kind + " for each dimension";
    if (ranks.is_one()) {
      note += ": " + std::string(pads ? "" : "1, ") + std::to_string(each * (ranks.least - 2)) +
              " or " + std::to_string(each * ranks.least) + " here";
    }
    Report("E0328",
           Quoted(parameter) + " cannot have " + std::to_string(count) +
               (count == 1 ? " integer" : " integers"),
           list.span, {(pads ? "paddings are " : "there is ") + note});
    return;
  }
  if (!ranks.is_one() || count != each * ranks.least) return;
  const int64_t still = pads ? 0 : 1;
  for (size_t i = 0; i < list.operands.size(); ++i) {
    const size_t dimension = i / static_cast<size_t>(each);
    const ShapeExpr& item = list.operands[i];
    const bool is_channels = channels != 0 && dimension == channels;
    if (dimension != 0 && !is_channels) continue;
    if (item.node != ShapeNode::kInteger || item.integer == still) continue;
    Report("E0328",
           Quoted(parameter) + " cannot be " + std::to_string(item.integer) + " for the " +
               (is_channels ? "channels" : "batch"),
           item.span, {"a window moves over spatial dimensions only"},
           "write " + std::to_string(still));
  }
}

void ShapeChecker::CheckPadding(const ShapeExpr& call) {
  const ShapeExpr* padding = Given(call, "padding");
  const ShapeExpr* paddings = Given(call, "explicit_paddings");
  if (padding == nullptr) return;
  const bool is_text = padding->node == ShapeNode::kText;
  const bool is_empty =
      paddings == nullptr || (paddings->node == ShapeNode::kList && paddings->operands.empty());
  if (is_text && padding->text == "EXPLICIT" && is_empty) {
    Report("E0324", "padding 'EXPLICIT' needs 'explicit_paddings'", padding->span, {},
           "'explicit_paddings=[1, 1, 0, 0]', for example: before and after each dimension");
    return;
  }
  if (is_empty || (paddings->node != ShapeNode::kList && paddings->node != ShapeNode::kInteger)) {
    return;
  }
  const Attr* attr = is_text ? nullptr : def_.FindAttr(padding->text);
  const bool may_be_explicit =
      is_text ? padding->text == "EXPLICIT"
              : attr == nullptr || attr->allowed_strings.empty() ||
                    std::find(attr->allowed_strings.begin(), attr->allowed_strings.end(),
                              "EXPLICIT") != attr->allowed_strings.end();
  if (may_be_explicit) {
    if (paddings->node == ShapeNode::kInteger) {
      Report("E0328", "'explicit_paddings' has pairs", paddings->span, {},
             "'explicit_paddings=[1, 1, 0, 0]', for example: before and after each dimension");
    }
    return;
  }
  Report("E0324", "'explicit_paddings' needs padding 'EXPLICIT'", paddings->span,
         {is_text ? "with padding " + Quoted(padding->text) + " there are no others"
                  : "attr " + Quoted(padding->text) + " cannot have this value"});
}

}  // namespace plugingen::op
