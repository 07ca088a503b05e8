#include "catalog/c_api.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "catalog/never_released.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kApiText =
    "# A comment.\n"
    "tensorflow 9.1 9.2 9.10\n"
    "nightly 9.10\n"
    "struct SP_Box\n"
    "header box.h\n"
    "-9.1 size 16\n"
    "9.2- size 24\n"
    "-9.1 end 12 SP_BOX_STRUCT_SIZE\n"
    "9.2- end 20 SP_BOX_STRUCT_SIZE\n"
    "field 0 8 struct_size: size_t\n"
    "9.2- field 8 8 open: void (*)(const SP_Box* box)\n"
    "-9.1 field 8 4 kind: int\n"
    "9.2- field 16 4 kind: int\n"
    "9.2- function TF_Late\n"
    "header kernels.h\n"
    "declared inline void ()\n"
    "function TF_Always\n"
    "header kernels.h\n"
    "declared int (const char* name)\n"
    "9.2 exported framework\n"
    "9.10- exported cc\n"
    "function TF_Graph\n"
    "exported cc\n"
    "enum TF_Code\n"
    "header status.h\n"
    "value TF_OK = 0\n"
    "9.10- value TF_LATE = 7\n"
    "macro TF_EQUAL\n"
    "header status.h\n"
    "value a = b\n"
    "struct Old -9.2\n"
    "header status.h\n"
    "type Old\n"
    "header status.h\n"
    "declared struct Old_st*\n";

ApiEntry Entry(const CApi& api, ApiKind kind, std::string_view name, size_t release) {
  const ApiSection* section = api.Find(kind, name);
  EXPECT_NE(section, nullptr) << name;
  return section == nullptr ? ApiEntry{} : api.Read(*section, release);
}

TEST(CApiTest, KnowsItsReleases) {
  const CApi api(kApiText);
  EXPECT_THAT(api.releases(), ElementsAre("9.1", "9.2", "9.10"));
  EXPECT_EQ(api.nightly(), "9.10");
  EXPECT_FALSE(api.KnowsExports(0)) << "no function is exported in 9.1";
  EXPECT_TRUE(api.KnowsExports(1));
}

TEST(CApiTest, AStructIsWhatTheReleaseHas) {
  const CApi api(kApiText);
  const ApiEntry old = Entry(api, ApiKind::kStruct, "SP_Box", 0);
  EXPECT_EQ(old.header, "box.h");
  EXPECT_EQ(old.size, 16u);
  EXPECT_EQ(old.end, 12u);
  EXPECT_EQ(old.end_macro, "SP_BOX_STRUCT_SIZE");
  ASSERT_EQ(old.fields.size(), 2u);
  EXPECT_EQ(old.fields[1].offset, 8u);
  const ApiEntry now = Entry(api, ApiKind::kStruct, "SP_Box", 2);
  ASSERT_EQ(now.fields.size(), 3u);
  EXPECT_EQ(now.fields[1], (ApiField{"open", "void (*)(const SP_Box* box)", 8, 8}));
  EXPECT_EQ(now.fields[2], (ApiField{"kind", "int", 16, 4}));
}

TEST(CApiTest, AFunctionTellsItsDeclarationAndItsLibraries) {
  const CApi api(kApiText);
  EXPECT_EQ(Entry(api, ApiKind::kFunction, "TF_Always", 0).declared, "int (const char* name)");
  EXPECT_THAT(Entry(api, ApiKind::kFunction, "TF_Always", 0).exported, IsEmpty());
  EXPECT_TRUE(Entry(api, ApiKind::kFunction, "TF_Always", 1).ExportedBy("framework"));
  EXPECT_FALSE(Entry(api, ApiKind::kFunction, "TF_Always", 2).ExportedBy("framework"));
  const ApiEntry late = Entry(api, ApiKind::kFunction, "TF_Late", 2);
  EXPECT_TRUE(late.is_inline);
  EXPECT_EQ(late.declared, "void ()");
  EXPECT_EQ(api.Find(ApiKind::kFunction, "TF_Late")->releases, 0b110u);
}

TEST(CApiTest, WhatOnlyTheOtherLibraryHasIsNotForPlugins) {
  const CApi api(kApiText);
  EXPECT_FALSE(api.ConcernsPlugins(*api.Find(ApiKind::kFunction, "TF_Graph")));
  EXPECT_TRUE(api.ConcernsPlugins(*api.Find(ApiKind::kFunction, "TF_Always")));
  EXPECT_TRUE(api.ConcernsPlugins(*api.Find(ApiKind::kStruct, "SP_Box")));
}

TEST(CApiTest, EnumsMacrosAndTypes) {
  const CApi api(kApiText);
  EXPECT_THAT(Entry(api, ApiKind::kEnum, "TF_Code", 0).values, ElementsAre(ApiValue{"TF_OK", "0"}));
  EXPECT_EQ(Entry(api, ApiKind::kEnum, "TF_Code", 2).values.size(), 2u);
  EXPECT_EQ(Entry(api, ApiKind::kMacro, "TF_EQUAL", 0).value, "a = b");
  EXPECT_EQ(Entry(api, ApiKind::kType, "Old", 0).declared, "struct Old_st*");
  EXPECT_EQ(api.FindAll("Old").size(), 2u) << "a struct and a type";
  EXPECT_EQ(api.Find(ApiKind::kStruct, "Old")->releases, 0b011u);
  EXPECT_THAT(api.FindAll("Nothing"), IsEmpty());
}

