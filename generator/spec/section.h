// One map of a spec, read against the field table: what the table says about keys, types, allowed
// values, ranges and defaults is checked here and nowhere else.

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

// "a list", "the number 3", "the text 'abc'": how a message names what it found.
std::string Describe(const Node& node);

// A scalar as the text that its own parser reads.
diag::SourceText TextOf(const Node& scalar);

// Whether YAML reads an unquoted scalar as a number, true or false.
bool IsTyped(const Node& scalar);

class Section {
 public:
  // Reports unknown, reserved and missing keys. `node` is null when the key is not in the spec:
  // every value is then its default. `where` is the key that leads to the map. `path` must outlive
  // the section.
  Section(const Node* node, diag::Span where, std::string_view path, diag::Sink& sink);

  // The map below a key; an empty one if the key is missing or holds something else.
  Section Child(std::string_view name, std::string_view path) const;

  // The value of a key, checked, or its default. After a mistake (reported) the value is the
  // default.
  Located<std::string> Text(std::string_view name) const;
  Located<int64_t> Integer(std::string_view name) const;
  Located<double> Number(std::string_view name) const;
  Located<bool> Bool(std::string_view name) const;
  Located<uint64_t> Size(std::string_view name) const;
  // One of the words of E, which is the enumeration of the key's member.
  template <typename E>
  Located<E> Word(std::string_view name) const {
    const Located<std::string> word = Text(name);
    return {ValueOf<E>(word.value).value(), word.span, word.given};
  }
  // Names or a single name.
  std::vector<Located<std::string>> Names(std::string_view name) const;

  // A text of a language of its own, or a list of them. Items that are none are reported and left
  // out.
  std::vector<diag::SourceText> Texts(std::string_view name) const;
  std::vector<diag::SourceText> TextsOf(std::string_view name, const Node& node) const;

  // The raw value, or null when the key is missing or has no value (reported).
  const Node* Find(std::string_view name) const;
  diag::Span KeySpan(std::string_view name) const;
  diag::Span where() const { return where_; }
  std::string_view path() const { return path_; }

  // Reports that the value of a key has the wrong type. `expected` is a phrase: "a list".
  void WrongType(std::string_view name, const Node& node, std::string_view expected,
                 std::string help = "") const;
  void Report(const Problem& problem, const diag::Span& span) const;
  // Text that is not a number in disguise and has no line breaks; null after a mistake (reported).
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
