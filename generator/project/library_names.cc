#include "project/library_names.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kNamedEndings[] = {".h", ".cc", ".cpp", ".hpp",
                                              ".c", ".cu", ".cuh", ".inc"};
constexpr std::string_view kLibraryName = "pluggable";
constexpr std::string_view kGuardBeginning = "PLUGGABLE_";
constexpr std::string_view kGuardEnd = "_H_";
constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kSpaces = " \t\r\n";

// True for a part of an identifier or a number. (Bytes of other scripts can be one, too.)
bool IsWordChar(char c) {
  return base::IsAlnum(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// Returns `text` without trailing characters of `skipped`.
std::string_view WithoutEnd(std::string_view text, std::string_view skipped) {
  return text.substr(0, text.find_last_not_of(skipped) + 1);
}

// Removes the suffix `end` from `text` if it has it.
bool TakeEnd(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

// Removes the last whole word from `text` and returns it, or "".
std::string_view TakeLastWord(std::string_view& text) {
  size_t begin = text.size();
  while (begin > 0 && IsWordChar(text[begin - 1])) --begin;
  const std::string_view word = text.substr(begin);
  text.remove_suffix(word.size());
  return word;
}

// Renames in one pass over a text.
class Renaming {
 public:
  Renaming(std::string_view text, const OldNames& old)
      : text_(text), old_(old), guard_(base::ToUpper(old.plugin) + "_") {}

  std::string Run() {
    out_.reserve(text_.size());
    while (at_ < text_.size()) Step();
    return std::move(out_);
  }

 private:
  void Step() {
    const char c = text_[at_];
    if (IsWordChar(c)) {
      TakeWord();
    } else if ((c == '"' || c == '<') && IsBehindInclude()) {
      TakeHeaderName(c == '"' ? '"' : '>');
    } else if (c == '"' && at_ < end_of_comment_ && IsHeaderName()) {
      TakeHeaderName('"');
    } else if (const bool in_comment = at_ < end_of_comment_;
               !in_comment && c == '/' && At(1) == '/') {
      end_of_comment_ = EndOfLine();
    } else if (!in_comment && c == '/' && At(1) == '*') {
      const size_t end = text_.find("*/", at_ + 2);
      end_of_comment_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (!in_comment && (c == '"' || c == '\'')) {
      TakeLiteral(c);
    } else {
      Copy(1);
    }
  }

  char At(size_t offset) const { return at_ + offset < text_.size() ? text_[at_ + offset] : '\0'; }

  void Copy(size_t size) {
    out_ += text_.substr(at_, size);
    at_ = std::min(at_ + size, text_.size());
  }

  // The end of the current line. Lines joined by a backslash count as one.
  size_t EndOfLine() const {
    for (size_t end = at_;;) {
      end = text_.find('\n', end);
      if (end == std::string_view::npos) return text_.size();
      const std::string_view line = WithoutEnd(text_.substr(0, end), "\r");
      if (!line.ends_with('\\')) return end;
      ++end;
    }
  }

  bool IsBehindInclude() const {
    std::string_view before = WithoutEnd(text_.substr(0, at_), kBlanks);
    return TakeLastWord(before) == "include" && WithoutEnd(before, kBlanks).ends_with('#');
  }

  // True if quotes in a comment contain the name of a header of the plugin: what "acme/stream.h"
  // needs.
  bool IsHeaderName() const {
    const size_t end = text_.find_first_of("\"\n", at_ + 1);
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    return name.starts_with(old_.plugin + "/") && name.ends_with(".h");
  }

  void TakeHeaderName(char closing) {
    const size_t end = text_.find_first_of(std::string("\n") + closing, at_ + 1);
    if (end == std::string_view::npos || text_[end] != closing) return Copy(1);
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    const std::string folder = old_.plugin + "/";
    const bool is_library = name.starts_with(folder) &&
                            !old_.own_headers.contains(std::string(name.substr(folder.size())));
    if (!is_library) return Copy(end + 1 - at_);
    Copy(1);
    out_ += kLibraryName;
    at_ += old_.plugin.size();
    Copy(end + 1 - at_);
  }

  void TakeLiteral(char quote) {
    size_t end = at_ + 1;
    // (A lone quote, as after #error, ends with its line.)
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      if (text_[end] == '\\') end += text_.substr(end + 1).starts_with("\r\n") ? 2 : 1;
      ++end;
    }
    Copy(end + 1 - at_);
  }

  // Skips a literal such as R"end(...)end".
  void TakeRawLiteral() {
    const size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return Copy(text_.size() - at_);
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const size_t end = text_.find(close, open);
    Copy(end == std::string_view::npos ? text_.size() - at_ : end + close.size() - at_);
  }

  // Handles an identifier or a number.
  void TakeWord() {
    size_t end = at_;
    const bool is_number = base::IsDigit(text_[at_]);
    while (end < text_.size() && (IsWordChar(text_[end]) || (is_number && IsSeparator(end)))) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (word == old_.plugin && IsNamespace(end)) {
      out_ += kLibraryName;
      at_ = end;
    } else if (IsGuard(word)) {
      out_ += kGuardBeginning;
      at_ += guard_.size();
      Copy(end - at_);
    } else {
      Copy(word.size());
      const bool may_be_raw =
          word == "R" || word == "u8R" || word == "uR" || word == "UR" || word == "LR";
      if (may_be_raw && At(0) == '"' && at_ >= end_of_comment_) TakeRawLiteral();
    }
  }

  // True if a quote separates digits: 1'000.
  bool IsSeparator(size_t at) const {
    return text_[at] == '\'' && at + 1 < text_.size() && base::IsAlnum(text_[at + 1]);
  }

  bool IsGuard(std::string_view word) const {
    constexpr std::string_view kChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return word.size() >= guard_.size() + kGuardEnd.size() && word.starts_with(guard_) &&
           word.ends_with(kGuardEnd) && word.find_first_not_of(kChars) == std::string_view::npos;
  }

  // True if the plugin's name, from the current position to `end`, is the library's namespace:
  // acme::x, ::acme::x, namespace acme, namespace x = acme.
  bool IsNamespace(size_t end) const {
    std::string_view before = WithoutEnd(text_.substr(0, at_), kSpaces);
    if (TakeEnd(before, "::")) {
      const bool qualified = !before.empty() && (IsWordChar(before.back()) || before.back() == '>');
      if (qualified) return false;
      before = WithoutEnd(before, kSpaces);
    }
    const size_t next = std::min(text_.find_first_not_of(kBlanks, end), text_.size());
    if (text_.substr(next).starts_with("::")) return true;
    if (TakeEnd(before, "=")) {
      before = WithoutEnd(before, kSpaces);
      if (TakeLastWord(before).empty()) return false;
      before = WithoutEnd(before, kSpaces);
    }
    return TakeLastWord(before) == "namespace";
  }

  const std::string_view text_;
  const OldNames& old_;
  const std::string guard_;
  std::string out_;
  size_t at_ = 0;
  size_t end_of_comment_ = 0;
};

}  // namespace

bool IsCpp(std::string_view path) {
  return std::any_of(std::begin(kNamedEndings), std::end(kNamedEndings),
                     [path](std::string_view ending) { return path.ends_with(ending); });
}

std::string WithLibraryNames(std::string_view text, const OldNames& old) {
  return old.plugin.empty() ? std::string(text) : Renaming(text, old).Run();
}

}  // namespace plugingen::project
