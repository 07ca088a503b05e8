#include "op/attr_default.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "op/parse_attr.h"
#include "spec/quantity.h"

namespace plugingen::op {
namespace {

using base::Quoted;

bool HasForbidden(std::string_view inner) {
  return std::any_of(inner.begin(), inner.end(), [](char c) {
    return base::IsControl(c) || c == '\'' || c == '"' || c == '\\';
  });
}

class DefaultReader {
 public:
  DefaultReader(const Attr& attr, const Cursor& cursor, diag::Sink& sink)
      : attr_(attr), cursor_(cursor), sink_(sink) {}

  std::optional<std::string> Run(std::string_view text) {
    return attr_.is_list ? ListDefault(text) : ElementDefault(text);
  }

 private:
  std::optional<std::string> ListDefault(std::string_view text) {
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') {
      return BadDefault(text, "a list, for example [1, 2]");
    }
    std::vector<std::string> elements;
    const std::string_view inner = text.substr(1, text.size() - 2);
    if (!base::Trim(inner).empty()) {
      for (const std::string_view part : SplitItems(inner)) {
        std::optional<std::string> element = ElementDefault(base::Trim(part));
        if (!element) return std::nullopt;
        elements.push_back(std::move(*element));
      }
    }
    if (attr_.minimum && static_cast<int64_t>(elements.size()) < *attr_.minimum) {
      return BadDefault(text, "a list of at least " + std::to_string(*attr_.minimum));
    }
    return "[" + base::Join(elements, ", ") + "]";
  }

  std::optional<std::string> ElementDefault(std::string_view text) {
    switch (attr_.kind) {
      case AttrKind::kType:
        return TypeDefault(text);
      case AttrKind::kInt:
        return IntDefault(text);
      case AttrKind::kFloat:
        return FloatDefault(text);
      case AttrKind::kBool:
        return BoolDefault(text);
      case AttrKind::kString:
        return StringDefault(text);
      case AttrKind::kShape:
        return ShapeDefault(text);
      case AttrKind::kTensor:
      case AttrKind::kFunc:
        break;
    }
    const std::string kind(NameOf(attr_.kind));
    return Fail("attr " + Quoted(attr_.name) + " is a " + kind + ", which has no default", text,
                "leave the default out");
  }

  std::optional<std::string> BoolDefault(std::string_view text) {
    // Also accepts Python's True, as gradients do.
    std::string lower = base::ToLower(text);
    if (lower == "true" || lower == "false") return lower;
    return BadDefault(text, "true or false", "");
  }

