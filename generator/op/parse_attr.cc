#include "op/parse_attr.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/suggest.h"
#include "base/text.h"
#include "op/attr_default.h"
#include "op/cursor.h"
#include "spec/dtypes.h"
#include "spec/quantity.h"

namespace plugingen::op {
namespace {

using base::Dtype;
using base::DtypeKind;
using base::Quoted;

// The highest dtype number in TensorFlow 2.12, the oldest supported release.
constexpr uint64_t kLastDtype = 25;

// A word that stands for several types.
struct TypeGroup {
  std::string_view name;
  std::vector<DtypeKind> kinds;
};

const std::vector<TypeGroup>& TypeGroups() {
  using enum DtypeKind;
  static const std::vector<TypeGroup> groups = {
      {"numbertype", {kFloating, kInteger, kComplex, kQuantized}},
      {"numerictype", {kFloating, kInteger, kComplex, kQuantized}},
      {"realnumbertype", {kFloating, kInteger}},
      {"quantizedtype", {kQuantized}}};
  return groups;
}

// Returns the types of a group in TensorFlow's order, which is that of their numbers. TensorFlow's
// groups contain no types below one byte and no 8-bit floats.
std::vector<const Dtype*> TypesOf(const TypeGroup& group) {
  std::vector<const Dtype*> types;
  for (const Dtype& dtype : base::Dtypes()) {
    const bool has_kind =
        std::find(group.kinds.begin(), group.kinds.end(), dtype.kind) != group.kinds.end();
    if (has_kind && (dtype.is_writable() || dtype.kind == DtypeKind::kQuantized)) {
      types.push_back(&dtype);
    }
  }
  std::sort(types.begin(), types.end(),
            [](const Dtype* a, const Dtype* b) { return a->number < b->number; });
  return types;
}

// No op needs longer lists. The project's test contains each element of the shortest list.
constexpr int64_t kMaxElements = 1000;
constexpr size_t kLongestText = 4000;

constexpr std::pair<std::string_view, AttrKind> kKinds[] = {
    {"type", AttrKind::kType},     {"int", AttrKind::kInt},       {"float", AttrKind::kFloat},
    {"bool", AttrKind::kBool},     {"string", AttrKind::kString}, {"shape", AttrKind::kShape},
    {"tensor", AttrKind::kTensor}, {"func", AttrKind::kFunc}};

// True for words that TensorFlow reads as a data type: "string", "float_ref".
bool IsDtypeName(std::string_view word) {
  if (word.ends_with("_ref")) word.remove_suffix(4);
  return base::FindDtype(word) != nullptr;
}

class AttrParser {
 public:
  AttrParser(const diag::SourceText& source, diag::Sink& sink) : cursor_(source), sink_(sink) {
    attr_.source = source;
  }

  std::optional<Attr> Run() {
    const std::string_view name = cursor_.TakeWord();
    attr_.name = name;
    attr_.name_span = cursor_.Of(name);
    const bool good = !name.empty() && !base::IsDigit(name[0]) && name[0] != '_';
    if (!good) {
      return Fail("an attr begins with its name, letters and digits",
                  name.empty() ? cursor_.Here() : attr_.name_span);
    }
    if (IsDtypeName(name)) {
      return Fail("an attr cannot have the name of a data type, " + Quoted(name), attr_.name_span,
                  "TensorFlow would abort the process that loads the op");
    }
    if (name.size() > kLongestName) return TooLong("an attr's name", name.size(), kLongestName);
    if (cursor_.text().size() > kLongestText) {
      return TooLong("attr " + Quoted(name), cursor_.text().size(), kLongestText);
    }
    if (!cursor_.Take(":")) return Fail("a ':' is missing after " + Quoted(name), cursor_.Here());
    if (!ReadKind()) return std::nullopt;
    if (cursor_.Take(">=") && !ReadMinimum()) return std::nullopt;
    if (cursor_.Take("=") && !ReadDefault()) return std::nullopt;
    if (cursor_.Peek() != '\0') {
      return Fail("this is not expected after the attr",
                  cursor_.Of(cursor_.at(), cursor_.text().size()));
    }
    return std::move(attr_);
  }

