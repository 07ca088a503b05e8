#include "cli/command.h"
#include "spec/schema.h"

namespace plugingen::cli {

Run AddSchema(CLI::App& app) {
  app.add_subcommand("schema", "Print the JSON Schema of specs, for editors");
  return [](Console& console) {
    console.Print(spec::JsonSchema());
    return kDone;
  };
}

}  // namespace plugingen::cli