TEST(CApiTest, OtherTextIsRefused) {
  EXPECT_THROW(CApi(""), std::logic_error);
  EXPECT_THROW(CApi("tensorflow 9.1\n"), std::logic_error);
  EXPECT_THROW(CApi("op Relu\n"), std::logic_error);
  EXPECT_THROW(CApi("tensorflow 9.1\n9.3- struct A\nsize 1\n"), std::logic_error);
  const CApi api("tensorflow 9.1\nstruct A\nsize big\nstruct B\nfoo 1\n");
  EXPECT_THROW(api.Read(*api.Find(ApiKind::kStruct, "A"), 0), std::logic_error);
  EXPECT_THROW(api.Read(*api.Find(ApiKind::kStruct, "B"), 0), std::logic_error);
}

size_t IndexOf(const CApi& api, std::string_view release) {
  const auto& known = api.releases();
  return static_cast<size_t>(std::find(known.begin(), known.end(), release) - known.begin());
}

TEST(BuiltInCApiTest, EveryEntryOfEveryReleaseCanBeRead) {
  const CApi& api = CApi::BuiltIn();
  for (const ApiSection& section : api.sections()) {
    EXPECT_NE(section.releases, 0u) << section.name;
    for (size_t i = 0; i < api.releases().size(); ++i) {
      if (!Holds(section.releases, i)) continue;
      const ApiEntry entry = api.Read(section, i);
      for (const ApiField& field : entry.fields) {
        EXPECT_LE(field.offset + field.size, entry.size) << section.name << "." << field.name;
        EXPECT_FALSE(field.type.empty()) << section.name << "." << field.name;
      }
    }
  }
}

// What was found by compiling the headers: the sizes by which a plugin tells its host's release.
TEST(BuiltInCApiTest, StructsThatChangedHaveTheirSizes) {
  const CApi& api = CApi::BuiltIn();
  const auto end = [&](std::string_view name, std::string_view release) {
    return Entry(api, ApiKind::kStruct, name, IndexOf(api, release)).end;
  };
  EXPECT_EQ(end("SP_StreamExecutor", "2.6"), 264u);
  EXPECT_EQ(end("SP_StreamExecutor", "2.7"), 288u);
  EXPECT_EQ(end("SP_StreamExecutor", "2.21"), 288u);
  EXPECT_EQ(end("SP_Platform", "2.8"), 34u);
  EXPECT_EQ(end("SP_Platform", "2.9"), 35u);
  EXPECT_EQ(end("TP_OptimizerConfigs", "2.9"), 88u);
  EXPECT_EQ(end("TP_OptimizerConfigs", "2.10"), 92u);
  EXPECT_EQ(end("SP_PlatformFns", "2.5"), 88u);
}

TEST(BuiltInCApiTest, FunctionsForVariablesLeftTheWheelWith219) {
  const CApi& api = CApi::BuiltIn();
  const std::string_view name = "TF_AssignVariable";
  EXPECT_TRUE(Entry(api, ApiKind::kFunction, name, IndexOf(api, "2.18")).ExportedBy("framework"));
  EXPECT_FALSE(Entry(api, ApiKind::kFunction, name, IndexOf(api, "2.19")).ExportedBy("framework"));
  EXPECT_THAT(Entry(api, ApiKind::kFunction, "SE_InitPlugin", 0).exported, IsEmpty());
}

TEST(BuiltInNeverReleasedTest, NoReleaseHasThem) {
  const CApi& api = CApi::BuiltIn();
  ASSERT_FALSE(BuiltInNeverReleased().empty());
  for (const NeverReleased& draft : BuiltInNeverReleased()) {
    EXPECT_THAT(api.FindAll(draft.name), IsEmpty()) << draft.name;
    EXPECT_FALSE(draft.replaced_by.empty()) << draft.name;
    EXPECT_FALSE(draft.drafted.empty()) << draft.name;
  }
}

TEST(NeverReleasedTest, TellsFieldsOfDraftedStructsFromDraftedFields) {
  const auto drafts = ReadNeverReleased(
      "struct SP_Crane\ndrafted 2019 Part 1\nsize 8\nfield 0 8 hook: void*\nreplaced by nothing\n"
      "field SP_Box.lid\ndrafted tutorial\ndeclared int\nreplaced by `SP_Box.open`\n");
  ASSERT_EQ(drafts.size(), 2u);
  EXPECT_EQ(drafts[0].name, "SP_Crane");
  EXPECT_EQ(drafts[0].replaced_by, "nothing");
  EXPECT_EQ(drafts[1].kind, "field");
  EXPECT_EQ(drafts[1].LastName(), "lid");
  EXPECT_EQ(drafts[1].declared, "int");
  EXPECT_THROW(ReadNeverReleased("replaced by nothing\n"), std::logic_error);
  EXPECT_THROW(ReadNeverReleased("struct A\ncolour red\n"), std::logic_error);
}

}  // namespace
}  // namespace plugingen::catalog
