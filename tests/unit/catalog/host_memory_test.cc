#include "catalog/host_memory.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "base/text.h"
#include "catalog/history.h"
#include "catalog/lines.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string_view> HostOf(std::string_view op, std::vector<ChosenType> types) {
  return HostMemoryArgs(*Catalog::BuiltIn().Find(op), types);
}

TEST(HostMemoryTest, ComesFromCoresKernelsForEveryDevice) {
  EXPECT_THAT(HostOf("Reshape", {{"T", "float"}, {"Tshape", "int64"}}), ElementsAre("shape"));
  EXPECT_THAT(HostOf("Reshape", {{"T", "int32"}, {"Tshape", "int64"}}),
              ElementsAre("tensor", "shape", "output"));
  EXPECT_THAT(HostOf("AddV2", {{"T", "int32"}}), ElementsAre("x", "y", "z"));
}

TEST(HostMemoryTest, ElseFromTheTable) {
  EXPECT_THAT(HostOf("Sum", {{"T", "float"}, {"Tidx", "int32"}}), ElementsAre("reduction_indices"));
  EXPECT_THAT(HostOf("StridedSlice", {{"T", "float"}, {"Index", "int32"}}),
              ElementsAre("begin", "end", "strides"));
  EXPECT_THAT(HostOf("Max", {{"T", "half"}, {"Tidx", "int32"}}), ElementsAre("reduction_indices"));
}

TEST(HostMemoryTest, ElseFromCoresKernelsForTheCpu) {
  EXPECT_THAT(HostOf("Roll", {{"T", "float"}, {"Tshift", "int32"}, {"Taxis", "int32"}}),
              ElementsAre("shift", "axis"));
  EXPECT_THAT(HostOf("AvgPool3DGrad", {{"T", "double"}}), ElementsAre("orig_input_shape"))
      << "a type that the CPU does not serve";
  EXPECT_THAT(HostOf("ResourceApplyAdam", {{"T", "float"}}), IsEmpty()) << "resources";
  EXPECT_THAT(HostOf("InTopK", {{"T", "int32"}}), IsEmpty()) << "all of its arguments";
}

TEST(HostMemoryTest, DependsOnTheType) {
  EXPECT_THAT(HostOf("Pack", {{"T", "float"}}), IsEmpty());
  EXPECT_THAT(HostOf("Pack", {{"T", "int32"}}), ElementsAre("values", "output"));
  EXPECT_THAT(HostOf("Transpose", {{"T", "float"}, {"Tperm", "int32"}}), ElementsAre("perm"));
  EXPECT_THAT(HostOf("Transpose", {{"T", "int32"}, {"Tperm", "int32"}}),
              ElementsAre("x", "perm", "y"));
}

TEST(HostMemoryTest, NothingForMostOps) {
  EXPECT_THAT(HostOf("Relu", {{"T", "float"}}), IsEmpty());
  EXPECT_THAT(HostOf("MatMul", {{"T", "float"}}), IsEmpty());
}

TEST(HostMemoryTest, KnowsWhatCoreComputesOnTheHost) {
  const auto on_host = [](std::string_view op, std::vector<ChosenType> types) {
    return CoreServesOnHost(*Catalog::BuiltIn().Find(op), types);
  };
  EXPECT_TRUE(on_host("AddV2", {{"T", "int32"}}));
  EXPECT_FALSE(on_host("AddV2", {{"T", "float"}}));
  EXPECT_FALSE(on_host("Reshape", {{"T", "float"}, {"Tshape", "int32"}}));
  EXPECT_FALSE(on_host("NoOp", {})) << "it has nothing to have there";
  EXPECT_FALSE(on_host("ZerosLike", {{"T", "int32"}})) << "its input stays on the device";
}

TEST(HostMemoryTest, FindsCoresKernelByDeviceTypesAndLabel) {
  constexpr std::string_view kText =
      "tensorflow 9.1\nop A\nattr T: type\nattr format: {\"x\", \"y\"}\n"
      "kernel GPU T=float|half format=\"x\"\nkernel GPU T=double label=slow priority=3\n";
  const History history(kText);
  const Op& op = *history.Newest().Find("A");
  EXPECT_NE(FindCoreKernel(op, "GPU", {{"T", "half"}}), nullptr)
      << "some node has the format that is asked for";
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "int32"}}), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "CPU", {{"T", "half"}}), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "double"}}), nullptr);
  ASSERT_NE(FindCoreKernel(op, "GPU", {{"T", "double"}}, "slow"), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "double"}}, "slow")->priority, 3);
}

