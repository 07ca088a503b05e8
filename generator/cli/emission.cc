#include "cli/emission.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/file_system.h"
#include "catalog/c_api.h"
#include "catalog/history.h"
#include "catalog/source.h"
#include "emit/file_list.h"
#include "emit/template_set.h"
#include "model/link.h"
#include "spec/parse.h"
#include "spec/release_range.h"

namespace plugingen::cli {
namespace {

// Reads the templates of a folder with the layout of templates/.
emit::TemplateSet TemplatesOf(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder, error), end;
       !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file()) continue;
    paths.push_back(entry->path().lexically_relative(folder).generic_string());
  }
  if (error) throw FileError("cannot read templates in '" + folder + "': " + error.message());
  return emit::TemplateSet(std::move(paths), [folder](std::string_view path) {
    return MakeRealFileSystem()->Read(JoinPath(folder, path));
  });
}

// Two files with the same path are a bug in the generator, which would otherwise surface much
// later.
void RequireDistinctPaths(const std::vector<base::OutputFile>& sorted) {
  const auto same = std::adjacent_find(
      sorted.begin(), sorted.end(),
      [](const base::OutputFile& a, const base::OutputFile& b) { return a.path == b.path; });
  if (same != sorted.end()) throw std::logic_error("two files would be written to " + same->path);
}

// Lets ranges include the releases of the user's catalogue.
void LearnReleases() {
  if (catalog::FolderInUse().empty()) return;
  const auto after = [](spec::Release release) {
    return spec::Release{release.major, release.minor + 1};
  };
  const catalog::CApi& api = catalog::CApi::BuiltIn();
  const spec::Release newest_ops =
      *spec::ParseRelease(catalog::History::BuiltIn().Newest().release());
  const spec::Release newest_api = *spec::ParseRelease(api.releases().back());
  const bool ends_with_nightly = api.nightly() == api.releases().back();
  const spec::Release next = ends_with_nightly ? newest_api : after(newest_api);
  spec::UseKnownReleases(
      {std::max(next, after(newest_ops)), after(std::max(newest_api, newest_ops))});
}

}  // namespace

void NameSpec(Emission& emission, const std::string& spec_path) {
  for (base::OutputFile& file : emission.files) {
    if (file.path == emission.spec_path) file.path = spec_path;
  }
  emission.spec_path = spec_path;
}

std::optional<model::Plugin> LinkSpec(const diag::SourceFile& source, diag::Sink& sink) {
  LearnReleases();
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  if (!spec) return std::nullopt;
  return model::Link(*spec, sink);
}

void CheckSpec(const diag::SourceFile& source, diag::Sink& sink) { LinkSpec(source, sink); }

std::optional<Emission> Emit(const diag::SourceFile& source, const std::string& template_dir,
                             diag::Sink& sink, const std::map<std::string, std::string>& own) {
  const std::optional<model::Plugin> plugin = LinkSpec(source, sink);
  if (!plugin || sink.has_errors()) return std::nullopt;

  Emission emission;
  emission.name = plugin->spec.plugin.name.value;
  emission.spec_path = emission.name + ".yaml";
  emission.tensorflow = plugin->spec.tensorflow.text.value;
  emission.newest_release = spec::ReleaseText(spec::NewestBefore(plugin->spec.tensorflow.end));
  const emit::Texts texts(own.begin(), own.end());
  emission.files = template_dir.empty()
                       ? emit::EmitProject(*plugin, emit::TemplateSet::BuiltIn(), texts)
                       : emit::EmitProject(*plugin, TemplatesOf(template_dir), texts);
  emission.files.push_back({emission.spec_path, base::Ownership::kOnce, source.text()});
  std::sort(emission.files.begin(), emission.files.end(),
            [](const base::OutputFile& a, const base::OutputFile& b) { return a.path < b.path; });
  RequireDistinctPaths(emission.files);
  for (const auto& new_op : plugin->ops.all()) {
    for (const op::RunTimePart& part : op::KnownOnlyAtRunTime(new_op->shapes, new_op->def)) {
      emission.unknown_shapes.push_back(new_op->def.name + ": " + part.Text());
    }
  }
  return emission;
}

}  // namespace plugingen::cli
