#include "base/text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "../read_file.h"
#include "base/text.h"
#include "diag/text_printer.h"
#include "json_schema_validator.h"
#include "model/link.h"
#include "spec/parse.h"
#include "spec/quantity.h"
#include "spec/section.h"
#include "spec/starter_spec.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A spec as an editor sees it.
json ToJson(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return nullptr;
    case NodeKind::kSequence: {
      json items = json::array();
      for (const Node* item : node.items) items.push_back(ToJson(*item));
      return items;
    }
    case NodeKind::kMap: {
      json members = json::object();
      for (const Member& member : node.members) members[member.key] = ToJson(*member.value);
      return members;
    }
    case NodeKind::kScalar:
      break;
  }
  if (!node.plain) return node.text;
  if (node.text == "true" || node.text == "false") return node.text == "true";
  if (const std::optional<int64_t> integer = ParseInteger(node.text)) return *integer;
  if (const std::optional<double> number = ParseNumber(node.text)) return *number;
  return node.text;
}

struct Verdict {
  bool readable = false;  // the text is YAML
  bool schema = false;    // accepted by the JSON Schema
  bool spec = false;      // accepted by the generator
  std::set<std::string> codes;
  std::string messages;
};

Verdict Judge(const JsonSchemaValidator& validator, const std::string& name,
              const std::string& text) {
  const diag::SourceFile source(name, text);
  diag::Sink syntax;
  const std::optional<YamlTree> tree = ParseYaml(source, syntax);
  Verdict verdict;
  verdict.readable = tree.has_value() && !syntax.has_errors();
  if (!verdict.readable) return verdict;
  verdict.schema = validator.Accepts(ToJson(tree->root()));
  diag::Sink sink;
  ParseSpec(source, sink);
  verdict.spec = !sink.has_errors();
  for (const diag::Diagnostic& diagnostic : sink.diagnostics())
    verdict.codes.insert(diagnostic.code);
  verdict.messages = diag::RenderText(&source, sink.diagnostics());
  return verdict;
}

template <class F>
void ForEachSpec(const std::string& folder, F check) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(SourceFolder() / folder)) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    check(entry.path().filename().string(), ReadFile(entry.path()));
  }
  EXPECT_GT(count, 3) << folder;
}

TEST(SchemaTest, HasANameForEachVersionOfTheFormat) {
  EXPECT_EQ(json::parse(JsonSchema())["$id"], "urn:plugingen:spec:1");
}

TEST(SchemaTest, AgreesWithTheChecksOnWhatIsAllowed) {
  const JsonSchemaValidator validator(JsonSchema());
  // These mistakes are about the form, which a schema can express; the others need more than one
  // value.
  const std::set<std::string> form = {"E0101", "E0104", "E0105", "E0107", "E0108", "E0201",
                                      "E0208", "E0205", "E0209", "E0210", "E0215", "E0218",
                                      "E0220", "E0223", "E0224", "E0225", "E0226"};
  int rejected = 0;
  ForEachSpec("tests/golden/diagnostics", [&](const std::string& name, const std::string& text) {
    const Verdict verdict = Judge(validator, name, text);
    if (!verdict.readable) return;
    EXPECT_TRUE(verdict.schema || !verdict.spec) << name << ": only an editor would refuse this";
    bool formal = false;
    for (const std::string& code : verdict.codes) formal = formal || form.contains(code);
    if (!formal) return;
    ++rejected;
    EXPECT_FALSE(verdict.schema) << name << ": an editor would not show this\n" << verdict.messages;
  });
  EXPECT_GT(rejected, 25);
}

TEST(SchemaTest, AcceptsTheSpecsThatComeWithPlugingen) {
  const JsonSchemaValidator validator(JsonSchema());
  for (const char* folder : {"device_specs", "catalog/fusions"}) {
    ForEachSpec(folder, [&](const std::string& name, const std::string& text) {
      const Verdict verdict = Judge(validator, name, text);
      EXPECT_TRUE(verdict.readable && verdict.schema && verdict.spec) << name << "\n"
                                                                      << verdict.messages;
    });
  }
}

// Where all stages find nothing, an editor must not either.
TEST(SchemaTest, AcceptsWhateverIsValid) {
  const JsonSchemaValidator validator(JsonSchema());
  int valid = 0;
  for (const char* folder : {"tests/golden/model", "tests/golden/shapes"}) {
    ForEachSpec(folder, [&](const std::string& name, const std::string& text) {
      const diag::SourceFile source(name, text);
      diag::Sink sink;
      const std::optional<Spec> spec = ParseSpec(source, sink);
      if (spec) model::Link(*spec, sink);
      if (sink.has_errors()) return;
      ++valid;
      EXPECT_TRUE(Judge(validator, name, text).schema) << name;
    });
  }
  EXPECT_GT(valid, 5);
}

TEST(SchemaTest, DescribesEveryKey) {
  for (const Field& field : Fields()) {
    EXPECT_TRUE(field.doc.ends_with('.')) << field.name;
    const bool empty = FieldsOf(PathOf(field.parent, field.name)).empty();
    EXPECT_EQ(field.type == FieldType::kMap, !empty) << field.name;
  }
  const json schema = json::parse(JsonSchema());
  EXPECT_EQ(
      schema["properties"]["device"]["properties"]["memory"]["properties"]["capacity"]["default"],
      "4GiB");
  EXPECT_EQ(schema["properties"]["device"]["properties"]["count"]["default"], 1);
  EXPECT_EQ(
      schema["properties"]["device"]["properties"]["memory"]["properties"]["growth"]["default"],
      true);
  EXPECT_EQ(schema["required"], json({"plugingen", "plugin"}));
}

