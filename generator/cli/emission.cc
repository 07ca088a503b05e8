#include "cli/emission.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "spec/parse.h"
#include "spec/schema.h"
#if __has_include("emit/file_list.h")
#include "catalog/catalog.h"
#include "emit/file_list.h"
#include "model/link.h"
#endif

namespace plugingen::cli {
namespace {

#if !__has_include("emit/file_list.h")
}
void Check(const diag::SourceFile& source, diag::Sink& sink) { spec::ParseSpec(source, sink); }
std::optional<Emission> Emit(const diag::SourceFile& source, const std::string&, diag::Sink& sink) {
  Emission emission;
  const auto spec = spec::ParseSpec(source, sink);
  if (!spec || sink.has_errors()) return std::nullopt;
  emission.name = spec->plugin.name.value;
  emission.spec_path = emission.name + ".yaml";
  emission.files.push_back({emission.spec_path, emit::Ownership::kOnce, source.text()});
  return emission;
}
namespace {
#endif

}  // namespace
}  // namespace plugingen::cli
