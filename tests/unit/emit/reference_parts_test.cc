#include "emit/reference_parts.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <list>
#include <string>
#include <vector>

namespace plugingen::emit {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Including(const std::vector<std::string>& headers) {
  std::string text;
  for (const std::string& header : headers) text += "#include \"" + header + "\"\n";
  return text;
}

class ReferencePartsTest : public testing::Test {
 protected:
  void Add(const std::string& name, const std::vector<std::string>& includes = {}) {
    texts_.push_back(Including(includes));
    parts_[name] = texts_.back();
  }
  std::vector<std::string> PartsOf(const std::vector<std::string>& headers) const {
    const std::string text = Including(headers);
    return ReferenceParts({text}, parts_);
  }

 private:
  std::list<std::string> texts_;
  Texts parts_;
};

TEST_F(ReferencePartsTest, WithoutKernelsNothingIsCompiled) {
  Add("reference/pad.h");
  Add("reference/pad.cc", {"reference/pad.h"});
  EXPECT_THAT(PartsOf({}), IsEmpty());
}

TEST_F(ReferencePartsTest, AHeaderBringsItsUnits) {
  Add("reference/batch_matmul.cc");
  Add("reference/matmul.cc", {"reference/matmul.h"});
  Add("reference/matmul.h");
  Add("reference/matmul_avx2.cc");
  EXPECT_THAT(PartsOf({"reference/matmul.h"}),
              ElementsAre("reference/matmul.cc", "reference/matmul_avx2.cc"));
}

TEST_F(ReferencePartsTest, UnitsBringWhatTheyInclude) {
  Add("reference/copy.cc", {"reference/copy.h"});
  Add("reference/copy.h", {"reference/enqueue.h"});
  Add("reference/enqueue.h");
  Add("reference/enqueue.cc");
  Add("reference/pad.cc", {"reference/pad.h", "reference/copy.h"});
  Add("reference/pad.h");
  EXPECT_THAT(PartsOf({"reference/pad.h"}),
              ElementsAre("reference/copy.cc", "reference/enqueue.cc", "reference/pad.cc"));
}

TEST_F(ReferencePartsTest, APrimitiveBringsWhatItFallsBackTo) {
  Add("compute/product.cc", {"compute/product.h"});
  Add("compute/product.h");
  Add("compute/product_on_host.cc", {"reference/matmul.h"});
  Add("reference/matmul.cc");
  Add("reference/matmul.h");
  EXPECT_THAT(
      PartsOf({"compute/product.h"}),
      ElementsAre("compute/product.cc", "compute/product_on_host.cc", "reference/matmul.cc"));
}

TEST_F(ReferencePartsTest, ALongerNameIsAnotherPart) {
  Add("reference/pad.h");
  Add("reference/padding.cc");
  Add("reference/padding.h");
  EXPECT_THAT(PartsOf({"reference/pad.h"}), IsEmpty());
}

TEST(BuiltInReferencePartsTest, TheLibrarysAreFound) {
  EXPECT_THAT(ReferenceParts({"#include \"reference/batch_matmul.h\"\n"}, BuiltInLibrary()),
              Contains("reference/matmul.cc"));
}

}  // namespace
}  // namespace plugingen::emit
