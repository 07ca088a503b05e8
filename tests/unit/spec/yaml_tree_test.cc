#include "spec/yaml_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "diag/text_printer.h"

namespace plugingen::spec {
namespace {

// A tree with the bytes of every node, so that spans can be compared at a glance.
std::string Outline(const diag::SourceFile& source, const Node& node) {
  const std::string bytes = source.text().substr(node.span.begin, node.span.end - node.span.begin);
  switch (node.kind) {
    case NodeKind::kNull:
      return "null<" + bytes + ">";
    case NodeKind::kScalar:
      return (node.plain ? "" : "quoted ") + node.text + "<" + bytes + ">";
    case NodeKind::kSequence: {
      std::string text;
      for (const Node* item : node.items)
        text += (text.empty() ? "" : ", ") + Outline(source, *item);
      return "[" + text + "]<" + bytes + ">";
    }
    case NodeKind::kMap: {
      std::string text;
      for (const Member& member : node.members) {
        const diag::Span& key = member.key_span;
        text += (text.empty() ? "" : ", ") + source.text().substr(key.begin, key.end - key.begin) +
                ": " + Outline(source, *member.value);
      }
      return "{" + text + "}<" + bytes + ">";
    }
  }
  return "";
}

std::string Read(const std::string& text) {
  const diag::SourceFile source("a", text);
  diag::Sink sink;
  const std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (!tree || sink.has_errors()) return diag::RenderText(&source, sink.diagnostics());
  return Outline(source, tree->root());
}

TEST(YamlTreeTest, KnowsTheBytesOfScalars) {
  EXPECT_EQ(Read("a: b"), "{a: b<b>}<a: b>");
  EXPECT_EQ(Read("a: \"b\\\"c\" # d"), "{a: quoted b\"c<\"b\\\"c\">}<a: \"b\\\"c\">");
  EXPECT_EQ(Read("a: 'it''s'"), "{a: quoted it's<'it''s'>}<a: 'it''s'>");
  EXPECT_EQ(Read("'a b': c d"), "{'a b': c d<c d>}<'a b': c d>");
  EXPECT_EQ(Read("a: b\n  c\n"), "{a: b c<b\n  c>}<a: b\n  c>");
  EXPECT_EQ(Read("a: |\n  b\n  c\n\nd: e"),
            "{a: quoted b\nc\n<|\n  b\n  c>, d: e<e>}<a: |\n  b\n  c\n\nd: e>");
  EXPECT_EQ(Read("a: \"b\n  c\""), "{a: quoted b c<\"b\n  c\">}<a: \"b\n  c\">");
}

TEST(YamlTreeTest, KnowsTheBytesOfContainers) {
  EXPECT_EQ(Read("[a, {b: c} ] # d"), "[a<a>, {b: c<c>}<{b: c}>]<[a, {b: c} ]>");
  EXPECT_EQ(Read("- a\n- b: c\n  d: e\n"),
            "[a<a>, {b: c<c>, d: e<e>}<b: c\n  d: e>]<- a\n- b: c\n  d: e>");
  EXPECT_EQ(Read("{a: [], b: {}}"), "{a: []<[]>, b: {}<{}>}<{a: [], b: {}}>");
  EXPECT_EQ(Read("{a: 1, # ]\n b: 2 ,\n}"), "{a: 1<1>, b: 2<2>}<{a: 1, # ]\n b: 2 ,\n}>");
  EXPECT_EQ(Read("[a: b]"), "[{a: b<b>}<a: b>]<[a: b]>");
}

TEST(YamlTreeTest, PutsAnImpliedNullAtItsKey) {
  EXPECT_EQ(Read("a:\nb: ~\nc: null\n"),
            "{a: null<a>, b: null<~>, c: null<null>}<a:\nb: ~\nc: null>");
  EXPECT_EQ(Read("{a, b: }"), "{a: null<a>, b: null<b>}<{a, b: }>");
  EXPECT_EQ(Read("-\n- a\n"), "[null<->, a<a>]<-\n- a>");
  EXPECT_EQ(Read("a: nullable"), "{a: nullable<nullable>}<a: nullable>");
}

TEST(YamlTreeTest, ReadsTextAsMeant) {
  EXPECT_EQ(Read("[NO, yes, 010, 2.10, 0x1F]"),
            "[NO<NO>, yes<yes>, 010<010>, 2.10<2.10>, 0x1F<0x1F>]<[NO, yes, 010, 2.10, 0x1F]>");
}

TEST(YamlTreeTest, LetsAliasesShareTheirValue) {
  EXPECT_EQ(Read("a: &x [1]\nb: *x"), "{a: [1<1>]<[1]>, b: [1<1>]<[1]>}<a: &x [1]\nb: *x>");
  EXPECT_EQ(Read("a: &x b\n*x : c"), "{a: b<b>, *x: c<c>}<a: &x b\n*x : c>");
}

TEST(YamlTreeTest, CountsWithByteOrderMarkAndCarriageReturns) {
  EXPECT_EQ(Read("\xEF\xBB\xBF"
                 "a: \xC3\xA4\r\nb: \"c\"\r\n"),
            "{a: \xC3\xA4<\xC3\xA4>, b: quoted c<\"c\">}<a: \xC3\xA4\r\nb: \"c\">");
}

TEST(YamlTreeTest, AllowsAnExplicitDocument) {
  EXPECT_EQ(Read("%YAML 1.2\n---\na: b\n...\n# c\n"), "{a: b<b>}<a: b>");
}

TEST(YamlTreeTest, RefusesEnormousTexts) {
  EXPECT_EQ(Read(std::string(kLargestSpec + 1, ' ')).substr(0, 64),
            "a:1:1: error: the spec has 16777217 bytes; the limit is 16 MiB [");
}

}  // namespace
}  // namespace plugingen::spec
