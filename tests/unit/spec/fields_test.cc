// The table of keys against what is made of it: each plain key is read into its member, and each
// value that the table names is one that the parser takes. A failure says what a row lacks.

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <variant>

#include "diag/text_printer.h"
#include "key_spec.h"
#include "spec/member.h"
#include "spec/parse.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

// graph.passes is read in one loop, into a list.
bool IsReadFromTable(const Field& field) {
  return IsPlain(field.type) && !field.by_hand && field.parent != "graph.passes";
}

// Types of keys by the type of the member that they are read into.
bool Fits(const Located<std::string>* /*value*/, FieldType type) {
  return type == FieldType::kText || type == FieldType::kVerbatim;
}
bool Fits(const Located<bool>* /*value*/, FieldType type) { return type == FieldType::kBool; }
bool Fits(const Located<int64_t>* /*value*/, FieldType type) {
  return type == FieldType::kInteger || type == FieldType::kBandwidth;
}
bool Fits(const Located<uint64_t>* /*value*/, FieldType type) { return type == FieldType::kSize; }
bool Fits(const Located<double>* /*value*/, FieldType type) { return type == FieldType::kNumber; }
template <typename E>
bool Fits(const Located<E>* /*value*/, FieldType type) {
  return type == FieldType::kChoice || type == FieldType::kImplementation;
}

Spec ParseWhole(const std::string& text) {
  const diag::SourceFile source("a.yaml", text);
  diag::Sink sink;
  std::optional<Spec> spec = ParseSpec(source, sink);
  EXPECT_FALSE(sink.has_errors()) << diag::RenderText(&source, sink.diagnostics());
  return spec.value_or(Spec{});
}

// What SpecWith has put the key into; null if the parser has dropped it.
Spec* RootOf(Spec& spec, SlotIn<Spec> /*slot*/) { return &spec; }
KernelEntry* RootOf(Spec& spec, SlotIn<KernelEntry> /*slot*/) {
  return spec.kernels.empty() ? nullptr : spec.kernels.data();
}
OpEntry* RootOf(Spec& spec, SlotIn<OpEntry> /*slot*/) {
  return spec.ops.empty() ? nullptr : spec.ops.data();
}
RewriteEntry* RootOf(Spec& spec, SlotIn<RewriteEntry> /*slot*/) {
  return spec.graph.rewrites.empty() ? nullptr : spec.graph.rewrites.data();
}

// Calls `check` with the located value of the field in the spec.
template <class F>
void WithValue(const Field& field, Spec& spec, F check) {
  std::visit(
      [&](auto slot) {
        if constexpr (std::is_same_v<decltype(slot), std::monostate>) {
          ADD_FAILURE() << "no member";
        } else {
          auto* root = RootOf(spec, slot);
          ASSERT_NE(root, nullptr);
          std::visit([&](auto* value) { check(value); }, slot(*root));
        }
      },
      field.member.slot);
}

TEST(FieldsTest, EveryPlainKeyHasAMemberOfItsType) {
  for (const Field& field : Fields()) {
    if (!IsReadFromTable(field)) continue;
    SCOPED_TRACE(PathOf(field));
    EXPECT_TRUE(field.member.is_named())
        << "its row in generator/spec/fields_*.cc needs .member = In<...>(), a member of a struct "
           "in generator/spec/spec.h";
    if (!field.member.is_named()) continue;
    Spec spec = ParseWhole(SpecWith(field, AnyValue(field)));
    WithValue(field, spec, [&](const auto* value) {
      EXPECT_TRUE(Fits(value, field.type)) << ".type and the type of .member differ";
    });
  }
}

TEST(FieldsTest, EveryPlainKeyIsReadIntoItsMember) {
  for (const Field& field : Fields()) {
    if (!IsReadFromTable(field) || !field.member.is_named()) continue;
    const std::string text = SpecWith(field, AnyValue(field));
    SCOPED_TRACE(PathOf(field) + " in " + text);
    Spec spec = ParseWhole(text);
    WithValue(field, spec, [](const auto* value) {
      EXPECT_TRUE(value->given) << "nothing calls ReadPlainKeys for its map";
    });
  }
}

TEST(FieldsTest, EveryDefaultIsAValueThatCanBeWritten) {
  for (const Field& field : Fields()) {
    if (field.default_text.empty() || !IsReadFromTable(field)) continue;
    const std::string text = SpecWith(field, field.default_text);
    SCOPED_TRACE(PathOf(field) + " in " + text);
    Spec written = ParseWhole(text);
    const Field& sibling = *FieldsOf(field.parent).front();
    Spec left_out = ParseWhole(field.parent.ends_with("[]") ? SpecWith(sibling, sibling.example)
                                                            : kSpecWithoutKeys);
    WithValue(field, written, [&](const auto* value) {
      WithValue(field, left_out, [&](const auto* other) {
        if constexpr (std::is_same_v<decltype(value), decltype(other)>) {
          EXPECT_EQ(value->value, other->value);
          EXPECT_FALSE(other->given);
        }
      });
    });
  }
}

TEST(FieldsTest, WhatTheParserReadsByItselfHasNoMember) {
  for (const Field& field : Fields()) {
    EXPECT_FALSE(field.by_hand && field.member.is_named()) << PathOf(field);
  }
}

TEST(FieldsTest, EveryListSaysWhatItsItemsAre) {
  for (const Field& field : Fields()) {
    EXPECT_EQ(field.type == FieldType::kList, !field.item.empty())
        << PathOf(field) << ": .item is the article and name of an item, for messages";
  }
}

TEST(ChoicesTest, WordsAreOneAValue) {
  for (const Field& field : Fields()) {
    EXPECT_EQ(field.type == FieldType::kChoice || field.type == FieldType::kImplementation,
              field.member.words != nullptr)
        << PathOf(field);
  }
  EXPECT_EQ(ValueOf<Backend>("custom"), Backend::kCustom);
  EXPECT_EQ(ValueOf<Backend>("custm"), std::nullopt);
  EXPECT_EQ(ValueOf<Implementation>("file"), std::nullopt) << "is written {file: ...}";
  EXPECT_EQ(WordOf(Implementation::kFile), "file");
  EXPECT_THROW(WordOf(static_cast<Backend>(std::size(kChoices<Backend>))), std::out_of_range);
}

}  // namespace
}  // namespace plugingen::spec
