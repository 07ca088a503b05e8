#include "emit/reference_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <map>
#include <string>
#include <vector>

namespace plugingen::emit {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Including(const std::vector<std::string>& headers) {
  std::string text;
  for (const std::string& header : headers) text += "#include \"reference/" + header + "\"\n";
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
  std::map<std::string, std::string_view> parts_;
};

TEST_F(ReferencePartsTest, WithoutKernelsNothingIsCompiled) {
  Add("pad.h");
  Add("pad.cc", {"pad.h"});
  EXPECT_THAT(PartsOf({}), IsEmpty());
}

TEST_F(ReferencePartsTest, AHeaderBringsItsUnits) {
  Add("batch_matmul.cc");
  Add("matmul.cc", {"matmul.h"});
  Add("matmul.h");
  Add("matmul_avx2.cc");
  EXPECT_THAT(PartsOf({"matmul.h"}),
              ElementsAre("reference/matmul.cc", "reference/matmul_avx2.cc"));
}

TEST_F(ReferencePartsTest, UnitsBringWhatTheyInclude) {
  Add("copy.cc", {"copy.h"});
  Add("copy.h", {"enqueue.h"});
  Add("enqueue.h");
  Add("enqueue.cc");
  Add("pad.cc", {"pad.h", "copy.h"});
  Add("pad.h");
  EXPECT_THAT(PartsOf({"pad.h"}),
              ElementsAre("reference/copy.cc", "reference/enqueue.cc", "reference/pad.cc"));
}

TEST_F(ReferencePartsTest, ALongerNameIsAnotherPart) {
  Add("pad.h");
  Add("padding.cc");
  Add("padding.h");
  EXPECT_THAT(PartsOf({"pad.h"}), IsEmpty());
}

TEST(BuiltInReferencePartsTest, TheLibrarysAreFound) {
  EXPECT_THAT(ReferenceParts({"#include \"reference/batch_matmul.h\"\n"}),
              Contains("reference/matmul.cc"));
}

}  // namespace
}  // namespace plugingen::emit
