#include "emit/reach.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

namespace plugingen::emit {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Texts& Library() {
  static const Texts library = {
      {"README.md", ""},
      {"compute/device/dialect.inc", ""},
      {"compute/device/nest.inc", "#include \"tile.inc\"\n"},
      {"compute/device/softmax.cc", "const Programs g_softmaxes(\"softmax\");\n"},
      {"compute/device/softmax.inc", "#include \"nest.inc\"\n#include \"made.inc\"\n"},
      {"compute/device/tile.inc", ""},
      {"include/pluggable/status.h", ""},
      {"include/pluggable/tensor.h", "#include \"pluggable/status.h\"\n#include <vector>\n"},
      {"python/doctor.py", ""},
      {"python/deep/part.py", ""},
      {"runtime/log.h", ""},
      {"runtime/stream.cc", "#include \"runtime/log.h\"\n"},
      {"testing/judge.cmake",
       "# stream.cc\nforeach(file IN ITEMS eager.cc values.cc)\nendforeach()\n"},
      {"testing/eager.cc", "#include \"eager.h\"\n"},
      {"testing/eager.h", ""},
      {"testing/values.cc", ""},
  };
  return library;
}

std::set<std::string> From(const std::string& path, const std::string& text) {
  return Reach({{path, text}}, Library());
}

TEST(ReachTest, FollowsIncludes) {
  EXPECT_THAT(From("src/x.cc", ""), IsEmpty());
  EXPECT_THAT(From("src/x.cc", "#include \"pluggable/tensor.h\"\n#include \"mine.h\"\n"),
              ElementsAre("include/pluggable/status.h", "include/pluggable/tensor.h"));
  EXPECT_THAT(From("src/x.h", "#include \"runtime/log.h\""), ElementsAre("runtime/log.h"));
  EXPECT_THAT(From("library/testing/x.cc", "#include \"eager.h\"\n"),
              ElementsAre("testing/eager.h"))
      << "beside the file that has it";
  EXPECT_THAT(From("src/x.cc", "#include \"eager.h\"\n"), IsEmpty());
}

TEST(ReachTest, FollowsProgramsOfDevices) {
  const auto softmax = ElementsAre("compute/device/nest.inc", "compute/device/softmax.inc",
                                   "compute/device/tile.inc");
  EXPECT_THAT(From("src/x.cc", "Programs mine{\"none\"}, other(\n\"softmax\");\n"), softmax);
  EXPECT_THAT(From("src/compute/device/x.inc", "#include \"softmax.inc\"\n"), softmax);
  EXPECT_THAT(From("src/x.cc", "KernelText(\"dialect\");"),
              ElementsAre("compute/device/dialect.inc"));
  EXPECT_THAT(From("src/x.cc", "Log(\"softmax\");"), IsEmpty());
}

TEST(ReachTest, ReadsWhatCMakeNames) {
  EXPECT_THAT(
      From("CMakeLists.txt", "add_library(x ${PROJECT_SOURCE_DIR}/library/runtime/stream.cc)\n"),
      ElementsAre("runtime/log.h", "runtime/stream.cc"));
  EXPECT_THAT(From("CMakeLists.txt", "include(${library}/testing/judge.cmake)\n"),
              ElementsAre("testing/eager.cc", "testing/eager.h", "testing/judge.cmake",
                          "testing/values.cc"));
  EXPECT_THAT(From("x.cmake", "# library/runtime/stream.cc\n"), IsEmpty());
  EXPECT_THAT(From("x.cmake", "install(DIRECTORY library/python/ DESTINATION x)\n"),
              ElementsAre("python/deep/part.py", "python/doctor.py"));
  EXPECT_THAT(From("x.cmake",
                   "if(f MATCHES \"^library/(python|runtime)/\" OR x MATCHES "
                   "\"^library/python/\")\n set(p library/python/${name})\n"),
              IsEmpty());
}

TEST(ReachTest, ReadsLinksOfPages) {
  EXPECT_THAT(From("docs/x.md", "See [it](../library/README.md#top), and `library/runtime/log.h`."),
              ElementsAre("README.md"));
  EXPECT_THAT(From("docs/x.py", "library/README.md"), IsEmpty());
}

TEST(ReachTest, TheLibraryIsInTheProgram) {
  EXPECT_TRUE(BuiltInLibrary().contains("runtime/stream.cc"));
  EXPECT_TRUE(LibraryText("library/runtime/stream.cc").has_value());
  EXPECT_FALSE(LibraryText("library/runtime/none.cc").has_value());
  EXPECT_FALSE(LibraryText("runtime/stream.cc").has_value());
}

}  // namespace
}  // namespace plugingen::emit
