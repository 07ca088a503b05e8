// Reads one map of a spec by the table of keys. This is the only place that checks keys, types,
// allowed values, ranges and defaults of the table.

#ifndef PLUGINGEN_SPEC_SECTION_H_
#define PLUGINGEN_SPEC_SECTION_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "spec/rules.h"
#include "spec/schema.h"
#include "spec/spec.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {

// Describes a node for messages: "a list", "the number 3", "the text 'abc'".
std::string Describe(const Node& node);

// Returns a scalar as input for a parser of its text.
diag::SourceText TextOf(const Node& scalar);

// True if YAML reads an unquoted scalar as a number or a boolean.
bool IsTyped(const Node& scalar);

class Section {
 public:
  // Reports unknown, reserved and missing keys. `node` is null if the key is not in the spec; then
  // every value is its default. `where` is the key of the map. `path` must outlive the section.
  Section(const Node* node, diag::Span where, std::string_view path, diag::Sink& sink);

  // Returns the map below a key. It is empty if the key is missing or has another value.
  Section Child(std::string_view name, std::string_view path) const;

  // Each returns the checked value of a key, or the default if the key is missing or wrong. A wrong
  // value is reported.
  Located<std::string> Text(std::string_view name) const;
  Located<int64_t> Integer(std::string_view name) const;
  Located<double> Number(std::string_view name) const;
  Located<bool> Bool(std::string_view name) const;
  Located<uint64_t> Size(std::string_view name) const;
  // Reads a word of the enumeration E of the key's member.
  template <typename E>
  Located<E> Word(std::string_view name) const {
    const Located<std::string> word = Text(name);
    return {ValueOf<E>(word.value).value(), word.span, word.given};
  }
  // Reads a name or a list of names.
  std::vector<Located<std::string>> Names(std::string_view name) const;

  // Reads a text in a language of its own, or a list of such texts. Reports items that are no texts
  // and leaves them out.
  std::vector<diag::SourceText> Texts(std::string_view name) const;
  std::vector<diag::SourceText> TextsOf(std::string_view name, const Node& node) const;

  // Returns the raw value, or null if the key is missing or has no value. Reports the latter.
  const Node* Find(std::string_view name) const;
  diag::Span KeySpan(std::string_view name) const;
  diag::Span where() const { return where_; }
  std::string_view path() const { return path_; }

  // Reports that the value of a key has the wrong type. `expected` is a phrase such as "a list".
  void WrongType(std::string_view name, const Node& node, std::string_view expected,
                 std::string help = "") const;
  void Report(const Problem& problem, const diag::Span& span) const;
  // Returns the text of a node. Reports text that is an unquoted number or has line breaks, and
  // returns null.
  const std::string* CheckedText(std::string_view name, const Node& node) const;

  diag::Sink& sink() const { return *sink_; }

 private:
  void CheckKeys();
  // Returns the key that was probably meant, or "".
  std::string_view ReportUnknownKey(const Member& member) const;
  std::string_view MeantAsName(const Member& member) const;
  const Field& FieldOf(std::string_view name) const;
  bool CheckEnumeration(const Field& field, const Node& node) const;
  void ReportRange(const Field& field, const Node& node) const;

  const Node* node_;
  diag::Span where_;
  std::string_view path_;
  diag::Sink* sink_;
};

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SECTION_H_