// The starter spec with all that stands in comments and is no prose switched on.
std::string SwitchedOn(const std::string& starter) {
  std::istringstream lines(starter);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const size_t hash = line.find("# ");
    const std::string behind = hash == std::string::npos ? "" : line.substr(hash + 2);
    const std::string rest(base::Trim(behind));
    const bool key =
        rest.starts_with("- ") || (rest.find(':') != std::string::npos &&
                                   rest.substr(0, rest.find(':')).find(' ') == std::string::npos &&
                                   !rest.starts_with("yaml-"));
    text += (key ? line.substr(0, hash) + behind : line) + "\n";
  }
  return text;
}

TEST(StarterSpecTest, IsAValidSpecForAnyName) {
  const JsonSchemaValidator validator(JsonSchema());
  for (const std::string name : {"nova_npu", "npu2", "cpu", "x", "a1b2", "true_npu"}) {
    const std::string text = StarterSpec({.name = name});
    EXPECT_TRUE(text.starts_with(kModeline));
    const Verdict verdict = Judge(validator, name, text);
    EXPECT_TRUE(verdict.readable && verdict.schema && verdict.spec) << text << verdict.messages;
  }
}

// What stands there in comments must be as valid as the rest, whatever was chosen.
TEST(StarterSpecTest, IsValidWithEveryCommentedKeySwitchedOn) {
  const JsonSchemaValidator validator(JsonSchema());
  const std::vector<StarterKernel> many = {{"set: cnn", "For images."},
                                           {"Tan", ""},
                                           {"{op: Cholesky, implementation: stub}  # rare", "So."}};
  for (const std::string_view backend : WordsOf<Backend>()) {
    for (const auto& [type, range] :
         std::vector<std::pair<std::string, std::string>>{{"", ""}, {"NPU", ">=2.13, <2.19"}}) {
      for (const auto& kernels : {std::vector<StarterKernel>(), many}) {
        const std::string text = StarterSpec(
            {"nova_npu", type, std::string(backend), range, type.empty() ? "" : "github", kernels});
        for (const std::string& each : {text, SwitchedOn(text)}) {
          const Verdict verdict = Judge(validator, "starter.yaml", each);
          EXPECT_TRUE(verdict.readable && verdict.schema && verdict.spec)
              << each << verdict.messages;
        }
      }
    }
  }
}

TEST(StarterSpecTest, ShowsTheKeysOfTheChosenBackend) {
  EXPECT_NE(SwitchedOn(StarterSpec({.backend = "reference"})).find("\n  hardware:\n    # Product"),
            std::string::npos);
  EXPECT_EQ(StarterSpec({.backend = "custom"}).find("opencl:"), std::string::npos);
  const std::string opencl = StarterSpec({.backend = "opencl"});
  EXPECT_NE(opencl.find("\n    # devices: gpu\n"), std::string::npos) << opencl;
  EXPECT_EQ(opencl.find("# streams:"), std::string::npos) << opencl;
  EXPECT_NE(opencl.find("# pci_bus_id:"), std::string::npos) << opencl;
  EXPECT_NE(opencl.find("\ngraph:\n  rewrites:\n    - set: keras\n"), std::string::npos) << opencl;
}

// Drivers of devices with kernels know how much memory there is, and use all of it.
TEST(StarterSpecTest, LimitsNoMemoryOfRealDevices) {
  constexpr std::string_view kLimit = "\n    capacity: ";
  EXPECT_NE(StarterSpec({.backend = "reference"}).find(kLimit), std::string::npos);
  for (const std::string backend : {"opencl", "cuda"}) {
    EXPECT_EQ(StarterSpec({.backend = backend}).find(kLimit), std::string::npos) << backend;
  }
}

TEST(StarterSpecTest, FitsATerminal) {
  std::istringstream lines(StarterSpec({.name = "nova_npu"}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(StarterSpecTest, MakesADeviceTypeOfTheName) {
  EXPECT_EQ(StarterDeviceType("nova_npu2"), "NOVA_NPU");
  EXPECT_EQ(StarterDeviceType("n_2"), "N");
  EXPECT_EQ(StarterDeviceType("cpu"), "MY_DEVICE");
}

// Whatever the user types is one value of YAML, and its own diagnostics say what is wrong with it.
TEST(StarterSpecTest, TakesAnyTextForAValue) {
  EXPECT_EQ(YamlWord("nova_npu"), "nova_npu");
  for (const std::string_view text :
       {"", "true", "No", "1", "a: b", "a\"b\\", "a\nb\tc", "\x7f", "größe", "# a", "'", "- x"}) {
    diag::Sink sink;
    const diag::SourceFile source("a.yaml", "key: " + YamlWord(text) + "\n");
    const std::optional<YamlTree> tree = ParseYaml(source, sink);
    ASSERT_TRUE(tree) << text;
    EXPECT_EQ(tree->root().members.front().value->text, text);
    EXPECT_FALSE(tree->root().members.front().value->plain) << text;
  }
  const JsonSchemaValidator validator(JsonSchema());
  const Verdict verdict = Judge(validator, "a.yaml", StarterSpec({.name = "a\nb: \"c"}));
  EXPECT_TRUE(verdict.readable && !verdict.spec) << verdict.messages;
}

}  // namespace
}  // namespace plugingen::spec
