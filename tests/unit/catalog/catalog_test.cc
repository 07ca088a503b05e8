#include "catalog/catalog.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "catalog/history.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kTwoOps =
    "# A comment.\n"
    "tensorflow 9.1\n"
    "op Alpha\n"
    "flags stateful deprecated\n"
    "op Beta\n"
    "flags commutative\n"
    "in values: N * T\n"
    "in axis: Tidx\n"
    "out output: T\n"
    "attr N: int >= 1\n"
    "attr T: {float, half, int32}\n"
    "attr Tidx: {int32, int64} = int32\n"
    "attr mode: {\"A\", \"B: C\"} = \"A\"\n"
    "attr Tout: type = float\n"
    "attr Tlist: list(type) >= 1\n"
    "python axis=dim mode=kind\n"
    "kernel CPU\n"
    "kernel DEFAULT T=int32 Tidx=int32|int64 host=axis,output,values\n"
    "kernel GPU T=half label=fast priority=2\n"
    "op Gamma\n"
    "in x: Ref(float)\n"
    "python none\n";

TEST(CatalogTest, ReadsDefinitions) {
  const History history(kTwoOps);
  const Catalog& catalog = history.Newest();
  EXPECT_EQ(catalog.release(), "9.1");
  EXPECT_THAT(catalog.names(), ElementsAre("Alpha", "Beta", "Gamma"));

  const Op* alpha = catalog.Find("Alpha");
  ASSERT_NE(alpha, nullptr);
  EXPECT_TRUE(alpha->is_stateful);
  EXPECT_TRUE(alpha->is_deprecated);
  EXPECT_EQ(alpha->Signature(), "Alpha()");
  EXPECT_THAT(alpha->TypeAttrs(), IsEmpty());

  const Op* beta = catalog.Find("Beta");
  ASSERT_NE(beta, nullptr);
  EXPECT_FALSE(beta->is_stateful);
  EXPECT_EQ(beta->Signature(), "Beta(values: N * T, axis: Tidx) -> output: T");
  EXPECT_TRUE(beta->HasArg("axis"));
  EXPECT_TRUE(beta->HasArg("output"));
  EXPECT_FALSE(beta->HasArg("T"));
  ASSERT_EQ(beta->attrs.size(), 6u);
  EXPECT_EQ(beta->FindAttr("N")->text, "int >= 1");
  EXPECT_EQ(beta->FindAttr("nothing"), nullptr);
  EXPECT_EQ(catalog.Find("Gamma")->inputs.front().type, "Ref(float)");
}

TEST(CatalogTest, TellsTypesFromOtherAttrs) {
  const History history(kTwoOps);
  const Catalog& catalog = history.Newest();
  const Op* op = catalog.Find("Beta");
  std::vector<std::string_view> names;
  for (const Attr* attr : op->TypeAttrs()) names.push_back(attr->name);
  EXPECT_THAT(names, ElementsAre("T", "Tidx", "Tout"));
  EXPECT_THAT(op->FindAttr("T")->allowed_types, ElementsAre("float", "half", "int32"));
  EXPECT_THAT(op->FindAttr("Tidx")->allowed_types, ElementsAre("int32", "int64"));
  EXPECT_THAT(op->FindAttr("Tout")->allowed_types, IsEmpty()) << "every type is allowed";
  EXPECT_FALSE(op->FindAttr("mode")->is_type);
  EXPECT_FALSE(op->FindAttr("Tlist")->is_type);
}

TEST(CatalogTest, ReadsNamesInPython) {
  const History history(kTwoOps);
  const Catalog& catalog = history.Newest();
  const Op* beta = catalog.Find("Beta");
  EXPECT_TRUE(beta->is_in_python);
  EXPECT_EQ(beta->PythonNameOf("axis"), "dim");
  EXPECT_EQ(beta->PythonNameOf("mode"), "kind");
  EXPECT_EQ(beta->PythonNameOf("values"), "values");
  EXPECT_EQ(beta->DefinedName("dim"), "axis");
  EXPECT_EQ(beta->DefinedName("axis"), "axis");
  EXPECT_EQ(beta->DefinedName("other"), "other");
  EXPECT_FALSE(catalog.Find("Gamma")->is_in_python);
}

TEST(CatalogTest, ReadsCoresKernels) {
  const History history(kTwoOps);
  const Catalog& catalog = history.Newest();
  const std::vector<CoreKernel>& kernels = catalog.Find("Beta")->kernels;
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].device, "CPU");
  EXPECT_THAT(kernels[0].constraints, IsEmpty());
  EXPECT_EQ(kernels[1].device, "DEFAULT");
  ASSERT_EQ(kernels[1].constraints.size(), 2u);
  EXPECT_EQ(kernels[1].constraints[1].attr, "Tidx");
  EXPECT_THAT(kernels[1].constraints[1].types, ElementsAre("int32", "int64"));
  EXPECT_THAT(kernels[1].host_memory, ElementsAre("axis", "output", "values"));
  EXPECT_EQ(kernels[1].priority, 0);
  EXPECT_EQ(kernels[2].label, "fast");
  EXPECT_EQ(kernels[2].priority, 2);
}

TEST(CatalogTest, FindsNothingThatIsNotThere) {
  const History history(kTwoOps);
  const Catalog& catalog = history.Newest();
  for (const char* name : {"", "A", "Alph", "Alphaa", "alpha", "Zeta", "op Beta"}) {
    EXPECT_EQ(catalog.Find(name), nullptr) << name;
  }
  EXPECT_EQ(catalog.Find("Beta"), catalog.Find("Beta")) << "an op is read once";
}

// The data that is shipped.

TEST(BuiltInCatalogTest, HasTensorFlowsOps) {
  const Catalog& catalog = Catalog::BuiltIn();
  EXPECT_EQ(catalog.release(), History::BuiltIn().releases().back());
  EXPECT_GT(catalog.names().size(), 1500u);
  EXPECT_TRUE(std::is_sorted(catalog.names().begin(), catalog.names().end()));
  EXPECT_EQ(catalog.Find("Relu")->Signature(), "Relu(features: T) -> activations: T");
  EXPECT_EQ(catalog.Find("MatMul")->Signature(), "MatMul(a: T, b: T) -> product: T");
  EXPECT_EQ(catalog.Find("Pack")->Signature(), "Pack(values: N * T) -> output: T");
  EXPECT_EQ(catalog.Find("_FusedConv2D"), nullptr) << "private ops are left out";
}

TEST(BuiltInCatalogTest, EveryOpIsWellFormed) {
  const Catalog& catalog = Catalog::BuiltIn();
  for (const std::string_view name : catalog.names()) {
    const Op* op = catalog.Find(name);
    ASSERT_NE(op, nullptr) << name;
    EXPECT_EQ(op->name, name);
    for (const Attr& attr : op->attrs) EXPECT_FALSE(attr.text.empty()) << name << " " << attr.name;
    for (const std::vector<Arg>* args : {&op->inputs, &op->outputs}) {
      for (const Arg& arg : *args) EXPECT_FALSE(arg.type.empty()) << name << " " << arg.name;
    }
    for (const CoreKernel& kernel : op->kernels) {
      EXPECT_TRUE(kernel.device == "CPU" || kernel.device == "DEFAULT" || kernel.device == "GPU");
      for (const std::string_view arg : kernel.host_memory) EXPECT_TRUE(op->HasArg(arg)) << name;
      for (const Constraint& constraint : kernel.constraints) {
        EXPECT_FALSE(constraint.types.empty()) << name << " " << constraint.attr;
      }
    }
  }
}

}  // namespace
}  // namespace plugingen::catalog
