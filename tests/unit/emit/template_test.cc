#include "emit/template.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "../read_file.h"
#include "base/embedded.h"
#include "base/file_system.h"
#include "emit/template_set.h"

namespace plugingen::emit {
namespace {

using testing::HasSubstr;

Members View() {
  return {
      {"plugin", Members{{"name", "nova_npu"}, {"upper", "NOVA_NPU"}}},
      {"note", "one\n\ntwo"},
      {"empty", ""},
      {"is_gpu", false},
      {"yes", true},
      {"none", List{}},
      {"words", List{"a", "b", "c"}},
      {"rows", List{Members{{"op", "Relu"}, {"types", List{"float", "half"}}},
                    Members{{"op", "Add"}, {"types", List{"int32"}}}}},
  };
}

std::string Render(std::string_view text, const Members& extra = {}) {
  return Template::Parse("t.cc", text).Render(View(), extra);
}

std::string ErrorOf(std::string_view text) {
  try {
    return "no error, but: " + Render(text);
  } catch (const TemplateError& error) {
    return error.what();
  }
}

TEST(TemplateTest, CopiesTextByteForByte) {
  for (const char* text : {"", "\n", "a", "a\n", "a\r\n\tb\n\n", "no end of line\nlast"}) {
    EXPECT_EQ(Render(text), text);
  }
}

TEST(TemplateTest, SubstitutesDottedNames) {
  EXPECT_EQ(Render("x @plugin.name@_y @plugin.upper@@plugin.name@\n"),
            "x nova_npu_y NOVA_NPUnova_npu\n");
  EXPECT_EQ(Render("@yes@ @is_gpu@ [@empty@]"), "true false []");
}

TEST(TemplateTest, LeavesOtherAtSignsAlone) {
  for (const char* text : {"a@b.org", "@Upper@", "@@", "@", "@ x @", "@a.@", "@a-b@", "a@1@",
                           "@decorator\ndef f(): pass"}) {
    EXPECT_EQ(Render(text), text);
  }
}

TEST(TemplateTest, IndentsALoneMultiLineValue) {
  EXPECT_EQ(Render("  @note@\nend\n"), "  one\n\n  two\nend\n");
  EXPECT_EQ(Render("\t@note@\n"), "\tone\n\n\ttwo\n");
  EXPECT_EQ(Render("  // @plugin.name@ @note@\n"), "  // nova_npu one\n\ntwo\n");
}

TEST(TemplateTest, LoopsWithFirstLastAndComma) {
  EXPECT_EQ(Render("{\n//% for w in words\n  @w@@w.comma@\n//% end\n}\n"),
            "{\n  a,\n  b,\n  c\n}\n");
  EXPECT_EQ(Render("//% for w in words\n//% if w.first\n<\n//% end\n@w@\n//% if w.last\n>\n"
                   "//% end\n//% end\n"),
            "<\na\nb\nc\n>\n");
  EXPECT_EQ(Render("//% for w in none\nnever\n//% end\n"), "");
}

TEST(TemplateTest, NestsLoopsAndReachesOuterNames) {
  EXPECT_EQ(
      Render("#% for row in rows\n  #% for t in row.types\n@plugin.name@ @row.op@ @t@@row.comma@\n"
             "  #% end\n#% end\n"),
      "nova_npu Relu float,\nnova_npu Relu half,\nnova_npu Add int32\n");
}

TEST(TemplateTest, InnerNamesHideOuterOnes) {
  EXPECT_EQ(Render("//% for plugin in words\n@plugin@\n//% end\n@plugin.name@\n"),
            "a\nb\nc\nnova_npu\n");
  EXPECT_EQ(Render("@plugin.name@ @note@", {{"plugin", Members{{"name", "other"}}}, {"note", "n"}}),
            "other n");
}

TEST(TemplateTest, ChoosesTheFirstArmThatHolds) {
  const char* text =
      "//% if is_gpu\n1\n//% elif plugin.name == nova_npu\n2\n//% else\n3\n//% end\n";
  EXPECT_EQ(Render(text), "2\n");
  EXPECT_EQ(Render("//% if not yes\n1\n//% else\n2\n//% end\n"), "2\n");
  EXPECT_EQ(Render("//% if plugin.name == \"x\"\n1\n//% else\n2\n//% end\n"), "2\n");
  EXPECT_EQ(Render("//% if empty == \"\"\n1\n//% end\n"), "1\n");
  EXPECT_EQ(Render("//% if empty\n1\n//% end\n//% if none\n2\n//% end\n//% if words\n3\n//% end\n"),
            "3\n");
}

TEST(TemplateTest, ControlLinesVanishWhole) {
  EXPECT_EQ(Render("a\n  //% -- a remark\nb\n   #% if yes\nc\n   #% end\n"), "a\nb\nc\n");
  EXPECT_EQ(Render("x  //% if yes\n"), "x  //% if yes\n") << "only at the start of a line";
}

TEST(TemplateTest, DoesNotLookIntoArmsThatDoNotHold) {
  EXPECT_EQ(Render("//% if is_gpu\n@missing@\n//% end\nx\n"), "x\n");
}

TEST(TemplateTest, NamesPlaceAndNearestNameOfAnUnknownOne) {
  EXPECT_EQ(ErrorOf("a\n@plugin.nam@\n"),
            "t.cc:2: unknown name 'plugin.nam', did you mean 'plugin.name'?");
  EXPECT_EQ(ErrorOf("@plugn.name@\n"), "t.cc:1: unknown name 'plugn.name', did you mean 'plugin'?");
  EXPECT_EQ(ErrorOf("@quite_other@\n"), "t.cc:1: unknown name 'quite_other'");
  EXPECT_EQ(ErrorOf("//% for row in rows\n\n@rwo@\n//% end\n"),
            "t.cc:3: unknown name 'rwo', did you mean 'row'?");
  EXPECT_THAT(ErrorOf("//% for x in missing\n//% end\n"),
              HasSubstr("t.cc:1: unknown name 'missing'"));
  EXPECT_THAT(ErrorOf("//% if yes\n//% end\n//% if missing\n//% end\n"), HasSubstr("t.cc:3: "));
  EXPECT_THAT(ErrorOf("//% if is_gpu\n1\n//% elif missing\n//% end\n"), HasSubstr("unknown name"));
}

TEST(TemplateTest, RefusesValuesOfTheWrongKind) {
  EXPECT_EQ(ErrorOf("@words@"), "t.cc:1: 'words' is not text");
  EXPECT_EQ(ErrorOf("@plugin@"), "t.cc:1: 'plugin' is not text");
  EXPECT_EQ(ErrorOf("\n//% for x in note\n//% end\n"), "t.cc:2: 'note' is not a list");
  EXPECT_EQ(ErrorOf("@note.size@"), "t.cc:1: 'note' has no members");
}

TEST(TemplateTest, RefusesMalformedControlLines) {
  EXPECT_EQ(ErrorOf("a\n//% if yes\nb\n"), "t.cc:2: this 'if' has no 'end'");
  EXPECT_EQ(ErrorOf("//% for w in words\n"), "t.cc:1: this 'for' has no 'end'");
  EXPECT_EQ(ErrorOf("//% if yes\n//% else\n//% else\n//% end\n"), "t.cc:1: this 'if' has no 'end'");
  EXPECT_EQ(ErrorOf("//% for w in words\n//% else\n//% end\n"), "t.cc:1: this 'for' has no 'end'");
  EXPECT_EQ(ErrorOf("x\n//% end\n"), "t.cc:2: 'end' closes nothing");
  EXPECT_EQ(ErrorOf("//% else\n"), "t.cc:1: 'else' closes nothing");
  EXPECT_EQ(ErrorOf("//% while yes\n"), "t.cc:1: unknown directive 'while'");
  EXPECT_EQ(ErrorOf("//%\n"), "t.cc:1: unknown directive ''");
  EXPECT_EQ(ErrorOf("//% for w words\n//% end\n"), "t.cc:1: expected 'for NAME in LIST'");
  const std::string condition = "t.cc:1: expected 'if [not] NAME' or 'if NAME == WORD'";
  for (const char* line :
       {"if", "if not", "if yes no", "if yes ==", "if yes == a b", "if not a == b"}) {
    EXPECT_EQ(ErrorOf("//% " + std::string(line) + "\n//% end\n"), condition) << line;
  }
}

TEST(TemplateTest, RendersTenThousandSmallFilesQuickly) {
  std::string text;
  for (int i = 0; i < 30; ++i)
    text += "  const int @plugin.name@ = 0;  // some text of a usual length\n";
  const Template parsed = Template::Parse("t.cc", text);
  const Members view = View();
  const auto start = std::chrono::steady_clock::now();
  size_t bytes = 0;
  for (int i = 0; i < 10'000; ++i) bytes += parsed.Render(view).size();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_GT(bytes, 10'000u * 30 * 50);
  // 0.1 s when optimised; the bound leaves room for sanitizers and a busy machine, not for a
  // quadratic engine.
  EXPECT_LT(taken.count(), 5.0);
}

TEST(TemplateSetTest, ParsesEachTemplateOnce) {
  int loads = 0;
  const TemplateSet set({"b.cc", "a/x.cc"}, [&loads](std::string_view path) {
    ++loads;
    return std::optional<std::string>("@plugin.name@ " + std::string(path));
  });
  EXPECT_THAT(set.paths(), testing::ElementsAre("a/x.cc", "b.cc"));
  EXPECT_EQ(set.Render("b.cc", View()), "nova_npu b.cc");
  EXPECT_EQ(set.Render("b.cc", View(), {{"plugin", Members{{"name", "k"}}}}), "k b.cc");
  EXPECT_EQ(loads, 1);
}

TEST(TemplateSetTest, ErrorsNameTheTemplate) {
  const TemplateSet set(
      {"b.cc"}, [](std::string_view) { return std::optional<std::string>("\n@plugin.nme@\n"); });
  const auto error_of = [&set](std::string_view path) -> std::string {
    try {
      return set.Render(path, View());
    } catch (const TemplateError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(error_of("b.cc"),
            "templates/b.cc:2: unknown name 'plugin.nme', did you mean 'plugin.name'?");
  EXPECT_EQ(error_of("c.cc"), "there is no template templates/c.cc");
}

TEST(TemplateSetTest, EveryTemplateInTheBinaryParses) {
  const TemplateSet& set = TemplateSet::BuiltIn();
  EXPECT_GT(set.paths().size(), 50u);
  for (const std::string& path : set.paths()) {
    EXPECT_NO_THROW(Template::Parse(path, base::EmbeddedText("templates/" + path)));
  }
}

TEST(EmbeddedTest, FilesAreSortedAndUnknownPathsAreDefects) {
  const auto files = base::EmbeddedFiles();
  for (size_t i = 1; i < files.size(); ++i) EXPECT_LT(files[i - 1].path, files[i].path);
  EXPECT_THROW(base::EmbeddedText("templates/none"), std::logic_error);
}

TEST(EmbeddedTest, TextsAreThoseOfTheFilesByteForByte) {
  const auto disk = MakeRealFileSystem();
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    const auto text = disk->Read((SourceFolder() / file.path).string());
    ASSERT_TRUE(text) << file.path;
    EXPECT_TRUE(*text == file.text) << file.path;
  }
}

}  // namespace
}  // namespace plugingen::emit
