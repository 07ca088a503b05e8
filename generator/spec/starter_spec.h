// The commented spec that `plugingen init` writes and `new` makes a project from.

#ifndef PLUGINGEN_SPEC_STARTER_SPEC_H_
#define PLUGINGEN_SPEC_STARTER_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::spec {

// An item of `kernels:`.
struct StarterKernel {
  std::string text;     // without the "- "
  std::string comment;  // why the item is there, for the line above; may be empty
};

// The user's choices. Any text is allowed: it is written so that the spec stays valid YAML, and the
// spec's diagnostics report what is wrong with it.
struct StarterChoices {
  std::string name = "my_npu";
  std::string device_type{};  // "" derives it from the name
  std::string backend{};      // "" is the default, as for the range
  std::string tensorflow{};
  std::string ci{};
  std::vector<StarterKernel> kernels{};
};

// Returns the default device type in the starter spec for a plugin of this name.
std::string StarterDeviceType(std::string_view name);

// Returns a text as one YAML value: without quotes if that is safe.
std::string YamlWord(std::string_view text);

// Returns a spec with all keys. Chosen keys have values. The others are comments, and uncommenting
// any of them gives a valid spec. The spec is valid if the choices are.
std::string StarterSpec(const StarterChoices& choices);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_STARTER_SPEC_H_
