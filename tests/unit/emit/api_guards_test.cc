// What emitted code mentions of TensorFlow's C API is there in every release of the range, or
// guarded; and nothing is guarded that is there anyway.

#include "emit/api_guards.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "emission_fixture.h"
#include "emit/file_list.h"

namespace plugingen::emit {
namespace {

using catalog::ApiKind;
using catalog::ApiSection;
using catalog::CApi;
using testing::Contains;

spec::TensorFlowSection Range(int min, int end) { return {{2, min}, {2, end}, {}}; }

ApiGuards Guards(int min, int end) { return ApiGuards(CApi::BuiltIn(), Range(min, end)); }

TEST(ApiGuardsTest, TellsWhatTheRangeHas) {
  EXPECT_EQ(Guards(12, 19).Exported("TF_GetInputTensorFromVariable"), Presence::kEverywhere);
  EXPECT_EQ(Guards(12, 20).Exported("TF_GetInputTensorFromVariable"), Presence::kSomewhere);
  EXPECT_EQ(Guards(19, 22).Exported("TF_GetInputTensorFromVariable"), Presence::kNowhere);
  EXPECT_EQ(Guards(22, 23).Exported("TF_GetInputTensorFromVariable"), Presence::kEverywhere);
  EXPECT_EQ(Guards(12, 23).Exported("TF_NoSuchFunction"), Presence::kNowhere);
  EXPECT_EQ(Guards(12, 22).Declared(ApiKind::kStruct, "SP_StreamOptions"), Presence::kNowhere);
  EXPECT_EQ(Guards(12, 23).Declared(ApiKind::kStruct, "SP_StreamOptions"), Presence::kSomewhere);
  EXPECT_EQ(Guards(22, 23).Declared(ApiKind::kStruct, "SP_StreamOptions"), Presence::kEverywhere);
  const char* const field = "create_stream_with_options";
  EXPECT_EQ(Guards(12, 22).Field("SP_StreamExecutor", field), Presence::kNowhere);
  EXPECT_EQ(Guards(12, 23).Field("SP_StreamExecutor", field), Presence::kSomewhere);
  EXPECT_EQ(Guards(22, 23).Field("SP_StreamExecutor", field), Presence::kEverywhere);
  EXPECT_EQ(Guards(12, 23).LastCommonField("SP_StreamExecutor"), "host_callback");
  EXPECT_EQ(Guards(22, 23).LastCommonField("SP_StreamExecutor"), field);
  EXPECT_EQ(Guards(12, 23).Since("SP_StreamExecutor", field), "2.22");
  EXPECT_EQ(Guards(12, 23).LackingText("TF_GetInputTensorFromVariable"), "only in 2.19 to 2.21");
}

TEST(ApiGuardsTest, AFieldThatMovesIsNotTheSame) {
  const CApi api(
      "tensorflow 2.12 2.13 2.14\n"
      "struct S\nheader s.h\nsize 24\nend 24 S_SIZE\nfield 0 8 struct_size: size_t\n"
      "2.12 field 8 8 b: void*\n2.13- field 8 8 a: int\n2.13- field 16 8 b: void*\n");
  const ApiGuards all(api, Range(12, 15));
  EXPECT_EQ(all.Field("S", "b"), Presence::kSomewhere);
  EXPECT_EQ(all.LastCommonField("S"), "struct_size");
  EXPECT_EQ(ApiGuards(api, Range(13, 15)).Field("S", "b"), Presence::kEverywhere);
  EXPECT_THROW(ApiGuards(api, Range(12, 16)), std::logic_error);
}

TEST(ApiGuardsTest, DeclaresFields) {
  EXPECT_EQ(Declaration("int", "n"), "int n");
  EXPECT_EQ(Declaration("void (*)(int a)", "f"), "void (*f)(int a)");
}

// C++ as words and single other characters, without comments and literals.
std::vector<std::string> TokensOf(const std::string& text) {
  std::vector<std::string> tokens;
  const auto skip_to = [&](size_t from, const std::string& end) {
    const size_t found = text.find(end, from);
    return found == std::string::npos ? text.size() : found + end.size();
  };
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (text.compare(i, 2, "//") == 0) {
      i = skip_to(i, "\n");
    } else if (text.compare(i, 2, "R\"") == 0) {
      const size_t open = text.find('(', i);
      i = skip_to(open, ")" + text.substr(i + 2, open - i - 2) + "\"");
    } else if (c == '"' || (c == '\'' && i > 0 && isalnum(text[i - 1]) == 0)) {
      size_t end = i + 1;
      while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2 : 1;
      i = end + 1;
    } else if (isalnum(c) != 0 || c == '_') {
      size_t end = i;
      while (end < text.size() && (isalnum(text[end]) != 0 || text[end] == '_')) ++end;
      tokens.push_back(text.substr(i, end - i));
      i = end;
    } else {
      if (isspace(c) == 0) tokens.emplace_back(1, c);
      ++i;
    }
  }
  return tokens;
}

bool IsOfTheApi(const std::string& word) {
  constexpr std::string_view kPrefixes[] = {"TF_", "TFE_", "SP_", "SE_", "TP_"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

// The library is the same whatever the range is, so what some release lacks is guarded there.
bool IsOfLibrary(const std::string& path) { return path.starts_with("library/"); }

struct Source {
  explicit Source(const std::string& text) : tokens(TokensOf(text)) {
    for (size_t i = 0; i < tokens.size(); ++i) {
      const std::string& token = tokens[i];
      const bool is_of_api = IsOfTheApi(token);
      if (is_of_api) words.insert(token);
      const bool has_field = i + 2 < tokens.size() && tokens[i + 1] == "-" && tokens[i + 2] == ">";
      if (is_of_api || has_field || token == "#" || token == "weak" || token == "struct") {
        places.push_back(i);
      }
    }
  }

  std::vector<std::string> tokens;
  std::vector<size_t> places;   // of the tokens that the test looks for, few of all
  std::set<std::string> words;  // of the API
};

// The library's files, which are the same for every range, are read only once.
const Source& SourceOf(const base::OutputFile& file) {
  static auto* const of_library = new std::map<std::string, Source>;
  static auto* const latest = new Source("");
  if (!IsOfLibrary(file.path)) return *latest = Source(file.text);
  const auto found = of_library->find(file.path);
  if (found != of_library->end()) return found->second;
  return of_library->emplace(file.path, file.text).first->second;
}

// One emitted project against the catalogue.
class Checker {
 public:
  Checker(int min, int end, const std::string& device)
      : api_(CApi::BuiltIn()), guards_(Guards(min, end)) {
    const std::string range = ">=2." + std::to_string(min) + ", <2." + std::to_string(end);
    files_ = EmitProject(PluginOf("tensorflow: \"" + range + "\"\n" + device +
                                  "kernels:\n  - set: training\n  - set: variables\n"),
                         TemplateSet::BuiltIn());
    for (const ApiSection& section : api_.sections()) {
      if (section.kind != ApiKind::kEnum && section.kind != ApiKind::kStruct) continue;
      if (guards_.Declared(section.kind, section.name) == Presence::kNowhere) continue;
      for (int minor = min; minor < end; ++minor) {
        const auto& known = api_.releases();
        const auto release = static_cast<size_t>(
            std::find(known.begin(), known.end(), "2." + std::to_string(minor)) - known.begin());
        if (!catalog::Holds(section.releases, release)) continue;
        const catalog::ApiEntry entry = api_.Read(section, release);
        for (const catalog::ApiValue& value : entry.values) ++values_[std::string(value.name)];
        ++values_[std::string(entry.end_macro)];
      }
    }
    releases_ = end - min;
  }

  void Run() {
    for (const base::OutputFile& file : files_) {
      if (!file.path.ends_with(".cc") && !file.path.ends_with(".h")) continue;
      SCOPED_TRACE(file.path);
      const Source& source = SourceOf(file);
      const std::vector<std::string>& tokens = source.tokens;
      for (const size_t i : source.places) {
        if (i + 3 >= tokens.size()) break;
        if (tokens[i] == "#" && tokens[i + 1] == "ifndef") asked_for_.insert(tokens[i + 2]);
        if (tokens[i] == "weak" && tokens[i + 3] == "decltype") {
          weak_.insert(tokens[i + 5]);
          if (!IsOfLibrary(file.path)) weak_for_range_.insert(tokens[i + 5]);
        }
        if (tokens[i] == "struct" && tokens[i + 2] == "{" && IsOfTheApi(tokens[i + 1]) &&
            file.path == "src/generated/plugin/newer_api.h") {
          own_structs_.insert(tokens[i + 1]);
        }
      }
    }
    for (const base::OutputFile& file : files_) {
      if (!file.path.ends_with(".cc") && !file.path.ends_with(".h")) continue;
      SCOPED_TRACE(file.path);
      const Source& source = SourceOf(file);
      const bool is_test =
          file.path.starts_with("tests/") || file.path.starts_with("library/testing/");
      for (const std::string& word : source.words) {
        if (asked_for_.count(word) == 0) CheckWord(word, is_test);
      }
      CheckFields(source, file.path == "src/generated/plugin/last_fields.h");
    }
    for (const std::string& name : own_structs_) {
      EXPECT_EQ(guards_.Declared(ApiKind::kStruct, name), Presence::kSomewhere) << name;
    }
    for (const std::string& function : weak_for_range_) {
      EXPECT_NE(guards_.Exported(function), Presence::kEverywhere) << function << " needs no guard";
    }
    const std::set<std::string> kFilledByAll = {"SE_PlatformRegistrationParams",
                                                "SP_Device",
                                                "SP_DeviceFns",
                                                "SP_Platform",
                                                "SP_PlatformFns",
                                                "SP_StreamExecutor",
                                                "SP_TimerFns"};
    for (const std::string& name : kFilledByAll) EXPECT_THAT(required_, Contains(name));
    EXPECT_EQ(required_, filled_);
  }

  const std::vector<base::OutputFile>& files() const { return files_; }
  const std::set<std::string>& weak() const { return weak_; }
  size_t words() const { return words_; }

 private:
  void CheckWord(const std::string& word, bool is_test) {
    ++words_;
    const std::vector<const ApiSection*> sections = api_.FindAll(word);
    bool declared = own_structs_.count(word) != 0;
    bool has_header = false;
    for (const ApiSection* section : sections) {
      const Presence presence = guards_.Declared(section->kind, word);
      has_header = has_header || presence != Presence::kNowhere;
      declared = declared || presence == Presence::kEverywhere;
      if (section->kind == ApiKind::kFunction) CheckFunction(word, is_test);
    }
    // Of tensorflow/c/c_api.h, which is not for plugins and not in the catalogue, tests use more.
    if (is_test && (!has_header || word.starts_with("TFE_"))) return;
    EXPECT_TRUE(declared || sections.empty()) << word << " is not in every release of the range";
    if (!sections.empty() || word.ends_with("_st")) return;
    EXPECT_GE(values_[word], releases_) << word << " is not in every release of the range";
  }

  void CheckFunction(const std::string& name, bool is_test) {
    static const std::set<std::string> kOwn = {"SE_InitPlugin", "TF_InitKernel", "TF_InitGraph",
                                               "TF_InitProfiler"};
    if (kOwn.count(name) != 0 || guards_.Newest(ApiKind::kFunction, name).is_inline) return;
    if (is_test || weak_.count(name) != 0) return;
    EXPECT_EQ(guards_.Exported(name), Presence::kEverywhere) << name << " needs a guard";
  }

  // `&Struct::field`, and `name->field` of what was declared as `Struct* name`, `Struct name` or
  // `HostStruct<Struct> name`. What the header of last fields names, hosts are required to have.
  void CheckFields(const Source& source, bool is_of_last_fields) {
    const std::vector<std::string>& tokens = source.tokens;
    static const std::string kNone;
    std::map<std::string, std::string> types;
    const auto at = [&](size_t i) -> const std::string& {
      return i < tokens.size() ? tokens[i] : kNone;
    };
    for (const size_t i : source.places) {
      const bool is_struct = api_.Find(ApiKind::kStruct, tokens[i]) != nullptr;
      if (is_struct && i > 0 && tokens[i - 1] == "&" && at(i + 1) == ":") {
        CheckField(tokens[i], at(i + 3));
        if (is_of_last_fields) {
          required_.insert(tokens[i]);
          EXPECT_EQ(at(i + 3), guards_.LastCommonField(tokens[i]));
        }
      } else if (is_struct && i > 1 && tokens[i - 2] == "HostStruct" && at(i + 2) != "(") {
        filled_.insert(tokens[i]);
        types[at(i + 2)] = tokens[i];
      } else if (is_struct) {
        types[at(i + 1) == "*" ? at(i + 2) : at(i + 1)] = tokens[i];
      } else if (at(i + 1) == "-" && at(i + 2) == ">" && types.count(tokens[i]) != 0) {
        const std::string& type = types[tokens[i]];
        const bool known = guards_.Field(type, at(i + 3)) != Presence::kNowhere;
        if (known) CheckField(type, at(i + 3));
      }
    }
  }

  void CheckField(const std::string& type, const std::string& field) {
    if (own_structs_.count(type) != 0) return;
    EXPECT_EQ(guards_.Field(type, field), Presence::kEverywhere) << type << "::" << field;
  }

  const CApi& api_;
  const ApiGuards guards_;
  std::vector<base::OutputFile> files_;
  int releases_ = 0;
  std::map<std::string, int> values_;  // of enums, and size macros: in how many releases
  std::set<std::string> weak_;
  std::set<std::string>
      weak_for_range_;  // of those the ones that the library has not for all ranges
  std::set<std::string> own_structs_;
  std::set<std::string> asked_for_;  // by the preprocessor
  std::set<std::string> filled_;
  std::set<std::string> required_;
  size_t words_ = 0;
};

constexpr const char* kDevices[] = {
    "",
    "device: {type: GPU, platform: ACME}\n",
    "device: {memory: {allocator: plugin}}\n",
    "device: {backend: custom}\n",
    "profiler: true\ndevice: {memory: {allocator: plugin}}\n",
    ("ops:\n  - {name: AcmeOp, inputs: 'x: float', outputs: 'y: float', shape: same_as(x), "
     "also_on_cpu: true}\n"),
};

class EmittedApi : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(EmittedApi, IsThereOrGuardedAndNothingIsGuardedInVain) {
  const auto [min, end] = GetParam();
  const bool has_options = end > 22;
  const bool some_lack_options = has_options && min < 22;
  for (const char* device : kDevices) {
    SCOPED_TRACE(device);
    Checker checker(min, end, device);
    checker.Run();
    EXPECT_GT(checker.words(), 300u);
    EXPECT_EQ(checker.weak().size(), 3u);
    bool has_newer = false;
    for (const base::OutputFile& file : checker.files()) {
      SCOPED_TRACE(file.path);
      has_newer = has_newer || file.path == "src/generated/plugin/newer_api.h";
      if (file.path.starts_with("docs/") || IsOfLibrary(file.path)) continue;
      const auto mentions = [&](const char* word) {
        return file.text.find(word) != std::string::npos;
      };
      EXPECT_FALSE(!some_lack_options && mentions("NewerField"));
      EXPECT_FALSE(!has_options && mentions("SP_StreamOptions"));
      EXPECT_FALSE(!has_options && mentions("CreateStreamWithOptions"));
    }
    EXPECT_EQ(has_newer, some_lack_options);
  }
}

INSTANTIATE_TEST_SUITE_P(Ranges, EmittedApi,
                         testing::Values(std::pair(12, 13), std::pair(12, 16), std::pair(12, 19),
                                         std::pair(15, 22), std::pair(19, 22), std::pair(12, 23),
                                         std::pair(22, 23)),
                         [](const auto& info) {
                           return "From2_" + std::to_string(info.param.first) + "Until2_" +
                                  std::to_string(info.param.second);
                         });

}  // namespace
}  // namespace plugingen::emit
