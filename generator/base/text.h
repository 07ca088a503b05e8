// Small helpers for text: trimming, splitting, casing of names, UTF-8, quoting for messages and
// shells.

#ifndef PLUGINGEN_BASE_TEXT_H_
#define PLUGINGEN_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// ASCII only and independent of the locale, so that output never depends on the environment.
bool IsDigit(char c);
bool IsLower(char c);
bool IsUpper(char c);
bool IsAlnum(char c);
bool IsControl(char c);
std::string ToLower(std::string_view text);
std::string ToUpper(std::string_view text);

std::string_view Trim(std::string_view text);
std::vector<std::string_view> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to);

// "acme_npu" -> "AcmeNpu"; and back as TensorFlow names files and Python functions after ops:
// "BiasAddGrad" -> "bias_add_grad", "LRNGrad" -> "lrn_grad", "Conv2D" -> "conv2d".
std::string CamelCase(std::string_view snake);
std::string SnakeCase(std::string_view camel);

// "a", "a or b", "a, b or c".
std::string JoinWithOr(const std::vector<std::string>& words);

// One decoded character of UTF-8 text. `length` is at least 1, so that loops always advance.
struct CodePoint {
  uint32_t value = 0;
  size_t length = 1;
  bool valid = false;
};
CodePoint DecodeUtf8(std::string_view text, size_t offset);

// The offset of the first byte that is not valid UTF-8, or npos.
size_t FindInvalidUtf8(std::string_view text);

// Columns that a terminal uses for a character: 0 for combining marks, 2 for wide ones.
int DisplayWidth(uint32_t code_point);

// Whether a character shows nothing, or a blank that is none to programs, or changes the order of
// those around it.
bool IsOddBlank(uint32_t code_point);

// 'text' in single quotes for a message: control characters, odd blanks and broken UTF-8 escaped,
// long text cut.
std::string Quoted(std::string_view text);

// The beginning of a long text.
std::string Shortened(std::string_view text);

// 'text' as one word of a POSIX shell that names a file: plain where that is safe, else in quotes.
std::string ShellQuoted(std::string_view text);

// 'text' as one word of a POSIX shell, always in quotes.
std::string InShellQuotes(std::string_view text);

// A path as a URI has it: "a b.yaml" is "a%20b.yaml".
std::string PercentEncoded(std::string_view path);

// 4294967296 -> "4 GiB"; 1000 -> "1000 bytes": the largest binary unit that loses nothing.
std::string SizeText(uint64_t bytes);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_TEXT_H_