 private:
  std::nullopt_t Fail(std::string message, diag::Span span, std::string help = "",
                      std::string code = "E0361") {
    diag::Diagnostic diagnostic{.code = std::move(code),
                                .message = std::move(message),
                                .span = span,
                                .help = std::move(help)};
    if (diagnostic.help.empty() && diagnostic.code == "E0361") {
      diagnostic.help =
          "attrs look like \"T: {float, half} = float\", \"axis: int = 0\" or \"names: "
          "list(string)\"";
    }
    sink_.Report(std::move(diagnostic));
    return std::nullopt;
  }

  std::nullopt_t TooLong(const std::string& what, size_t length, size_t most) {
    return Fail(what + " has " + std::to_string(length) + " characters", attr_.name_span,
                "at most " + std::to_string(most) + " are allowed", "E0208");
  }

  bool ReadKind() {
    if (!cursor_.Take("list(")) return ReadElementKind();
    attr_.is_list = true;
    if (!ReadElementKind()) return false;
    if (cursor_.Take(")")) return true;
    Fail("a ')' is missing after the list's type", cursor_.Here());
    return false;
  }

  bool ReadElementKind() {
    if (cursor_.Take("{")) return ReadChoices();
    const std::string_view word = cursor_.TakeWord();
    for (const auto& [name, kind] : kKinds) {
      if (word != name) continue;
      attr_.kind = kind;
      return true;
    }
    if (AddGroup(word)) {
      attr_.kind = AttrKind::kType;
      return true;
    }
    ReportKind(word);
    return false;
  }

  void ReportKind(std::string_view word) {
    if (word.empty()) {
      Fail("the kind of attr " + Quoted(attr_.name) + " is missing", cursor_.Here());
      return;
    }
    std::vector<std::string_view> names;
    for (const auto& kind : kKinds) names.push_back(kind.first);
    for (const TypeGroup& group : TypeGroups()) names.push_back(group.name);
    const std::string_view nearest = base::NearestName(word, names);
    std::string help;
    if (const std::string dtype = DtypeNamed(word); !dtype.empty()) {
      help = "write {" + dtype + "} for an attr that is this data type";
    } else if (!nearest.empty()) {
      help = base::DidYouMean(nearest);
    }
    diag::Diagnostic diagnostic{
        .code = "E0361",
        .message = "attr " + Quoted(attr_.name) + " cannot be of kind " + Quoted(word),
        .span = cursor_.Of(word),
        .help = help};
    diagnostic.notes.push_back({"an attr is a " + base::Join({names.begin(), names.end()}, ", ") +
                                    ", {...} with data types or texts, or a list(...) of these",
                                {}});
    sink_.Report(std::move(diagnostic));
  }

  // Reads data types or quoted texts after "{".
  bool ReadChoices() {
    const char first = cursor_.Peek();
    const bool texts = first == '\'' || first == '"';
    attr_.kind = texts ? AttrKind::kString : AttrKind::kType;
    bool good = true;
    while (true) {
      const std::string_view choice = cursor_.TakeItem(",}");
      good = (texts ? AddText(choice) : AddType(choice)) && good;
      if (cursor_.Take(",")) continue;
      if (cursor_.Take("}")) return good;
      Fail("a '}' is missing after the choices", cursor_.Here());
      return false;
    }
  }

  bool AddText(std::string_view choice) {
    const std::optional<std::string_view> text = UnquotedText(choice);
    if (!text) {
      Fail("expected a text in quotes, not " + Quoted(choice), SpanOf(choice));
      return false;
    }
    auto& texts = attr_.allowed_strings;
    if (std::find(texts.begin(), texts.end(), *text) != texts.end()) {
      Fail("text " + Quoted(*text) + " is listed twice", SpanOf(choice), "remove one of the two");
      return false;
    }
    texts.emplace_back(*text);
    return true;
  }

