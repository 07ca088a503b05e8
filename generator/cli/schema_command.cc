#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/replace_file.h"
#include "base/text.h"
#include "cli/command.h"
#include "spec/schema.h"

namespace plugingen::cli {
namespace {

// True if plugingen, of any version, wrote the schema, so that it may be replaced. A file that only
// mentions the schema belongs to the user.
bool IsOurs(const std::string& text) {
  const auto read = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object()) return false;
  const auto title = read.find("title");
  return title != read.end() && title->is_string() &&
         title->get_ref<const std::string&>().starts_with(spec::kSchemaTitle);
}

int RefuseFile(const std::string& path, const std::string& why, Console& console) {
  console.Error(base::Quoted(path) + " " + why + "; it was not changed");
  return kRefused;
}

int WriteNew(const std::string& path, const std::string& schema, FileSystem& disk,
             Console& console) {
  if (const std::string folder = ParentOf(path); !folder.empty()) disk.MakeDirectories(folder);
  if (!MakeFile(path, schema)) return RefuseFile(path, "was created meanwhile", console);
  console.Complain("Wrote " + base::Quoted(path) + "\n");
  return kDone;
}

int Write(const std::string& path, const std::string& schema, Console& console) {
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  const FileKind kind = disk->Kind(path);
  if (kind == FileKind::kMissing) return WriteNew(path, schema, *disk, console);
  const FolderLock lock(FolderOfFile(path));
  const std::string before = kind == FileKind::kFile ? disk->Read(path).value_or("") : "";
  if (!IsOurs(before)) {
    return RefuseFile(path, "already exists and is not plugingen's schema", console);
  }
  if (before == schema) {
    console.Complain(base::Quoted(path) + " is up to date\n");
    return kDone;
  }
  if (const std::string why = RefusalToReplace(path); !why.empty()) {
    return RefuseFile(path, why, console);
  }
  if (!ReplaceFile(path, before, schema)) return RefuseFile(path, "changed meanwhile", console);
  console.Complain("Wrote " + base::Quoted(path) + "\n");
  return kDone;
}

}  // namespace

Run AddSchema(CLI::App& app) {
  const auto output = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of specs, for editors");
  command
      ->add_option("-o,--output", *output,
                   "The file to write; another schema there is replaced. The default is -, the "
                   "standard output")
      ->check(NotEmpty)
      ->type_name("FILE");
  return [output](Console& console) {
    const std::string schema = spec::JsonSchema();
    if (!output->empty() && *output != "-") return Write(*output, schema, console);
    console.Print(schema);
    return static_cast<int>(kDone);
  };
}

}  // namespace plugingen::cli
