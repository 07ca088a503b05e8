// The enumerations of a spec. A table for each maps the words of a spec to the values. The parser,
// messages, the JSON Schema, the starter spec and the template values all use these tables.

#ifndef PLUGINGEN_SPEC_CHOICES_H_
#define PLUGINGEN_SPEC_CHOICES_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace plugingen::spec {

enum class Ci { kNone, kGithub, kGitlab };
enum class Backend { kReference, kCustom, kOpenCl, kCuda };
enum class DeviceKernels { kNone, kOpenClC };
enum class AllocatorKind { kBfc, kPlugin };
enum class Streams { kAsynchronous, kSynchronous };
enum class Implementation { kReference, kStub, kFile };

template <typename E>
struct Choice {
  std::string_view word;
  E value;
  bool is_written = true;  // false: a spec uses another notation than the word
};

// The table of E, in the order of its values. Each enumeration has a specialization.
template <typename E>
inline constexpr std::array<Choice<E>, 0> kChoices = {};

template <>
inline constexpr auto kChoices<Ci> = std::to_array<Choice<Ci>>({
    {"none", Ci::kNone},
    {"github", Ci::kGithub},
    {"gitlab", Ci::kGitlab},
});

template <>
inline constexpr auto kChoices<Backend> = std::to_array<Choice<Backend>>({
    {"reference", Backend::kReference},
    {"custom", Backend::kCustom},
    {"opencl", Backend::kOpenCl},
    {"cuda", Backend::kCuda},
});

template <>
inline constexpr auto kChoices<DeviceKernels> = std::to_array<Choice<DeviceKernels>>({
    {"none", DeviceKernels::kNone},
    {"opencl_c", DeviceKernels::kOpenClC},
});

template <>
inline constexpr auto kChoices<AllocatorKind> = std::to_array<Choice<AllocatorKind>>({
    {"bfc", AllocatorKind::kBfc},
    {"plugin", AllocatorKind::kPlugin},
});

template <>
inline constexpr auto kChoices<Streams> = std::to_array<Choice<Streams>>({
    {"asynchronous", Streams::kAsynchronous},
    {"synchronous", Streams::kSynchronous},
});

template <>
inline constexpr auto kChoices<Implementation> = std::to_array<Choice<Implementation>>({
    {"reference", Implementation::kReference},
    {"stub", Implementation::kStub},
    {"file", Implementation::kFile, /*is_written=*/false},  // written as {file: my_relu.cc}
});

template <typename E>
constexpr bool IsInOrder() {
  for (size_t i = 0; i < kChoices<E>.size(); ++i) {
    if (kChoices<E>[i].value != static_cast<E>(i)) return false;
  }
  return !kChoices<E>.empty();
}

// Throws if the table does not contain the value.
template <typename E>
std::string_view WordOf(E value) {
  static_assert(IsInOrder<E>(), "kChoices lists the values of the enumeration in their order");
  return kChoices<E>.at(static_cast<size_t>(value)).word;
}

// Returns the words that a spec can use.
template <typename E>
std::vector<std::string_view> WordsOf() {
  std::vector<std::string_view> words;
  for (const Choice<E>& choice : kChoices<E>) {
    if (choice.is_written) words.push_back(choice.word);
  }
  return words;
}

template <typename E>
std::optional<E> ValueOf(std::string_view word) {
  for (const Choice<E>& choice : kChoices<E>) {
    if (choice.is_written && choice.word == word) return choice.value;
  }
  return std::nullopt;
}

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_CHOICES_H_