  bool AddType(std::string_view choice) {
    if (AddGroup(choice)) return true;
    const std::string dtype = DtypeNamed(choice);
    if (dtype.empty()) {
      Fail(choice.empty() ? "a data type is missing here" : "unknown data type " + Quoted(choice),
           SpanOf(choice), DtypeHelp(choice));
      return false;
    }
    if (!base::CanBeChoice(*base::FindDtype(dtype))) {
      Fail("TensorFlow cannot read the data type " + Quoted(dtype) + " among choices",
           SpanOf(choice), "write '" + attr_.name + ": type', which allows all data types");
      return false;
    }
    if (AddOnce(dtype)) return true;
    Fail("data type " + Quoted(choice) + " is listed twice", SpanOf(choice),
         "remove one of the two");
    return false;
  }

  // Adds the types of a group, without duplicates. Returns false if the word is no group.
  bool AddGroup(std::string_view word) {
    for (const TypeGroup& group : TypeGroups()) {
      if (word != group.name) continue;
      for (const Dtype* type : TypesOf(group)) AddOnce(std::string(type->name));
      return true;
    }
    return false;
  }

  // Returns false if the dtype is a duplicate.
  bool AddOnce(const std::string& dtype) {
    auto& types = attr_.allowed_types;
    if (std::find(types.begin(), types.end(), dtype) != types.end()) return false;
    types.push_back(dtype);
    return true;
  }

  bool ReadMinimum() {
    const std::string_view number = cursor_.TakeUntil("= ");
    if (attr_.kind != AttrKind::kInt && !attr_.is_list) {
      Fail("only ints and lists have a minimum", SpanOf(number), "remove it");
      return false;
    }
    attr_.minimum = IntegerOf(number);
    if (!attr_.minimum) {
      const bool too_large = spec::IsWholeNumber(number);
      Fail(too_large ? "the minimum of attr " + Quoted(attr_.name) + " must be an int64, not " +
                           std::string(base::Shortened(number))
                     : "expected a whole number after '>=', not " + Quoted(number),
           SpanOf(number), "", too_large ? "E0208" : "E0361");
      return false;
    }
    return !attr_.is_list || CheckLeastLength(attr_, cursor_.Of(number), sink_);
  }

  bool ReadDefault() {
    const std::string_view text = cursor_.TakeUntil("");
    std::optional<std::string> value = ReadAttrDefault(attr_, text, cursor_, sink_);
    if (!value) return false;
    attr_.default_text = std::move(value);
    return true;
  }

  diag::Span SpanOf(std::string_view part) {
    return part.empty() ? cursor_.Here() : cursor_.Of(part);
  }

  Cursor cursor_;
  diag::Sink& sink_;
  Attr attr_;
};

}  // namespace

std::string DtypeNamed(std::string_view word) {
  if (word.starts_with("tf.")) word.remove_prefix(3);
  std::string lower(word);
  if (word.starts_with("DT_")) lower = base::ToLower(word.substr(3));
  // A type of tensors for which a plugin cannot have kernels.
  const Dtype* dtype = base::FindDtype(lower);
  if (dtype != nullptr && !dtype->is_writable() && dtype->number <= kLastDtype) return lower;
  return std::string(spec::CanonicalDtype(lower));
}

std::string DtypeHelp(std::string_view word) { return base::DidYouMean(spec::NearestDtype(word)); }

bool CheckLeastLength(const Attr& attr, diag::Span span, diag::Sink& sink) {
  const int64_t least = attr.minimum.value_or(0);
  if (least >= 0 && least <= kMaxElements) return true;
  sink.Report({.code = "E0208",
               .message = "the minimum of attr " + Quoted(attr.name) + " must be 0 to " +
                          std::to_string(kMaxElements) + ", not " + std::to_string(least),
               .span = span,
               .notes = {{"it is the length of a list, and no op needs a longer one", {}}}});
  return false;
}

std::optional<Attr> ParseAttr(const diag::SourceText& source, diag::Sink& sink) {
  return AttrParser(source, sink).Run();
}

}  // namespace plugingen::op
