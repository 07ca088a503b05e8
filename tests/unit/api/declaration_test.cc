#include "api/declaration.h"

#include <gtest/gtest.h>

namespace plugingen::api {
namespace {

using Kind = DeclarationChange::Kind;

TEST(DeclarationTest, TakesFunctionsApart) {
  const Declaration declaration = ParseDeclaration(
      "const char* (TF_Context* ctx, const int64_t* dims, void (*copy)(TF_Tensor* from, int n), "
      "unsigned char, const SP_Device* const device, int sizes[4])");
  EXPECT_TRUE(declaration.is_function);
  EXPECT_EQ(declaration.result, "const char*");
  ASSERT_EQ(declaration.parameters.size(), 6u);
  EXPECT_EQ(declaration.parameters[0].name, "ctx");
  EXPECT_EQ(declaration.parameters[1].type, "const int64_t*");
  EXPECT_EQ(declaration.parameters[2].type, "void (*)(TF_Tensor*, int)");
  EXPECT_EQ(declaration.parameters[2].name, "copy");
  EXPECT_EQ(declaration.parameters[3].type, "unsigned char");
  EXPECT_EQ(declaration.parameters[3].name, "");
  EXPECT_EQ(declaration.parameters[4].type, "const SP_Device*") << "the parameter's own const";
  EXPECT_EQ(declaration.parameters[5].type, "int*");
}

TEST(DeclarationTest, TakesPointersAndPlainTypesApart) {
  const Declaration pointer = ParseDeclaration("TF_Bool (*)(const SP_Device* device)");
  EXPECT_TRUE(pointer.is_pointer);
  EXPECT_EQ(pointer.Type(), "TF_Bool (*)(const SP_Device*)");
  EXPECT_EQ(ParseDeclaration("struct SP_Stream_st *").Type(), "struct SP_Stream_st*");
  EXPECT_EQ(ParseDeclaration("void (void)").Type(), "void ()");
  EXPECT_TRUE(ParseDeclaration("void ()").parameters.empty());
}

TEST(DeclarationTest, WithoutConstKeepsNamesThatContainIt) {
  EXPECT_EQ(WithoutConst("const int64_t* const"), "int64_t*");
  EXPECT_EQ(WithoutConst("void (*)(const T*, constant)"), "void (*)(T*, constant)");
}

TEST(DeclarationTest, SeesANewParameter) {
  const auto change =
      CompareDeclarations("void (TF_Context* ctx, void (*copy)(TF_Tensor* to), TF_Status* status)",
                          "void (TF_Context* ctx, bool shape, void (*copy)(TF_Tensor* to), "
                          "TF_Status* status)");
  EXPECT_EQ(change.kind, Kind::kTypes);
  EXPECT_EQ(change.text, "takes 'bool shape' as its 2nd parameter");
}

TEST(DeclarationTest, SeesAParameterThatIsGone) {
  const auto change = CompareDeclarations("void (int a, double b, int c)", "void (int a, int c)");
  EXPECT_EQ(change.text, "no longer takes 'double b' as its 2nd parameter");
}

TEST(DeclarationTest, SeesOtherTypes) {
  const auto change = CompareDeclarations("int (int a)", "long (const float* a)");
  EXPECT_EQ(change.kind, Kind::kTypes);
  EXPECT_EQ(change.text,
            "returns 'long', returned 'int'; takes 'const float* a' as its 1st parameter, took "
            "'int a'");
  EXPECT_EQ(CompareDeclarations("int", "size_t").text, "is 'size_t' now, was 'int'");
}

TEST(DeclarationTest, TellsConstAndNamesFromTypes) {
  auto change = CompareDeclarations("void (int64_t* dims)", "void (const int64_t* dims)");
  EXPECT_EQ(change.kind, Kind::kConst);
  EXPECT_FALSE(change.loses_const);
  EXPECT_EQ(change.text, "takes 'const int64_t* dims', took 'int64_t* dims'");
  EXPECT_TRUE(CompareDeclarations("void (const int* a)", "void (int* a)").loses_const);
  change = CompareDeclarations("void (char** vals)", "void (char** values)");
  EXPECT_EQ(change.kind, Kind::kNames);
  EXPECT_EQ(change.text, "calls its parameter 'vals' 'values' now");
  EXPECT_EQ(CompareDeclarations("void (const int a)", "void (int a)").kind, Kind::kNone);
  EXPECT_EQ(CompareDeclarations("void (char * a)", "void (char* a)").kind, Kind::kNone);
}

}  // namespace
}  // namespace plugingen::api
