// Helpers for texts: trimming, splitting, the case of names, UTF-8, and quoting for messages and
// shells.

#ifndef PLUGINGEN_BASE_TEXT_H_
#define PLUGINGEN_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// Only ASCII. Independent of the locale, so that the output never depends on the environment.
bool IsDigit(char c);
bool IsLower(char c);
bool IsUpper(char c);
bool IsAlnum(char c);
bool IsControl(char c);
std::string ToLower(std::string_view text);
std::string ToUpper(std::string_view text);

std::string_view Trim(std::string_view text);
bool EndsWithAny(std::string_view text, std::span<const std::string_view> endings);
std::vector<std::string_view> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to);

// CamelCase converts "nova_npu" to "NovaNpu". SnakeCase converts names of ops as TensorFlow does
// for files and Python functions: "BiasAddGrad" to "bias_add_grad", "LRNGrad" to "lrn_grad",
// "Conv2D" to "conv2d".
std::string CamelCase(std::string_view snake);
std::string SnakeCase(std::string_view camel);

// Returns "a", "a or b" or "a, b or c".
std::string JoinWithOr(const std::vector<std::string>& words);

// A decoded character of UTF-8 text. `length` is at least 1, so that loops always advance.
struct CodePoint {
  uint32_t value = 0;
  size_t length = 1;
  bool valid = false;
};
CodePoint DecodeUtf8(std::string_view text, size_t offset);

// Returns the offset of the first byte that is not valid UTF-8, or npos.
size_t FindInvalidUtf8(std::string_view text);

// Returns the columns of a character on a terminal: 0 for combining marks, 2 for wide characters.
int DisplayWidth(uint32_t code_point);

// True for characters that are invisible, that look like a blank but are none, or that change the
// order of their neighbours.
bool IsOddBlank(uint32_t code_point);

// Returns a text in single quotes for a message. Escapes control characters, odd blanks and invalid
// UTF-8. Truncates long texts.
std::string Quoted(std::string_view text);

// Truncates a long text.
std::string Shortened(std::string_view text);

// Quotes a file name as one word of a POSIX shell, if necessary.
std::string ShellQuoted(std::string_view text);

// Quotes a text as one word of a POSIX shell, always.
std::string InShellQuotes(std::string_view text);

// Encodes a path for a URI: "a b.yaml" becomes "a%20b.yaml".
std::string PercentEncoded(std::string_view path);

// Formats a size in the largest binary unit that is exact: "4 GiB" for 4294967296, "1000 bytes" for
// 1000.
std::string SizeText(uint64_t bytes);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_TEXT_H_
