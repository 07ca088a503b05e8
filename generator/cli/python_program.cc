#include "cli/python_program.h"

#include <memory>

#include "base/file_system.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"

namespace plugingen::cli {
namespace {

// True if the program prints the version as every Python does.
bool SaysThatItIsPython(const std::string& program) {
  const auto disk = MakeRealFileSystem();
  const TemporaryFolder work(*disk, FolderForTemporaries(), "plugingen-");
  const ProcessResult done =
      RunProcess({program, "--version"}, work.Path("output"), work.Path("errors"));
  return done.problem.empty() && done.status == 0 &&
         disk->Read(work.Path("output")).value_or("").starts_with("Python ");
}

}  // namespace

std::string NoPythonText(const std::string& given) {
  const std::string program = FindProgram(given);
  const auto disk = MakeRealFileSystem();
  const bool is_path = given.find('/') != std::string::npos;
  if (is_path && disk->Kind(given) == FileKind::kDirectory) {
    return base::Quoted(given) + " is a folder";
  }
  if (program.empty()) {
    return is_path && disk->Kind(given) != FileKind::kMissing
               ? base::Quoted(given) + " is not executable"
               : "there is no program " + base::Quoted(given);
  }
  return SaysThatItIsPython(program) ? "" : base::Quoted(given) + " is not a Python";
}

}  // namespace plugingen::cli