// What a line says that core's row says as well need not be kept by hand.
TEST(HostMemoryTest, TheTableRepeatsNoRowOfTheCpu) {
  std::string_view text = base::EmbeddedText("catalog/host_memory.txt");
  std::map<std::string_view, std::vector<std::string_view>> lines;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    const std::string_view name = TakePart(line, ' ');
    lines[name].push_back(line);
  }
  for (const auto& [name, rules] : lines) {
    const Op& op = *Catalog::BuiltIn().Find(name);
    std::set<std::set<std::string_view>> rows;
    for (const CoreKernel& kernel : op.kernels) {
      if (kernel.device != "CPU") continue;
      rows.emplace(kernel.host_memory.begin(), kernel.host_memory.end());
    }
    const std::vector<std::string_view> args = SplitParts(rules.front(), ',');
    // (All arguments of a kernel for the CPU say nothing of those for devices.)
    const bool all = args.size() == op.inputs.size() + op.outputs.size();
    const bool repeats = !all && rules.size() == 1 && rows.size() == 1 &&
                         *rows.begin() == std::set<std::string_view>(args.begin(), args.end());
    EXPECT_FALSE(repeats) << name;
  }
}

// A function or class of library/reference/ for kernels.
struct Part {
  std::string name;      // the class's if it is a method
  std::string function;  // "" for classes
  std::string text;
};

std::vector<Part> PartsOfReference() {
  const std::regex name(
      "class (\\w+)|(?:(\\w+)::)?(\\w+)\\([^()]*(?:OpKernelContext\\* ctx|const Tensor& )");
  std::vector<Part> parts;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (!file.path.starts_with("library/reference/")) continue;
    std::string_view text = file.text;
    while (!text.empty()) {
      const size_t end = std::min(text.find("\n}"), text.size() - 1) + 1;
      const std::string part(text.substr(0, end));
      text.remove_prefix(end);
      std::smatch found;
      if (!std::regex_search(part, found, name)) continue;
      const std::string owner = found[1].matched ? found[1] : found[2];
      parts.push_back({owner.empty() ? found[3].str() : owner, found[3], part});
    }
  }
  return parts;
}

// True if the function reads a tensor on the host that it is given.
bool ReadsATensor(const Part& part) {
  const std::regex tensor("const Tensor& (\\w+)");
  for (std::sregex_iterator it(part.text.begin(), part.text.end(), tensor), end; it != end; ++it) {
    if (part.text.find("HostValues(" + (*it)[1].str() + ")") != std::string::npos) return true;
  }
  return false;
}

bool HasWord(const std::string& text, const std::string& word) {
  const auto is_part = [&](size_t i) {
    return i < text.size() && (std::isalnum(text[i]) != 0 || text[i] == '_');
  };
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if (!is_part(at - 1) && !is_part(at + word.size())) return true;
  }
  return false;
}

// The numbers of the inputs that a kernel with this text reads on the host: by itself, by a base
// class or function that has its context, or by a function that it hands the tensor to.
std::set<size_t> ReadOnHost(const std::string& kernel, const std::vector<Part>& parts) {
  std::vector<std::string> texts = {kernel};
  std::set<std::string> seen;
  for (size_t i = 0; i < texts.size(); ++i) {
    for (const Part& part : parts) {
      if (part.text.find("ctx->input(") == std::string::npos || !HasWord(texts[i], part.name))
        continue;
      if (seen.insert(part.text).second) texts.push_back(part.text);
    }
  }
  std::string readers = "HostValues";
  for (const Part& part : parts) {
    if (!part.function.empty() && ReadsATensor(part)) readers += "|" + part.function;
  }
  const std::regex named("const Tensor (\\w+) = ctx->input\\((\\d+)\\)");
  const std::regex call("\\b(?:" + readers + ")\\(([^;]*);");
  const std::regex input("ctx->input\\((\\d+)\\)");
  std::set<size_t> read;
  for (const std::string& text : texts) {
    for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it) {
      if (text.find("HostValues(" + (*it)[1].str() + ")") != std::string::npos)
        read.insert(std::stoul((*it)[2]));
    }
    for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it) {
      const std::string arguments = (*it)[1];
      for (std::sregex_iterator arg(arguments.begin(), arguments.end(), input); arg != end; ++arg)
        read.insert(std::stoul((*arg)[1]));
    }
  }
  return read;
}

