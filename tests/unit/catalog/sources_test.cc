// catalog/sources.txt says what the library's texts and launches do.

#include "catalog/sources.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "catalog/primitives.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kOnDevice = "library/compute/device/";

std::set<std::string> Matches(std::string_view text, const std::string& pattern) {
  const std::string in(text);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(in.begin(), in.end(), regex); it != std::sregex_iterator(); ++it) {
    found.insert((*it)[1]);
  }
  return found;
}

std::string Text(std::string_view path) {
  return std::string(base::EmbeddedText(std::string(path)));
}

// The types of a source as texts have them: elements that only move are integers of their size.
std::set<std::string> TypesOfTexts(const Source& source) {
  const std::map<std::string_view, std::string> by_size = {{"1 byte", "uint8"},
                                                           {"2 bytes", "uint16"},
                                                           {"4 bytes", "uint32"},
                                                           {"8 bytes", "uint64"},
                                                           {"16 bytes", "complex128"}};
  std::set<std::string> types;
  for (const std::string_view type : source.types) {
    const auto size = by_size.find(type);
    types.insert(size == by_size.end() ? std::string(type) : size->second);
  }
  return types;
}

std::set<std::string> CompiledFor(std::string_view text) {
  std::set<std::string> types;
  for (const std::string& list : Matches(text, "// Compiled for ([a-z0-9 ]+)\\.")) {
    types.merge(Matches(list, "([a-z0-9]+)"));
  }
  return types;
}

// The texts that a launch takes kernels of, itself or by files of its folder that it includes.
std::set<std::string> ProgramsOf(const std::string& primitive) {
  std::set<std::string> programs;
  std::set<std::string> seen;
  std::vector<std::string> left = {primitive};
  while (!left.empty()) {
    const std::string unit = left.back();
    left.pop_back();
    if (!seen.insert(unit).second) continue;
    for (const std::string extension : {".h", ".cc"}) {
      const std::string path = std::string(kOnDevice) + unit + extension;
      if (!base::HasEmbeddedText(path)) continue;
      programs.merge(Matches(Text(path), "\nPrograms g_[a-z_]+\\(\"([a-z_]+)\"\\);"));
      for (const std::string& next :
           Matches(Text(path), "#include \"compute/device/([a-z_]+)\\.h\"")) {
        left.push_back(next);
      }
    }
  }
  return programs;
}

TEST(SourcesTest, ReadsBackendsTypesAndWhatIsLeft) {
  const std::vector<Source> sources = ReadSources(
      "# comment\n"
      "backend cuda\n"
      "product | cuBLASLt | float half | some\n"
      "backend opencl cuda\n"
      "product | product.inc | float |\n"
      "copy | copy.inc | 1 byte, 2 bytes |\n");
  ASSERT_EQ(sources.size(), 3u);
  EXPECT_THAT(sources[0].types, ElementsAre("float", "half"));
  EXPECT_EQ(sources[0].leaves, "some");
  EXPECT_EQ(sources[0].program(), "");
  EXPECT_EQ(sources[1].program(), "product");
  EXPECT_THAT(sources[2].types, ElementsAre("1 byte", "2 bytes"));
  EXPECT_EQ(sources[2].leaves, "");
  const std::vector<Source> of_cuda = SourcesOf(sources, "cuda", "product");
  ASSERT_EQ(of_cuda.size(), 2u);
  EXPECT_EQ(of_cuda[0].name, "cuBLASLt") << "the first is asked first";
  EXPECT_EQ(SourcesOf(sources, "opencl", "product").size(), 1u);
  EXPECT_THAT(SourcesOf(sources, "custom", "product"), IsEmpty());
}

TEST(BuiltInSourcesTest, HaveTheTypesOfTheirTexts) {
  std::set<std::string> texts;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (!file.path.starts_with(kOnDevice) || !file.path.ends_with(".inc")) continue;
    if (CompiledFor(file.text).empty()) continue;  // part of others
    const std::string_view name = file.path.substr(kOnDevice.size());
    texts.emplace(name.substr(0, name.find('.')));
  }
  for (const Source& source : Sources()) {
    if (source.program().empty()) continue;
    const std::string path = std::string(kOnDevice) + std::string(source.name);
    ASSERT_TRUE(base::HasEmbeddedText(path)) << path;
    EXPECT_EQ(TypesOfTexts(source), CompiledFor(Text(path))) << path;
    texts.erase(std::string(source.program()));
  }
  EXPECT_THAT(texts, IsEmpty()) << "catalog/sources.txt lacks them";
}

// The primitive `elementwise` has a text more, for chains, which kernels launch by themselves.
TEST(BuiltInSourcesTest, AreThoseThatPrimitivesLaunch) {
  for (const Primitive& primitive : Primitives()) {
    const std::string name(primitive.name);
    std::set<std::string> launched = ProgramsOf(name);
    if (name == "elementwise") launched.merge(ProgramsOf("chain"));
    for (const std::string_view backend : {"opencl", "opencl_c", "cuda"}) {
      std::set<std::string> listed;
      for (const Source& source : SourcesOf(Sources(), backend, name)) {
        if (!source.program().empty()) listed.emplace(source.program());
      }
      EXPECT_EQ(listed, launched) << name << " of " << backend;
    }
  }
  for (const Source& source : Sources()) {
    EXPECT_TRUE(std::any_of(Primitives().begin(), Primitives().end(), [&](const Primitive& known) {
      return known.name == source.primitive;
    })) << source.primitive;
  }
}

// NVIDIA's libraries are asked in front of the texts, for the types that their units name.
TEST(BuiltInSourcesTest, OfLibrariesAreThoseOfCuda) {
  const std::map<std::string, std::string> kTypes = {{"DT_FLOAT", "float"},
                                                     {"DT_DOUBLE", "double"},
                                                     {"DT_HALF", "half"},
                                                     {"DT_BFLOAT16", "bfloat16"}};
  constexpr const char* kUnits[] = {"batch_norm", "convolution", "matrix_product"};
  std::set<std::string> of_libraries;
  for (const Source& source : Sources()) {
    if (!source.program().empty()) continue;
    const std::string primitive(source.primitive);
    of_libraries.insert(primitive);
    EXPECT_THAT(source.backends, ElementsAre("cuda"));
    const auto* const unit =
        std::find_if(std::begin(kUnits), std::end(kUnits),
                     [&](const char* name) { return primitive.starts_with(name); });
    ASSERT_NE(unit, std::end(kUnits)) << primitive;
    std::set<std::string> types;
    for (const std::string& type : Matches(
             Text(std::string("library/compute/cuda/") + *unit + ".cc"), "\\b(DT_[A-Z0-9]+)\\b")) {
      ASSERT_EQ(kTypes.count(type), 1u) << type;
      types.insert(kTypes.at(type));
    }
    EXPECT_EQ(std::set<std::string>(source.types.begin(), source.types.end()), types) << primitive;
    EXPECT_EQ(SourcesOf(Sources(), "cuda", primitive).front().name, source.name);
  }
  std::set<std::string> asking;
  for (const Primitive& primitive : Primitives()) {
    const std::string name(primitive.name);
    const std::string unit = std::string(kOnDevice) + name + ".cc";
    if (!base::HasEmbeddedText(unit)) continue;  // the host computes it on all devices
    if (Text(unit).find("compute/cuda/") != std::string::npos) {
      asking.insert(name);
    }
  }
  EXPECT_EQ(of_libraries, asking);
}

}  // namespace
}  // namespace plugingen::catalog
