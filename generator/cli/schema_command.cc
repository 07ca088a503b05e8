#include <memory>
#include <string>

#include "base/file_system.h"
#include "base/text.h"
#include "cli/command.h"
#include "spec/schema.h"

namespace plugingen::cli {
namespace {

// A schema that this or another plugingen wrote is nobody's work, and gives way to the new one.
bool MayBeReplaced(const std::string& path, const FileSystem& disk) {
  switch (disk.Kind(path)) {
    case FileKind::kMissing:
      return true;
    case FileKind::kFile:
      return disk.Read(path).value_or("").find(spec::kSchemaTitle) != std::string::npos;
    default:
      return false;
  }
}

int Write(const std::string& path, const std::string& schema, Console& console) {
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  if (!MayBeReplaced(path, *disk)) {
    console.Error(base::Quoted(path) +
                  " is there already and no schema of plugingen's; it stays as it is");
    return kRefused;
  }
  if (disk->Kind(path) == FileKind::kFile && disk->Read(path) == schema) {
    console.Complain(base::Quoted(path) + " is up to date\n");
    return kDone;
  }
  const bool is_new = disk->Kind(path) == FileKind::kMissing;
  try {
    if (const std::string folder = ParentOf(path); !folder.empty()) disk->MakeDirectories(folder);
    disk->Write(path, schema, /*executable=*/false);
  } catch (const FileError&) {
    // Editors would complain of half a schema with each word that is typed.
    if (is_new && disk->Kind(path) == FileKind::kFile) disk->Remove(path);
    throw;
  }
  console.Complain("Wrote " + base::Quoted(path) + "\n");
  return kDone;
}

}  // namespace

Run AddSchema(CLI::App& app) {
  const auto output = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of specs, for editors");
  command
      ->add_option("-o,--output", *output,
                   "The file to write instead of the standard output; another schema there is "
                   "replaced")
      ->check(NotEmpty)
      ->type_name("FILE");
  return [output](Console& console) {
    const std::string schema = spec::JsonSchema();
    if (!output->empty()) return Write(*output, schema, console);
    console.Print(schema);
    return static_cast<int>(kDone);
  };
}

}  // namespace plugingen::cli