// An input that a kernel of the library reads on the host is in host memory, whatever its types.
TEST(HostMemoryTest, CoversWhatTheKernelsRead) {
  const std::vector<Part> parts = PartsOfReference();
  std::set<std::string> readers;
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const Op& op = *Catalog::BuiltIn().Find(name);
    const std::string text(base::EmbeddedText("library/kernels/" + base::SnakeCase(name) + ".cc"));
    for (const size_t number : ReadOnHost(text, parts)) {
      ASSERT_LT(number, op.inputs.size()) << name;
      readers.emplace(name);
      const std::string_view arg = op.inputs[number].name;
      for (const auto& product : kernel.types) {
        std::vector<ChosenType> types;
        for (const Constraint& attr : product) types.push_back({attr.attr, attr.types.front()});
        for (const Constraint& attr : product) {
          for (const std::string_view dtype : attr.types) {
            std::vector<ChosenType> chosen = types;
            for (ChosenType& type : chosen) {
              if (type.attr == attr.attr) type.dtype = dtype;
            }
            EXPECT_THAT(HostMemoryArgs(op, chosen), testing::Contains(arg))
                << name << " " << attr.attr << "=" << dtype;
          }
        }
      }
    }
  }
  EXPECT_GE(readers.size(), 45u) << "reads are written in another way than this test knows";
}

// Axes, sizes and the like have to fit the other arguments, so calls of such ops are drawn by
// functions of their own. (Ops on variables are called by tests in Python.)
TEST(HostMemoryTest, TestsDrawCallsOfOpsThatReadOnTheHost) {
  std::string tests;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (file.path.starts_with("library/testing/kernel_test_")) tests += file.text;
  }
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const Op& op = *Catalog::BuiltIn().Find(name);
    std::vector<ChosenType> types;
    for (const Constraint& attr : kernel.types.front()) {
      types.push_back({attr.attr, attr.types.front()});
    }
    const auto reads = [&](const Arg& arg) {
      const auto args = HostMemoryArgs(op, types);
      return std::find(args.begin(), args.end(), arg.name) != args.end();
    };
    const bool of_variable = std::any_of(op.inputs.begin(), op.inputs.end(),
                                         [](const Arg& arg) { return arg.type == "resource"; });
    if (of_variable || std::none_of(op.inputs.begin(), op.inputs.end(), reads)) continue;
    EXPECT_NE(tests.find("\"" + std::string(name) + "\""), std::string::npos)
        << "no test draws calls of " << name;
  }
}

// Every line of the table names what exists.
TEST(HostMemoryTest, TheTableFitsTheCatalogue) {
  std::string_view text = base::EmbeddedText("catalog/host_memory.txt");
  std::string_view before;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    std::string_view rest = line;
    const std::string_view name = TakePart(rest, ' ');
    EXPECT_LE(before, name) << "sorted by op";
    before = name;
    const Op* op = Catalog::BuiltIn().Find(name);
    ASSERT_NE(op, nullptr) << line;
    if (rest.find('=') != std::string_view::npos) {
      const Attr* attr = op->FindAttr(TakePart(rest, '='));
      ASSERT_NE(attr, nullptr) << line;
      EXPECT_TRUE(attr->is_type) << line;
      const std::string_view dtype = TakePart(rest, ' ');
      EXPECT_TRUE(attr->allowed_types.empty() || Contains(attr->allowed_types, dtype)) << line;
    }
    const std::vector<std::string_view> args = SplitParts(rest, ',');
    EXPECT_FALSE(args.empty()) << line;
    for (const std::string_view arg : args) EXPECT_TRUE(op->HasArg(arg)) << line;
  }
}

}  // namespace
}  // namespace plugingen::catalog
