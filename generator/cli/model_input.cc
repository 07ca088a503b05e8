#include "cli/model_input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/wire_reader.h"
#include "coverage/graph_def.h"
#include "coverage/op_list.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxModelBytes = uint64_t{2} << 30;  // the size limit of a protocol buffer
constexpr size_t kMaxListBytes = size_t{16} << 20;

// Guesses from the first bytes which format a file has that is neither a SavedModel nor a GraphDef.
// Returns "" for an unknown format.
std::string OtherFormat(std::string_view bytes) {
  if (bytes.size() > 8 && bytes.substr(4, 4) == "TFL3") {
    return "a TensorFlow Lite model, which has other ops";
  }
  if (bytes.starts_with("node {") || bytes.starts_with("node:") ||
      bytes.starts_with("saved_model_schema_version:")) {
    return "a graph as text; write it with as_text=False";
  }
  return "";
}

// True if the file is a list of ops, which only `-` accepts.
bool IsOpList(std::string_view bytes) {
  std::vector<std::string> errors;
  return bytes.size() <= kMaxListBytes && !coverage::ReadOpList(bytes, errors).uses.empty() &&
         errors.empty();
}

// Returns the file with the graph. In the folder of a SavedModel, its name is fixed.
fs::path GraphFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? path / "saved_model.pb" : path;
}

std::optional<coverage::Model> ReadList(Console& console) {
  std::string text(kMaxListBytes + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(std::cin.gcount()));
  std::vector<std::string> errors;
  std::optional<coverage::Model> model;
  if (text.size() > kMaxListBytes) {
    errors = {"it is larger than 16 MiB"};
  } else {
    model = coverage::ReadOpList(text, errors);
  }
  for (const std::string& error : errors) {
    console.Error("the list of ops on the standard input: " + error);
  }
  return errors.empty() ? model : std::nullopt;
}

}  // namespace

std::optional<coverage::Model> ReadModelInput(const std::string& path, const KerasOptions& keras,
                                              Console& console) {
  if (path == "-") return ReadList(console);
  const fs::path file = GraphFile(path);
  std::error_code missing;
  const uint64_t size = fs::file_size(file, missing);
  std::ifstream stream(file, std::ios::binary);
  if (missing || !stream) {
    const int reason = missing ? missing.value() : errno;
    console.Error("cannot read " + base::Quoted(file.string()) + ": " + std::strerror(reason));
    if (file != fs::path(path)) {
      console.Complain("A SavedModel's folder has a file 'saved_model.pb'.\n");
    }
    return std::nullopt;
  }
  if (size > kMaxModelBytes) {
    console.Error(base::Quoted(file.string()) + " is not a graph: it is larger than 2 GiB");
    return std::nullopt;
  }
  std::string bytes(std::istreambuf_iterator<char>(stream), {});
  if (IsKerasModel(bytes)) {
    std::optional<std::string> traced = TraceKerasModel(file.string(), keras, console);
    if (!traced) return std::nullopt;
    bytes = std::move(*traced);
  } else if (!keras.loss.empty()) {
    console.Error(base::Quoted(file.string()) +
                  " is not a Keras file; --loss works only with these");
    return std::nullopt;
  }
  if (const std::string other = OtherFormat(bytes); !other.empty()) {
    console.Error(base::Quoted(file.string()) + " is " + other);
    return std::nullopt;
  }
  base::WireError error;
  coverage::Model model = coverage::ReadModel(bytes, error);
  if (!error.message.empty()) {
    console.Error(base::Quoted(file.string()) + " is neither a SavedModel nor a GraphDef: " +
                  error.message + ", at byte " + std::to_string(error.offset));
    if (IsOpList(bytes)) {
      console.Complain("A list of ops is read from the standard input: 'plugingen coverage - <" +
                       base::ShellQuoted(file.string()) + "'.\n");
    }
    return std::nullopt;
  }
  return model;
}

}  // namespace plugingen::cli
