#include "emit/reference_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plugingen::emit {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

base::OutputFile File(const std::string& path, const std::vector<std::string>& includes = {}) {
  std::string text;
  for (const std::string& include : includes) text += "#include \"reference/" + include + "\"\n";
  return {path, base::Ownership::kGenerated, text};
}

std::vector<std::string> Left(std::vector<base::OutputFile> files) {
  DropUnusedReferenceParts(files);
  std::vector<std::string> paths;
  for (const base::OutputFile& file : files) paths.push_back(file.path);
  return paths;
}

TEST(ReferencePartsTest, WithoutKernelsNothingStays) {
  EXPECT_THAT(Left({File("src/reference/pad.h"), File("src/reference/pad.cc", {"pad.h"})}),
              IsEmpty());
}

TEST(ReferencePartsTest, AHeaderBringsItsUnits) {
  EXPECT_THAT(
      Left({File("src/kernels/mat_mul.cc", {"matmul.h"}), File("src/reference/batch_matmul.cc"),
            File("src/reference/matmul.cc", {"matmul.h"}), File("src/reference/matmul.h"),
            File("src/reference/matmul_avx2.cc")}),
      ElementsAre("src/kernels/mat_mul.cc", "src/reference/matmul.cc", "src/reference/matmul.h",
                  "src/reference/matmul_avx2.cc"));
}

TEST(ReferencePartsTest, UnitsBringWhatTheyInclude) {
  EXPECT_THAT(
      Left({File("src/kernels/pad.cc", {"pad.h"}), File("src/reference/copy.cc", {"copy.h"}),
            File("src/reference/copy.h", {"enqueue.h"}), File("src/reference/enqueue.h"),
            File("src/reference/pad.cc", {"pad.h", "copy.h"}), File("src/reference/pad.h")}),
      ElementsAre("src/kernels/pad.cc", "src/reference/copy.cc", "src/reference/copy.h",
                  "src/reference/enqueue.h", "src/reference/pad.cc", "src/reference/pad.h"));
}

TEST(ReferencePartsTest, ALongerNameIsAnotherPart) {
  EXPECT_THAT(Left({File("src/kernels/pad.cc", {"pad.h"}), File("src/reference/pad.h"),
                    File("src/reference/padding.cc"), File("src/reference/padding.h")}),
              ElementsAre("src/kernels/pad.cc", "src/reference/pad.h"));
}

}  // namespace
}  // namespace plugingen::emit
