#include "catalog/sources.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

std::string_view Source::program() const {
  constexpr std::string_view kText = ".inc";
  return name.ends_with(kText) ? name.substr(0, name.size() - kText.size()) : std::string_view();
}

const std::vector<Source>& Sources() {
  static const auto* const sources =
      new std::vector<Source>(ReadSources(base::EmbeddedText("catalog/sources.txt")));
  return *sources;
}

std::vector<Source> ReadSources(std::string_view text) {
  constexpr std::string_view kBackend = "backend ";
  std::vector<Source> sources;
  std::vector<std::string_view> backends;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    if (line.starts_with(kBackend)) {
      backends = SplitParts(line.substr(kBackend.size()), ' ');
      continue;
    }
    Source source;
    source.backends = backends;
    source.primitive = TakePart(line, '|');
    source.name = TakePart(line, '|');
    const std::string_view types = TakePart(line, '|');
    source.types = SplitParts(types, types.find(',') == std::string_view::npos ? ' ' : ',');
    source.leaves = Stripped(line);
    sources.push_back(std::move(source));
  }
  return sources;
}

std::vector<Source> SourcesOf(const std::vector<Source>& sources, std::string_view backend,
                              std::string_view primitive) {
  std::vector<Source> found;
  std::copy_if(sources.begin(), sources.end(), std::back_inserter(found),
               [&](const Source& source) {
                 return source.primitive == primitive &&
                        std::find(source.backends.begin(), source.backends.end(), backend) !=
                            source.backends.end();
               });
  return found;
}

}  // namespace plugingen::catalog
