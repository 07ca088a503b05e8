// The commented spec that `plugingen init` writes, and `new` makes a project of.

#ifndef PLUGINGEN_SPEC_STARTER_SPEC_H_
#define PLUGINGEN_SPEC_STARTER_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::spec {

// An item under `kernels:`.
struct StarterKernel {
  std::string text;     // what stands behind "- "
  std::string comment;  // a sentence above it that says why it is there; may be empty
};

// What the user decided. Values may be anything: they are written so that the text stays YAML, and
// its own diagnostics say what is wrong with them.
struct StarterChoices {
  std::string name = "my_npu";
  std::string device_type{};  // "" follows from the name
  std::string backend{};      // "" is the default, like that of the range
  std::string tensorflow{};
  std::string ci{};
  std::vector<StarterKernel> kernels{};
};

// The device's type that a plugin of this name has by default in the starter spec.
std::string StarterDeviceType(std::string_view name);

// A text as one value of YAML: plain where that is safe, else in quotes.
std::string YamlWord(std::string_view text);

// A spec with all keys: some as they are chosen, the others as comments that are right when they
// are switched on. Valid if the choices are.
std::string StarterSpec(const StarterChoices& choices);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_STARTER_SPEC_H_
