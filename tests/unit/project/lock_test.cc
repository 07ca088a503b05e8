#include "project/lock.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace plugingen::project {
namespace {

using base::Ownership;
using testing::HasSubstr;
using testing::Not;

// A lock with files of every kind, in and outside of the library.
Lock SampleLock() {
  Lock lock{"0.1.0", "acme.yaml", ">=2.12", {}};
  lock.files["CMakeLists.txt"] = {Ownership::kScaffold, Sha256("cmake")};
  lock.files["acme.yaml"] = {Ownership::kOnce, Sha256("spec"), FileState::kTracked, true};
  lock.files["library/graph/own.cc"] = {Ownership::kGenerated, Sha256("own"), FileState::kEjected};
  lock.files["library/include/pluggable/status.h"] = {Ownership::kGenerated, Sha256("status")};
  lock.files["library/runtime/memory.cc"] = {Ownership::kGenerated, Sha256("memory")};
  lock.files["library_of_mine/x.cc"] = {Ownership::kGenerated, Sha256("x")};
  return lock;
}

// SampleLock() as text, with `from` in it replaced.
std::string SampleWith(const std::string& from, const std::string& to) {
  std::string text = SampleLock().Serialize();
  const size_t at = text.find(from);
  if (at == std::string::npos) ADD_FAILURE() << from << " is not in " << text;
  return text.replace(at, from.size(), to);
}

std::string ParseErrorOf(const std::string& text) {
  try {
    Lock::Parse(text);
  } catch (const LockError& error) {
    return error.what();
  }
  return "";
}

TEST(LockTest, TheLibraryStandsTogetherWithOneFileALine) {
  const std::string text = SampleLock().Serialize();
  EXPECT_THAT(text, HasSubstr("  },\n"
                              "  \"library\": {\n"
                              "    \"version\": \"0.1.0\",\n"
                              "    \"files\": {\n"
                              "      \"include/pluggable/status.h\": \"" +
                              Sha256("status") +
                              "\",\n"
                              "      \"runtime/memory.cc\": \"" +
                              Sha256("memory") +
                              "\"\n"
                              "    }\n"
                              "  }\n"
                              "}\n"));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["schema"], 3);
  EXPECT_EQ(json["files"].size(), 4u) << "what is not as it came is told apart: " << text;
  EXPECT_EQ(json["files"]["library/graph/own.cc"]["state"], "ejected");
}

TEST(LockTest, ReadsBackWhatItWrote) {
  const Lock lock = Lock::Parse(SampleLock().Serialize());
  EXPECT_EQ(lock.files, SampleLock().files);
  EXPECT_EQ(lock.Serialize(), SampleLock().Serialize());
  EXPECT_THAT(Lock{}.Serialize(), Not(HasSubstr("library")));
  EXPECT_EQ(Lock::Parse(Lock{}.Serialize()).Serialize(), Lock{}.Serialize());
  Lock only_library;
  only_library.files["library/a.cc"] = {Ownership::kGenerated, Sha256("a")};
  EXPECT_EQ(Lock::Parse(only_library.Serialize()).files, only_library.files);
}

TEST(LockTest, ReadsOlderSchemas) {
  const std::string digest = Sha256("x");
  const std::string files =
      R"("files": {"library/x.cc": {"ownership": "generated", "sha256": ")" + digest + R"("}}})";
  const std::string head = R"("tool_version": "0.1.0", "spec": "a.yaml", )";
  for (const std::string& schema :
       {std::string("1, "), std::string(R"(2, "tensorflow": ">=2.12", )"),
        std::string(R"(3, "tensorflow": ">=2.12", )")}) {
    const Lock lock = Lock::Parse("{\"schema\": " + schema + head + files);
    EXPECT_EQ(lock.files.at("library/x.cc").sha256, digest) << schema;
  }
  EXPECT_THAT(ParseErrorOf(R"({"schema": 4})"), HasSubstr("knows up to 3"));
  EXPECT_THROW(Lock::Parse(R"({"schema": 4})"), NewerLockError);
}

TEST(LockTest, RefusesALibraryThatIsDamaged) {
  const std::string name = "\"runtime/memory.cc\"";
  for (const std::string path : {"\"\"", "\"/etc/passwd\"", "\"../x\"", "\"a/../../x\"", "\"a//b\"",
                                 "\"./a\"", "\"a\\\\b\"", "\".git/hooks/x\""}) {
    EXPECT_THAT(ParseErrorOf(SampleWith(name, path)), HasSubstr("leaves the project")) << path;
  }
  EXPECT_THAT(ParseErrorOf(SampleWith(name, "\"graph/own.cc\"")), HasSubstr("occurs twice"));
  const std::string digest = Sha256("memory");
  EXPECT_THAT(ParseErrorOf(SampleWith(digest, "abc")),
              HasSubstr("'library/runtime/memory.cc' is damaged"));
  EXPECT_NE(ParseErrorOf(SampleWith("\"" + digest + "\"", "1")), "");
  EXPECT_NE(ParseErrorOf(SampleWith("\"version\": \"0.1.0\"", "\"version\": 1")), "");
  EXPECT_NE(
      ParseErrorOf(SampleWith("    \"files\": {\n      \"inc", "    \"fils\": {\n      \"inc")),
      "");
  EXPECT_NE(ParseErrorOf(R"({"schema": 3, "tool_version": "", "spec": "", "tensorflow": "",)"
                         R"( "files": {}, "library": []})"),
            "");
}

// Version control merges locks line by line, and leaves its markers in them.
TEST(LockTest, TellsTheSidesOfAConflictInTheLibraryApart) {
  const std::string line = "\"" + Sha256("memory") + "\"\n";
  const std::string ours = "\"" + Sha256("ours") + "\"\n";
  const std::string text =
      SampleWith("      \"runtime/memory.cc\": " + line,
                 "<<<<<<< HEAD\n      \"runtime/memory.cc\": " + ours +
                     "=======\n      \"runtime/memory.cc\": " + line + ">>>>>>> topic\n");
  EXPECT_NE(ParseErrorOf(text), "");
  const auto sides = Lock::ParseSides(text);
  ASSERT_TRUE(sides);
  EXPECT_EQ(sides->first.files.at("library/runtime/memory.cc").sha256, Sha256("ours"));
  EXPECT_EQ(sides->second.files, SampleLock().files);
}

}  // namespace
}  // namespace plugingen::project
