#include <vector>

#include "base/text.h"
#include "base/wrap.h"
#include "cli/api_page.h"

namespace plugingen::cli {
namespace {

using catalog::ApiEntry;
using catalog::ApiKind;
using catalog::ApiSection;
using catalog::CApi;
using catalog::ReleaseSet;

// True if `api list` shows the two as the same. It does not show where a declaration is and which
// library defines it.
bool SameShape(const ApiEntry& one, const ApiEntry& other) {
  return one.size == other.size && one.end == other.end && one.fields == other.fields &&
         one.declared == other.declared && one.values == other.values && one.value == other.value;
}

std::string ChangedIn(const CApi& api, const ApiSection& section) {
  std::string text;
  std::optional<ApiEntry> last;
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!catalog::Holds(section.releases, i)) continue;
    ApiEntry entry = api.Read(section, i);
    if (last && !SameShape(*last, entry)) {
      text += (text.empty() ? "changed in " : " and ") + std::string(api.releases()[i]);
    }
    last = std::move(entry);
  }
  return text;
}

std::string Exports(const CApi& api, const ApiSection& section) {
  ReleaseSet linked = 0;
  ReleaseSet elsewhere = 0;
  ReleaseSet all = 0;
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!catalog::Holds(section.releases, i) || !api.KnowsExports(i)) continue;
    const ApiEntry entry = api.Read(section, i);
    all |= ReleaseSet{1} << i;
    if (entry.ExportedBy("framework") || entry.is_inline) {
      linked |= ReleaseSet{1} << i;
    } else if (!entry.exported.empty()) {
      elsewhere |= ReleaseSet{1} << i;
    }
  }
  if (linked == all) return "";
  if (linked != 0) return "exported " + When(linked, all, api);
  return elsewhere != 0 ? "not for plugins to link" : "not exported";
}

std::string Details(const CApi& api, const ApiSection& section) {
  std::string text = catalog::SinceUntil(section.releases, api.releases());
  const auto add = [&text](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : ", ") + more;
  };
  add(ChangedIn(api, section));
  if (section.kind == ApiKind::kFunction) add(Exports(api, section));
  return text;
}

std::string DetailsIn(const CApi& api, const ApiSection& section, size_t release) {
  const ApiEntry entry = api.Read(section, release);
  if (section.kind == ApiKind::kStruct) return std::to_string(entry.size) + " bytes";
  if (section.kind == ApiKind::kMacro) return std::string(entry.value);
  if (section.kind != ApiKind::kFunction || !api.KnowsExports(release)) return "";
  if (entry.ExportedBy("framework") || entry.is_inline) return "";
  return entry.exported.empty() ? "not exported" : "not for plugins to link";
}

constexpr size_t kNameColumns = 36;
constexpr size_t kKindColumns = 10;

}  // namespace

std::string ApiTable(const CApi& api, std::optional<size_t> release) {
  std::string text;
  for (const ApiSection& section : api.sections()) {
    if (!api.ConcernsPlugins(section)) continue;
    if (release && !catalog::Holds(section.releases, *release)) continue;
    const std::string first = base::Padded(section.name, kNameColumns) + "  " +
                              base::Padded(catalog::ApiKindName(section.kind), kKindColumns);
    const std::string details = release ? DetailsIn(api, section, *release) : Details(api, section);
    text += details.empty() ? std::string(base::Trim(first)) + "\n"
                            : base::Wrapped(first, kNameColumns + 2 + kKindColumns, details);
  }
  return text;
}

}  // namespace plugingen::cli