  std::optional<std::string> TypeDefault(std::string_view text) {
    std::string dtype = DtypeNamed(text);
    if (dtype.empty()) return BadDefault(text, "a data type", DtypeHelp(text));
    const auto& allowed = attr_.allowed_types;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), dtype) == allowed.end()) {
      return BadDefault(text, "one of " + base::Join(allowed, ", "));
    }
    return dtype;
  }

  std::optional<std::string> IntDefault(std::string_view text) {
    const std::optional<int64_t> value = IntegerOf(text);
    if (!value) {
      return BadDefault(text, spec::IsWholeNumber(text) ? "an int64" : "a whole number");
    }
    if (!attr_.is_list && attr_.minimum && *value < *attr_.minimum) {
      return BadDefault(text, "at least " + std::to_string(*attr_.minimum));
    }
    return std::to_string(
        *value);  // without leading zeros: 007 is invalid in Python and octal in C++
  }

  // TensorFlow, C++ and Python all read the text, so it has no '+' and no leading zeros.
  std::optional<std::string> FloatDefault(std::string_view text) {
    const std::optional<double> value = spec::ParseNumber(text);
    if (!value) return BadDefault(text, "a number");
    if (std::abs(*value) > double{std::numeric_limits<float>::max()}) {
      return BadDefault(text, "a number in the range of float");
    }
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    while (text.size() > 1 && text[0] == '0' && base::IsDigit(text[1])) text.remove_prefix(1);
    return (negative ? "-" : "") + std::string(text);
  }

  std::optional<std::string> StringDefault(std::string_view text) {
    const std::optional<std::string_view> value = UnquotedText(text);
    if (!value) {
      return BadDefault(text, "a text in quotes", QuotesHelp(text));
    }
    const auto& allowed = attr_.allowed_strings;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), *value) == allowed.end()) {
      const std::string_view nearest = base::NearestName(*value, {allowed.begin(), allowed.end()});
      return BadDefault(text, "one of '" + base::Join(allowed, "', '") + "'",
                        base::DidYouMean(nearest));
    }
    return "'" + std::string(*value) + "'";
  }

  // Returns the help for a text that UnquotedText() rejects.
  static std::string QuotesHelp(std::string_view text) {
    const bool opens = text.starts_with('\'') || text.starts_with('"');
    const std::string inner(text.substr(opens ? 1 : 0));
    if (HasForbidden(inner))
      return "leave out quotes, backslashes and control characters inside it";
    return "write '" + inner + "'";
  }

  // Returns the text format of TensorShapeProto, as REGISTER_OP expects it.
  std::optional<std::string> ShapeDefault(std::string_view text) {
    const bool braces = text.size() >= 2 && text.front() == '{' && text.back() == '}';
    if (!braces ||
        std::count(text.begin(), text.end(), '{') != std::count(text.begin(), text.end(), '}')) {
      return BadDefault(text, "{}, { unknown_rank: true } or { dim { size: 2 } dim { size: -1 } }");
    }
    std::string_view inner = base::Trim(text.substr(1, text.size() - 2));
    if (inner.empty() || inner == "unknown_rank: true") return std::string(text);
    // Formats the numbers again, because TensorFlow rejects some of them, for example 007.
    std::string dims = "{";
    while (!inner.empty()) {
      const size_t close = inner.find('}');
      const std::string_view dim = base::Trim(inner.substr(0, close));
      const size_t at = dim.find("size:");
      const std::optional<int64_t> size =
          at == dim.npos ? std::nullopt : IntegerOf(base::Trim(dim.substr(at + 5)));
      if (close == inner.npos || !dim.starts_with("dim") || size.value_or(-2) < -1) {
        return BadDefault(text, "{ dim { size: 2 } dim { size: -1 } }");
      }
      dims += " dim { size: " + std::to_string(*size) + " }";
      inner = base::Trim(inner.substr(close + 1));
    }
    return dims + " }";
  }

  std::nullopt_t BadDefault(std::string_view text, const std::string& expected,
                            std::string help = "") {
    return Fail("the default of attr " + Quoted(attr_.name) + " has to be " + expected + ", not " +
                    Quoted(text),
                text, std::move(help));
  }

  // The position of an empty `text` is the end of the attr.
  std::nullopt_t Fail(std::string message, std::string_view text, std::string help) {
    const size_t end = cursor_.text().size();
    sink_.Report({.code = "E0365",
                  .message = std::move(message),
                  .span = text.empty() ? cursor_.Of(end, end) : cursor_.Of(text),
                  .help = std::move(help)});
    return std::nullopt;
  }

  const Attr& attr_;
  const Cursor& cursor_;
  diag::Sink& sink_;
};

}  // namespace

std::optional<std::string> ReadAttrDefault(const Attr& attr, std::string_view text,
                                           const Cursor& cursor, diag::Sink& sink) {
  return DefaultReader(attr, cursor, sink).Run(text);
}

std::vector<std::string_view> SplitItems(std::string_view list) {
  std::vector<std::string_view> items;
  size_t begin = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '\'' || list[i] == '"') {
      const size_t close = list.find(list[i], i + 1);
      if (close != list.npos) i = close;
    } else if (list[i] == ',') {
      items.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  items.push_back(list.substr(begin));
  return items;
}

std::optional<std::string_view> UnquotedText(std::string_view text) {
  if (text.size() < 2 || (text[0] != '\'' && text[0] != '"') || text.back() != text[0]) {
    return std::nullopt;
  }
  const std::string_view inner = text.substr(1, text.size() - 2);
  return HasForbidden(inner) ? std::nullopt : std::optional(inner);
}

std::optional<int64_t> IntegerOf(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace plugingen::op
