// The keys of the plugin and of the supported releases.

#include "known_releases.h"
#include "spec/field_tables.h"

namespace plugingen::spec {

namespace {

// Names joined by AND, OR or WITH. A regular expression cannot match brackets.
constexpr std::string_view kSpdx =
    "^\\(*(?!(AND|OR|WITH)( |$))[A-Za-z0-9.:-]+\\+?\\)*"
    "( (AND|OR|WITH) \\(*(?!(AND|OR|WITH)( |$))[A-Za-z0-9.:-]+\\+?\\)*)*$";

}  // namespace

std::span<const Field> PluginFields() {
  static const Field fields[] = {
      {.parent = "",
       .name = "plugingen",
       .type = FieldType::kInteger,
       .required = true,
       .doc = "Version of this format.",
       .example = "1",
       .min = 1,
       .max = kFormatVersion,
       .by_hand = true,
       .is_shown = true},
      {.parent = "",
       .name = "plugin",
       .type = FieldType::kMap,
       .required = true,
       .doc = "The plugin's name, version and vendor.",
       .is_shown = true},
      {.parent = "plugin",
       .name = "name",
       .type = FieldType::kText,
       .required = true,
       .doc = "Name of the library, the Python package and the CMake target: lower-case "
              "letters, digits and '_'.",
       .example = "nova_npu",
       .max = kLongestName,
       .pattern = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
       .member = In<&Spec::plugin, &PluginSection::name>(),
       .is_shown = true,
       .follows = Follows::kPluginName},
      {.parent = "plugin",
       .name = "version",
       .type = FieldType::kVerbatim,
       .default_text = "0.1.0",
       .doc = "Version of the plugin and of its wheel.",
       .max = kLongestName,
       .pattern = "^[0-9]+(\\.[0-9]+)*((a|b|rc)[0-9]+)?(\\.post[0-9]+)?(\\.dev[0-9]+)?(\\+[a-z0-9]+"
                  "(\\.[a-z0-9]+)*)?$",
       .member = In<&Spec::plugin, &PluginSection::version>(),
       .is_shown = true},
      {.parent = "plugin",
       .name = "vendor",
       .type = FieldType::kText,
       .doc = "Company or person that provides the plugin; the plugin's name by default.",
       .example = "Acme",
       .pattern = kFreeText,
       .member = In<&Spec::plugin, &PluginSection::vendor>()},
      {.parent = "plugin",
       .name = "license",
       .type = FieldType::kText,
       .default_text = "LicenseRef-Proprietary",
       .doc = "SPDX expression of the license. plugingen checks its form, but not the names "
              "in it.",
       .pattern = kSpdx,
       .member = In<&Spec::plugin, &PluginSection::license>()},
      {.parent = "plugin",
       .name = "description",
       .type = FieldType::kText,
       .doc = "One line for the README and the wheel; made from the device type by default.",
       .example = "Acme NPU for TensorFlow",
       .pattern = kFreeText,
       .member = In<&Spec::plugin, &PluginSection::description>()},
      {.parent = "",
       .name = "tensorflow",
       .type = FieldType::kText,
       .default_text = PLUGINGEN_RELEASED_RANGE,
       .doc = "Releases of TensorFlow that one binary of the plugin supports, in quotes.",
       .pattern =
           "^ *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)? *(, *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)? *)*$",
       .by_hand = true,
       .is_shown = true},
      {.parent = "",
       .name = "ci",
       .type = FieldType::kChoice,
       .default_text = "none",
       .doc = "Service for which plugingen emits a CI pipeline. It tests with each release, "
              "checks that the project is up to date, and builds the wheel.",
       .example = "github",
       .member = In<&Spec::ci>()},
  };
  return fields;
}

}  // namespace plugingen::spec
