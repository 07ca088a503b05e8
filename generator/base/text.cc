#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace plugingen::base {
namespace {

// The longest text that a message quotes in full.
constexpr size_t kLongestQuoted = 60;

struct Range {
  uint32_t first;
  uint32_t last;
};

constexpr Range kZeroWidth[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},   {0x064B, 0x065F},
    {0x0900, 0x0902}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x1AB0, 0x1AFF},   {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20FF},   {0x3099, 0x309A},
    {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0001, 0xE01EF},
};

constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},
    {0x26C4, 0x26C5},   {0x2705, 0x2705},   {0x270A, 0x270B},   {0x2728, 0x2728},
    {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},
    {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18AFF}, {0x1B000, 0x1B2FB}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3E0, 0x1F3F0},
    {0x1F400, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F550, 0x1F567}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB},
    {0x1F90C, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
};

constexpr Range kOddBlanks[] = {
    {0x00A0, 0x00A0}, {0x00AD, 0x00AD}, {0x061C, 0x061C}, {0x1680, 0x1680}, {0x2000, 0x200F},
    {0x2028, 0x202F}, {0x205F, 0x2064}, {0x2066, 0x2069}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
};

template <size_t N>
bool Contains(const Range (&ranges)[N], uint32_t code_point) {
  for (const Range& range : ranges) {
    if (code_point < range.first) return false;  // the ranges are sorted
    if (code_point <= range.last) return true;
  }
  return false;
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsAlnum(char c) { return IsDigit(c) || IsLower(c) || IsUpper(c); }
bool IsControl(char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }

std::string ToLower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (IsUpper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string ToUpper(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (IsLower(c)) c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

bool EndsWithAny(std::string_view text, std::span<const std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [text](std::string_view ending) { return text.ends_with(ending); });
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  for (;;) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) result += separator;
    result += part;
  }
  return result;
}

std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  size_t begin = 0;
  for (;;) {
    const size_t end = from.empty() ? std::string_view::npos : text.find(from, begin);
    result += text.substr(begin, end - begin);
    if (end == std::string_view::npos) return result;
    result += to;
    begin = end + from.size();
  }
}

std::string CamelCase(std::string_view snake) {
  std::string result;
  bool start_of_word = true;
  for (const char c : snake) {
    if (c == '_') {
      start_of_word = true;
      continue;
    }
    result += start_of_word && IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    start_of_word = false;
  }
  return result;
}

std::string SnakeCase(std::string_view camel) {
  std::string result;
  for (size_t i = 0; i < camel.size(); ++i) {
    const char c = camel[i];
    const bool after_lower = i > 0 && IsLower(camel[i - 1]);
    const bool before_lower = i > 0 && i + 1 < camel.size() && IsLower(camel[i + 1]);
    if (IsUpper(c) && (after_lower || before_lower)) result += '_';
    result += IsAlnum(c) ? ToLower({&c, 1})[0] : '_';
  }
  return result;
}

std::string JoinWithOr(const std::vector<std::string>& words) {
  std::string result;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

CodePoint DecodeUtf8(std::string_view text, size_t offset) {
  const unsigned char first = static_cast<unsigned char>(text[offset]);
  if (first < 0x80) return {first, 1, true};
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || offset + length > text.size()) return {first, 1, false};
  uint32_t value = first & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[offset + i])) return {first, 1, false};
    value = (value << 6) | (static_cast<unsigned char>(text[offset + i]) & 0x3F);
  }
  // Overlong forms, UTF-16 surrogates and values beyond the last plane are invalid.
  constexpr std::array<uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool valid =
      value >= kSmallest[length] && value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
  if (!valid) return {first, 1, false};
  return {value, length, true};
}

size_t FindInvalidUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const CodePoint c = DecodeUtf8(text, i);
    if (!c.valid) return i;
    i += c.length;
  }
  return std::string_view::npos;
}

int DisplayWidth(uint32_t code_point) {
  if (code_point < 0x300) return 1;
  if (Contains(kZeroWidth, code_point)) return 0;
  return Contains(kWide, code_point) ? 2 : 1;
}

bool IsOddBlank(uint32_t code_point) { return Contains(kOddBlanks, code_point); }

std::string Quoted(std::string_view text) {
  std::string result = "'";
  size_t characters = 0;
  for (size_t i = 0; i < text.size();) {
    if (characters++ == kLongestQuoted) {
      result += "...";
      break;
    }
    const CodePoint c = DecodeUtf8(text, i);
    if (c.valid && IsOddBlank(c.value)) {
      char escape[12];
      std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c.value));
      result += escape;
    } else if (c.valid && c.value >= 0x20 && !(c.value >= 0x7F && c.value < 0xA0)) {
      result += text.substr(i, c.length);
    } else if (text[i] == '\n') {
      result += "\\n";
    } else if (text[i] == '\t') {
      result += "\\t";
    } else {
      char escape[8];
      for (size_t k = 0; k < c.length; ++k) {
        std::snprintf(escape, sizeof(escape), "\\x%02x", static_cast<unsigned char>(text[i + k]));
        result += escape;
      }
    }
    i += c.length;
  }
  return result + "'";
}

std::string Shortened(std::string_view text) {
  if (text.size() <= kLongestQuoted) return std::string(text);
  return std::string(text.substr(0, kLongestQuoted)) + "...";
}

std::string ShellQuoted(std::string_view text) {
  const bool plain =
      !text.empty() && text[0] != '-' && std::all_of(text.begin(), text.end(), [](char c) {
        return IsAlnum(c) || (c & 0x80) != 0 ||
               std::string_view("_-./+,:@").find(c) != std::string_view::npos;
      });
  // A word that starts with '-' would be an option. With "./" it is the same path.
  if (text.starts_with('-')) return ShellQuoted("./" + std::string(text));
  return plain ? std::string(text) : InShellQuotes(text);
}

std::string InShellQuotes(std::string_view text) {
  return "'" + ReplaceAll(text, "'", "'\\''") + "'";
}

std::string PercentEncoded(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    if (IsAlnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos) {
      uri += c;
      continue;
    }
    char escape[4];
    std::snprintf(escape, sizeof(escape), "%%%02X", static_cast<unsigned char>(c));
    uri += escape;
  }
  return uri;
}

std::string SizeText(uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (unit < 4 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + " " + kUnits[unit];
}

}  // namespace plugingen::base
