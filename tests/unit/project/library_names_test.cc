#include "project/library_names.h"

#include <gtest/gtest.h>

#include "base/lines.h"

namespace plugingen::project {
namespace {

const OldNames kNpuNames{"npu", {"mine.h", "deep/mine.h"}};

std::string NpuRenamed(const std::string& text) { return WithLibraryNames(text, kNpuNames); }

void ExpectNotRenamed(const std::string& text) { EXPECT_EQ(NpuRenamed(text), text); }

TEST(LibraryNamesTest, KnowsTheEndingsOfCpp) {
  for (const char* path : {"a.h", "a/b.cc", "a.cpp", "a.hpp", "a.cu", "a.inc"}) {
    EXPECT_TRUE(IsCpp(path)) << path;
  }
  for (const char* path : {"a.py", "CMakeLists.txt", "h", "a.cc.removed", "a.md"}) {
    EXPECT_FALSE(IsCpp(path)) << path;
  }
}

TEST(LibraryNamesTest, RenamesIncludesOfTheLibrary) {
  EXPECT_EQ(NpuRenamed("#include \"npu/status.h\"\n"), "#include \"pluggable/status.h\"\n");
  EXPECT_EQ(NpuRenamed("  #  include\t<npu/status.h>  // why\n"),
            "  #  include\t<pluggable/status.h>  // why\n");
  EXPECT_EQ(NpuRenamed("//#include \"npu/status.h\"\n"), "//#include \"pluggable/status.h\"\n");
  ExpectNotRenamed("#include \"npu_extra/status.h\"\n#include \"other/npu/status.h\"\n");
  ExpectNotRenamed("#include \"npu.h\"\n#include <npux/status.h>\n#include \"npu\n");
  ExpectNotRenamed("const char* path = \"npu/status.h\";\n");
}

TEST(LibraryNamesTest, IncludesOfHeadersOfTheUsersStay) {
  ExpectNotRenamed("#include \"npu/mine.h\"\n#include <npu/deep/mine.h>\n");
  EXPECT_EQ(NpuRenamed("#include \"npu/deep/other.h\"\n"), "#include \"pluggable/deep/other.h\"\n");
}

TEST(LibraryNamesTest, RenamesTheNamespace) {
  EXPECT_EQ(NpuRenamed("namespace npu {\n}  // namespace npu\n"),
            "namespace pluggable {\n}  // namespace pluggable\n");
  EXPECT_EQ(NpuRenamed("namespace npu::driver {\n}  // namespace npu::driver\n"),
            "namespace pluggable::driver {\n}  // namespace pluggable::driver\n");
  EXPECT_EQ(NpuRenamed("using namespace npu;\nusing namespace ::npu;\ninline namespace npu {}\n"),
            "using namespace pluggable;\nusing namespace ::pluggable;\n"
            "inline namespace pluggable {}\n");
  EXPECT_EQ(NpuRenamed("namespace a = npu;\nnamespace b = ::npu;\nnamespace c = npu::driver;\n"),
            "namespace a = pluggable;\nnamespace b = ::pluggable;\n"
            "namespace c = pluggable::driver;\n");
  EXPECT_EQ(NpuRenamed("namespace\n  npu {}\n"), "namespace\n  pluggable {}\n");
}

TEST(LibraryNamesTest, RenamesQualifiers) {
  EXPECT_EQ(
      NpuRenamed("npu::Status f(const ::npu::Tensor& x) { return npu::errors::Internal(); }\n"),
      "pluggable::Status f(const ::pluggable::Tensor& x) { return "
      "pluggable::errors::Internal(); }\n");
  EXPECT_EQ(NpuRenamed("std::vector<npu::Tensor> x; return ::npu::f(); (::npu::x) {npu::y}\n"),
            "std::vector<pluggable::Tensor> x; return ::pluggable::f(); (::pluggable::x) "
            "{pluggable::y}\n");
  EXPECT_EQ(NpuRenamed("/* npu::Tensor, see namespace npu */ // npu::Status\n"),
            "/* pluggable::Tensor, see namespace pluggable */ // pluggable::Status\n");
}

TEST(LibraryNamesTest, OnlyWholeIdentifiersThatNothingElseQualifiesCount) {
  ExpectNotRenamed(
      "npu_extra::f(); my_npu::f(); npus::f(); x::npu::f(); x<int>::npu::f(); x:: npu::f();");
  ExpectNotRenamed("namespace npu_extra {}\nnamespace x::npu {}\nnamespace npu2 = other;\n");
  ExpectNotRenamed(
      "int npu = 1; npu.f(); npu->f(); npu ? a : b; enum npu { kX }; // the npu device\n");
  ExpectNotRenamed("std::string n\xc3\xa4npu::x; npu\xc3\xa4::x; my_namespace npu; $npu::x;\n");
}

TEST(LibraryNamesTest, TextsInQuotesStay) {
  ExpectNotRenamed(
      "f(\"npu::Tensor\", \"namespace npu\", \"a \\\" npu::b\", u8\"npu::c\", 'x');\n");
  ExpectNotRenamed(
      "auto x = R\"(npu::a \" namespace npu)\"; auto y = u8R\"e(npu::a )\" npu::b)e\";\n");
  ExpectNotRenamed(
      "const char* x = \"npu::a \\\n npu::b\";\n#define X \"#include \\\"npu/x.h\\\"\"\n");
  ExpectNotRenamed("const char* x = \"npu::a \\\r\n npu::b\";\r\n");
  ExpectNotRenamed("auto x = R\"(npu::a without an end");
  EXPECT_EQ(NpuRenamed("char c = '\"'; npu::f(); char d = '\\''; npu::g(); \"\\\\\"; npu::h();\n"),
            "char c = '\"'; pluggable::f(); char d = '\\''; pluggable::g(); \"\\\\\"; "
            "pluggable::h();\n");
  EXPECT_EQ(NpuRenamed("int n = 1'000; npu::f(0x1'fful); int k = 2'0;\n"),
            "int n = 1'000; pluggable::f(0x1'fful); int k = 2'0;\n");
  EXPECT_EQ(NpuRenamed("#error it's npu::x\nnpu::y;\n"), "#error it's npu::x\npluggable::y;\n");
  EXPECT_EQ(NpuRenamed("VAR\"npu::x\"; LR + npu::y; R npu::z;\n"),
            "VAR\"npu::x\"; LR + pluggable::y; R pluggable::z;\n");
}

TEST(LibraryNamesTest, CommentsEndWhereTheyEnd) {
  EXPECT_EQ(NpuRenamed("// it's \\\n \"npu::a\nf(\"npu::b\"); /* \" */ npu::c; // \"\nnpu::d\n"),
            "// it's \\\n \"pluggable::a\nf(\"npu::b\"); /* \" */ pluggable::c; // \"\n"
            "pluggable::d\n");
  EXPECT_EQ(NpuRenamed("// a \\\r\n npu::b \"\r\nf(\"npu::c\");"),
            "// a \\\r\n pluggable::b \"\r\nf(\"npu::c\");");
  EXPECT_EQ(NpuRenamed("/* npu::a \" "), "/* pluggable::a \" ");
  EXPECT_EQ(NpuRenamed("x / y; \"//\" npu::a; \"/*\" npu::b;"),
            "x / y; \"//\" pluggable::a; \"/*\" pluggable::b;");
}

TEST(LibraryNamesTest, RenamesHeadersThatCommentsQuote) {
  EXPECT_EQ(NpuRenamed("// What \"npu/stream.h\" needs, and \"npu/mine.h\".\n"),
            "// What \"pluggable/stream.h\" needs, and \"npu/mine.h\".\n");
  ExpectNotRenamed("// In \"npu/\", \"npu/x.py\" and npu/x.h. \"npu/x.h\n\"npu/y.h\";\n");
}

TEST(LibraryNamesTest, RenamesGuards) {
  EXPECT_EQ(NpuRenamed("#ifndef NPU_DRIVER_DRIVER_H_\n#define NPU_DRIVER_DRIVER_H_\n"
                       "#endif  // NPU_DRIVER_DRIVER_H_\n"),
            "#ifndef PLUGGABLE_DRIVER_DRIVER_H_\n#define PLUGGABLE_DRIVER_DRIVER_H_\n"
            "#endif  // PLUGGABLE_DRIVER_DRIVER_H_\n");
  ExpectNotRenamed(
      "NPU_H_ NPU_DRIVER_H NPU_Driver_H_ MY_NPU_X_H_ NPUS_X_H_ \"NPU_X_H_\" NPU_WERROR\n");
}

TEST(LibraryNamesTest, EverythingElseStaysByteForByte) {
  const std::string text = "namespace npu {\n\n  npu::x y;\t \n}  // namespace npu";
  EXPECT_EQ(NpuRenamed(base::WithCarriageReturns(text)),
            base::WithCarriageReturns(NpuRenamed(text)));
  ExpectNotRenamed(std::string("a\0b \xff\xfe \r \n\r\n", 11));
  ExpectNotRenamed("");
  EXPECT_EQ(WithLibraryNames("npu::x", OldNames{}), "npu::x") << "there were no other names";
  EXPECT_EQ(WithLibraryNames("pluggable::x", {"pluggable", {}}), "pluggable::x");
}

// Each beginning of a text is one that an editor may have left.
TEST(LibraryNamesTest, ReadsTextsThatEndAnywhere) {
  const std::string text =
      "#include \"npu/a.h\"\n#include <npu/b.h>\nR\"x(npu::a)x\" 'a' \"\\\"\" /* */ // x\\\nnpu::b "
      "1'0 namespace x = npu";
  for (size_t size = 0; size <= text.size(); ++size) {
    const std::string beginning = text.substr(0, size);
    EXPECT_GE(NpuRenamed(beginning).size(), size) << beginning;
  }
}

}  // namespace
}  // namespace plugingen::project
