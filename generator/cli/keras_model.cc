#include "cli/keras_model.h"

#include <vector>

#include "base/file_system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "cli/python_tool.h"

namespace plugingen::cli {
namespace {

constexpr PythonTool kTracer = {
    .name = "trace_keras.py",
    .needs = "Reading a Keras file needs a Python that has TensorFlow; --python names one.\n",
    .advice =
        "What Keras runs can be exported as well: model.export(\"folder\") with Keras 3, "
        "tf.saved_model.save(model, \"folder\") with Keras 2.\n"};

}  // namespace

bool IsKerasModel(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("\x89HDF\r\n\x1a\n");
}

std::optional<std::string> TraceKerasModel(const std::string& file, const KerasOptions& options,
                                           Console& console) {
  const auto disk = MakeRealFileSystem();
  const TemporaryFolder work(*disk, FolderForTemporaries(), "plugingen-");
  const std::string traced = work.Path("traced.pb");
  std::vector<std::string> arguments;
  if (!options.loss.empty()) arguments.push_back("--loss=" + options.loss);
  if (!options.optimizer.empty()) arguments.push_back("--optimizer=" + options.optimizer);
  arguments.insert(arguments.end(), {"--", file, traced});
  const auto said = RunPythonTool(kTracer, options.python, arguments, *disk, work, console);
  if (!said) return std::nullopt;
  if (base::Trim(said->output) == "predict") {
    console.Note("only inference is traced: " + base::Quoted(file) +
                 " was saved without a loss; name one with --loss");
  }
  return disk->Read(traced).value_or("");
}

}  // namespace plugingen::cli
