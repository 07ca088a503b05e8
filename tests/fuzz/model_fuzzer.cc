// Any bytes as a model: what comes back is a list of ops or an error, and either can be printed.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/history.h"
#include "coverage/coverage.h"
#include "coverage/graph_def.h"
#include "coverage/op_list.h"
#include "coverage/print_coverage.h"

namespace plugingen {
namespace {

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "model_fuzzer: %s\n", what);
  std::abort();
}

void RequirePrintable(const coverage::Model& model) {
  const catalog::Catalog& catalog = catalog::Catalog::BuiltIn();
  const coverage::Coverage covered = coverage::Cover(model, model::Plugin{}, catalog);
  spec::TensorFlowSection range;
  range.min = {2, 12};
  range.end = {2, 22};
  const std::string missing = coverage::MissingEntries(covered, catalog, model::Served(range));
  const std::string text = coverage::PrintText(covered, missing, "");
  Require(text.find('\x1b') == std::string::npos, "a control character reached the terminal");
  Require(
      covered.items.empty() || missing.empty() == (covered.Count(coverage::Where::kMissing) == 0),
      "what is missing has no entry");
  coverage::PrintJson(covered, missing, "");
}

}  // namespace

void CheckModelFile(std::string_view bytes) {
  base::WireError error;
  const coverage::Model model = coverage::ReadModel(bytes, error);
  Require(error.offset <= bytes.size(), "an error lies behind the file");
  Require(error.message.empty() || model.uses.empty(), "a file is both wrong and right");
  RequirePrintable(model);
}

void CheckOpList(std::string_view text) {
  std::vector<std::string> errors;
  const coverage::Model model = coverage::ReadOpList(text, errors);
  Require(!errors.empty() || !model.uses.empty(), "nothing was read, and nothing was said");
  RequirePrintable(model);
}

}  // namespace plugingen

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  plugingen::CheckModelFile(bytes);
  plugingen::CheckOpList(bytes);
  return 0;
}
