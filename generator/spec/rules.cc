#include "spec/rules.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/reserved_names.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

using base::DidYouMean;
using base::IsAlnum;
using base::IsDigit;
using base::IsLower;
using base::IsUpper;
using base::Quoted;
using MaybeProblem = std::optional<Problem>;

Problem Error(std::string code, std::string message, std::string note = "", std::string help = "") {
  return {diag::Severity::kError, std::move(code), std::move(message), std::move(note),
          std::move(help)};
}

bool All(std::string_view text, bool (*allowed)(char)) {
  return std::all_of(text.begin(), text.end(), allowed);
}

// Returns the compiled pattern of a row. The schema contains the same patterns for editors.
const std::regex& PatternOf(const Field& field) {
  static const std::map<std::string_view, std::regex> patterns = [] {
    std::map<std::string_view, std::regex> result;
    for (const Field& each : Fields()) {
      if (each.pattern.empty()) continue;
      result.try_emplace(each.pattern, each.pattern.begin(), each.pattern.end());
    }
    return result;
  }();
  return patterns.at(field.pattern);
}

bool HasLength(std::string_view path, std::string_view text) {
  return text.size() <= static_cast<size_t>(FindField(path)->max);
}

bool HasPattern(std::string_view path, std::string_view text) {
  return std::regex_search(text.begin(), text.end(), PatternOf(*FindField(path)));
}

// True if the text matches the pattern of the key. The functions below explain why it does not.
bool HasForm(std::string_view path, std::string_view text) {
  return HasLength(path, text) && HasPattern(path, text);
}

// True for control characters and for those that change the displayed order of a line.
bool IsControl(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// Returns a valid name that is as similar to `text` as a mechanical change allows, or "".
std::string UsableName(std::string_view text) {
  std::string name;
  for (const char c : base::SnakeCase(text)) {
    const bool keep = IsLower(c) || (IsDigit(c) && !name.empty());
    if (keep) name += c;
    if (!keep && !name.empty() && name.back() != '_') name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
  const bool usable =
      ascii && name.size() <= kLongestName && WhoReserves(name) == ReservedBy::kNobody;
  return usable ? name : "";
}

Problem MalformedName(std::string_view name) {
  const bool well_formed = !name.empty() && IsLower(name[0]) &&
                           All(name, [](char c) { return IsLower(c) || IsDigit(c) || c == '_'; });
  if (!well_formed) {
    return Error(
        "E0201", "plugin.name " + Quoted(name) + " is not a name",
        "it becomes a library, a Python package and a CMake target: lower-case letters, digits "
        "and '_', a letter first",
        DidYouMean(UsableName(name)));
  }
  if (name.ends_with('_') || name.find("__") != std::string_view::npos) {
    return Error("E0201", "plugin.name " + Quoted(name) + " has one '_' too many",
                 name.ends_with('_')
                     ? "Python's package index accepts no name that ends with '_'"
                     : "environment variables and functions of the plugin begin with it, and C++ "
                       "reserves names that contain '__'",
                 DidYouMean(UsableName(name)));
  }
  return Error("E0201", "plugin.name has " + std::to_string(name.size()) + " characters",
               "at most " + std::to_string(kLongestName) + " are allowed");
}

MaybeProblem CheckPluginName(std::string_view name) {
  if (!HasForm("plugin.name", name)) return MalformedName(name);
  const std::string quoted = Quoted(name);
  const std::string help = "for example " + Quoted(std::string(name) + "_device");
  switch (WhoReserves(name)) {
    case ReservedBy::kNobody:
      return std::nullopt;
    case ReservedBy::kPythonKeyword:
      return Error("E0204", "plugin.name " + quoted + " is a keyword of Python",
                   "the name becomes a Python package", help);
    case ReservedBy::kLibrary:
      return Error(
          "E0203",
          "plugin.name " + quoted + " is the name of a library: lib" + std::string(name) + ".so",
          "the plugin becomes lib<name>.so", help);
    case ReservedBy::kPythonPackage:
      return Error("E0204",
                   "plugin.name " + quoted + " is a Python package that TensorFlow is used with",
                   "the plugin's own Python package would hide it", help);
    case ReservedBy::kTarget:
      return Error("E0203", "plugin.name " + quoted + " is another target of the project's build",
                   "the name becomes the library's target", help);
    case ReservedBy::kPythonModule:
      return Error("E0204", "plugin.name " + quoted + " is a module of Python's standard library",
                   "the plugin's own Python package would hide it", help);
    case ReservedBy::kPythonName:
      return Error("E0204", "plugin.name " + quoted + " is a name that Python programs use already",
                   "'import " + std::string(name) + "' would hide what they mean by it", help);
  }
  return std::nullopt;
}

// Normalizes a version as pip does: v1.0.0-RC.1 becomes 1.0.0rc1.
std::string AsPipWrites(std::string_view version) {
  static const std::pair<std::regex, const char*> rules[] = {
      {std::regex("^v([0-9])"), "$1"},
      {std::regex("([0-9])[-_.]?(alpha|a)[-_.]?([0-9]+)"), "$1a$3"},
      {std::regex("([0-9])[-_.]?(beta|b)[-_.]?([0-9]+)"), "$1b$3"},
      {std::regex("([0-9])[-_.]?(rc|c|preview|pre)[-_.]?([0-9]+)"), "$1rc$3"},
      {std::regex("([0-9])[-_.]?(alpha|a)$"), "$1a0"},
      {std::regex("([0-9])[-_.]?(beta|b)$"), "$1b0"},
      {std::regex("([0-9])[-_.]?(rc|c|preview|pre)$"), "$1rc0"},
      {std::regex("([0-9])[-_.]?(post|rev|r)[-_.]?([0-9]+)"), "$1.post$3"},
      {std::regex("([0-9])[-_.]?dev[-_.]?([0-9]+)"), "$1.dev$2"},
  };
  if (version.size() > static_cast<size_t>(FindField("plugin.version")->max)) return "";
  std::string written = base::ToLower(version);
  for (const auto& [pattern, format] : rules) {
    written = std::regex_replace(written, pattern, format);
  }
  return written;
}

MaybeProblem CheckVersion(std::string_view version) {
  if (HasForm("plugin.version", version)) return std::nullopt;
  const std::string written = AsPipWrites(version);
  std::string help;
  if (HasForm("plugin.version", written)) {
    help = "write " + written;
  } else if (const size_t epoch = written.find('!');
             epoch != std::string::npos && HasForm("plugin.version", written.substr(epoch + 1))) {
    help = "leave out the epoch: write " + written.substr(epoch + 1);
  }
  return Error("E0215", "plugin.version " + Quoted(version) + " is not a version as pip writes it",
               "such versions are 1.0, 0.1.0, 1.2rc1, 1.0.post1, 1.0.dev3, 1.0+acme",
               std::move(help));
}

bool HasPairedBrackets(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return false;
  }
  return open == 0;
}

MaybeProblem CheckLicense(std::string_view license) {
  if (HasPattern("plugin.license", license) && HasPairedBrackets(license)) return std::nullopt;
  return Error("E0216", "plugin.license " + Quoted(license) + " is not an SPDX license expression",
               "it consists of license names, each one word, joined by AND, OR or WITH",
               "write for example Apache-2.0, MIT, \"MIT OR Apache-2.0\", LicenseRef-Proprietary");
}

std::string WithoutDigits(std::string_view text) {
  std::string name;
  for (const char c : base::ToUpper(text)) {
    if (IsUpper(c) || (c == '_' && !name.empty())) name += c;
    if ((c == '-' || c == ' ') && !name.empty()) name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

MaybeProblem CheckCoreName(std::string_view path, std::string_view name) {
  if (!IsDeviceType(name)) {
    const bool digit = std::any_of(name.begin(), name.end(), IsDigit);
    return Error("E0205",
                 std::string(path) + " " + Quoted(name) + " is not a name that TensorFlow accepts",
                 std::string("it must match [A-Z][A-Z_]*") + (digit ? ": no digits" : "") +
                     "; TensorFlow aborts the process otherwise",
                 DidYouMean(WithoutDigits(name)));
  }
  if (!HasLength(path, name)) {
    return Error("E0205", std::string(path) + " has " + std::to_string(name.size()) + " characters",
                 "at most " + std::to_string(kLongestName) + " are allowed");
  }
  return std::nullopt;
}

MaybeProblem CheckDeviceTypeRule(std::string_view written) {
  // "CPU" is reserved, so it is no help for "cpu".
  const std::string type = base::ToUpper(written);
  const auto taken = [&](std::string note) {
    return Error("E0206", "device.type " + Quoted(written) + " is TensorFlow's own",
                 std::move(note), "choose a name of your own, for example 'MY_" + type + "'");
  };
  if (type == "CPU")
    return taken("a plugin of this type would replace the CPU device, which TensorFlow needs");
  if (type == "DEFAULT") return taken("kernels of type DEFAULT are those that run on every device");
  if (type.starts_with("TPU"))
    return taken("TensorFlow's TPU devices have names that start with TPU");
  if (type.starts_with("XLA_"))
    return taken("XLA's compilation devices have names that start with XLA_");
  if (type == "COMPOSITE" || type == "CUSTOM" || type == "REMOTE" || type == "HOST") {
    return taken("TensorFlow has devices of this name that no plugin provides");
  }
  if (MaybeProblem problem = CheckCoreName("device.type", written)) return problem;
  if (type == "GPU") {
    return Problem{diag::Severity::kWarning, "W0201",
                   "device.type 'GPU' replaces TensorFlow's own GPU device",
                   "scripts with /GPU:0 run unchanged on the tensorflow-cpu wheel; on a CUDA wheel "
                   "the plugin's kernels collide with the built-in ones",
                   ""};
  }
  // TensorFlow compares the whole names of devices, but these differ in the type first.
  if (type < "CPU") {
    return Problem{diag::Severity::kWarning, "W0204",
                   "device.type " + Quoted(type) + " sorts before 'CPU'",
                   "TensorFlow's servers take the first device by name for the CPU: a process with "
                   "tf.distribute.Server crashes",
                   "choose a name that sorts behind it, for example 'MY_" + type + "'"};
  }
  return std::nullopt;
}

MaybeProblem CheckPlatform(std::string_view name) {
  for (const std::string_view known : {"HOST", "CUDA", "ROCM", "INTERPRETER", "TPU", "SYCL"}) {
    if (base::ToUpper(name) != known) continue;
    return Error("E0207", "device.platform " + Quoted(name) + " is a platform of TensorFlow's own",
                 "a second platform of that name, in any case, aborts the process",
                 "leave the key out: the platform is then named as the device type");
  }
  return CheckCoreName("device.platform", name);
}

MaybeProblem CheckPciBusId(std::string_view id) {
  if (HasPattern("device.hardware.pci_bus_id", id)) return std::nullopt;
  return Error("E0218", "device.hardware.pci_bus_id " + Quoted(id) + " is not a PCI address", "",
               "write domain:bus:device.function, for example 0000:3b:00.0");
}

// Later stages check whether the op, set or argument exists, because they can suggest a similar
// one. So this check is more lenient than the patterns of the table.
MaybeProblem CheckWord(std::string_view path, std::string_view text, std::string_view what,
                       std::string_view more) {
  const auto allowed = [&](char c) {
    return IsAlnum(c) || c == '_' || more.find(c) != std::string_view::npos;
  };
  const bool good = !text.empty() && text.size() <= kLongestName * 2 &&
                    std::all_of(text.begin(), text.end(), allowed);
  if (good) return std::nullopt;
  std::string help;
  const size_t colon = text.find(':');
  if (colon != std::string_view::npos && colon + 1 < text.size())
    help = "put a space after the ':'";
  if (what == "an op" && text.find_first_of(" ,") != std::string_view::npos) {
    help = "start each op with '- ' in a line of its own";
  }
  // 'Relu ', 'Relu()' and 'Relu(x)' start with a valid name.
  const std::string_view trimmed = base::Trim(text);
  const std::string_view word = base::Trim(trimmed.substr(0, trimmed.find('(')));
  if (!word.empty() && word != text && std::all_of(word.begin(), word.end(), allowed)) {
    help = DidYouMean(word);
  }
  return Error("E0225",
               std::string(path) + " " + Quoted(text) + " is not the name of " + std::string(what),
               "", std::move(help));
}

MaybeProblem CheckLabel(std::string_view label) {
  if (HasForm("kernels[].label", label)) return std::nullopt;
  if (!HasLength("kernels[].label", label)) {
    return Error("E0226", "the label has " + std::to_string(label.size()) + " characters",
                 "at most " + std::to_string(kLongestName) + " are allowed");
  }
  return Error("E0226", "label " + Quoted(label) + " is not a label",
               "a label is one word of letters, digits and _ . : -");
}

// `folder` is the folder that the path is relative to.
MaybeProblem CheckFile(std::string_view path, std::string_view folder) {
  const std::string in(folder);
  const auto problem = [&](std::string note) {
    return Error("E0221", "file " + Quoted(path) + " is not a source file in " + in,
                 std::move(note));
  };
  if (!path.ends_with(".cc") || path == ".cc" || path.ends_with("/.cc"))
    return problem("its name must end with .cc");
  if (path.starts_with('/')) return problem("the path must be relative to " + in);
  if (path.size() > 200) return problem("the path is too long");
  if (!All(path, [](char c) {
        return IsAlnum(c) || std::string_view("_-./").find(c) != std::string_view::npos;
      })) {
    return problem("use letters, digits and _ - . / only");
  }
  for (const std::string_view part : base::Split(path, '/')) {
    if (part.empty() || part == "." || part == "..")
      return problem("the path must not leave " + in);
  }
  return std::nullopt;
}

MaybeProblem CheckOpName(std::string_view name) {
  if (HasForm("ops[].name", name)) return std::nullopt;
  const bool first = !name.empty() && IsLower(name[0]);
  const std::string camel = base::CamelCase(name);
  return Error("E0227", "name " + Quoted(name) + " is not a name for an op",
               "TensorFlow accepts letters, digits and '_', with an upper-case letter first",
               first && !camel.empty() && IsUpper(camel[0]) ? "write " + Quoted(camel) : "");
}

MaybeProblem CheckPythonFunction(std::string_view name) {
  const bool good = !name.empty() && name.size() <= kLongestName * 2 && !IsDigit(name[0]) &&
                    All(name, [](char c) { return IsAlnum(c) || c == '_'; });
  if (good) return std::nullopt;
  return Error("E0228", "python " + Quoted(name) + " is not the name of a Python function",
               "the function is in python/<name>/gradients.py of the project");
}

MaybeProblem CheckRewriteName(std::string_view name) {
  const bool good = HasForm("graph.rewrites[].name", name);
  if (good && name != "all") return std::nullopt;
  if (good) {
    return Error("E0230", "a rewrite cannot be called 'all'",
                 "in the variable that disables rewrites this word means all of them");
  }
  return Error("E0230", "name " + Quoted(name) + " is not the name of a rewrite",
               "lower-case letters, digits and '_', a letter first, at most " +
                   std::to_string(kLongestName) + " of them",
               DidYouMean(UsableName(name)));
}

MaybeProblem CheckCacheFolder(std::string_view folder) {
  if (HasPattern("device.opencl.cache", folder)) return std::nullopt;
  return Error("E0232", "device.opencl.cache " + Quoted(folder) + " is not a folder",
               "a relative path would depend on the folder in which a process starts",
               "write a path that begins with '/' or '~/', or 'off'");
}

// The rules of keys that explain more than the pattern of their row, or allow more.
struct Rule {
  std::string_view path;
  MaybeProblem (*check)(std::string_view text);
};
constexpr Rule kRules[] = {
    {"plugin.name", CheckPluginName},
    {"plugin.version", CheckVersion},
    {"plugin.license", CheckLicense},
    {"device.type", CheckDeviceTypeRule},
    {"device.platform", CheckPlatform},
    {"device.hardware.pci_bus_id", CheckPciBusId},
    {"device.opencl.cache", CheckCacheFolder},
    {"kernels[].op", [](std::string_view text) { return CheckWord("op", text, "an op", ">."); }},
    {"kernels[].set", [](std::string_view text) { return CheckWord("set", text, "a set", "-"); }},
    {"kernels[].host_memory",
     [](std::string_view text) { return CheckWord("host_memory", text, "an argument", ""); }},
    {"kernels[].types",
     [](std::string_view text) { return CheckWord("types", text, "a type attribute", ""); }},
    {"kernels[].label", CheckLabel},
    {"kernels[].implementation.file",
     [](std::string_view text) { return CheckFile(text, "src/kernels"); }},
    {"ops[].name", CheckOpName},
    {"ops[].shape.file", [](std::string_view text) { return CheckFile(text, "src/ops"); }},
    {"ops[].gradient.python", CheckPythonFunction},
    {"graph.rewrites[].set",
     [](std::string_view text) { return CheckWord("set", text, "a set", "-"); }},
    {"graph.rewrites[].name", CheckRewriteName},
};

}  // namespace

bool IsDeviceType(std::string_view text) { return HasPattern("device.type", text); }

MaybeProblem CheckPlainText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const base::CodePoint c = base::DecodeUtf8(text, i);
    i += c.length;
    if (!IsControl(c.value) && c.value != '"' && c.value != '\\') continue;
    const bool control = IsControl(c.value);
    return Error("E0217",
                 c.value == '\n' ? "a line break inside this text"
                 : control       ? "a control character inside this text"
                           : "the character " + std::string(1, text[i - 1]) + " inside this text",
                 "the text becomes part of C++, CMake, Python and TOML sources",
                 control          ? "write it as one line"
                 : c.value == '"' ? "use ' instead"
                                  : "use / instead");
  }
  if (text.size() > kLongestText) {
    return Error("E0217", "this text has " + std::to_string(text.size()) + " bytes",
                 "at most " + std::to_string(kLongestText) + " are allowed");
  }
  return std::nullopt;
}

MaybeProblem CheckForm(const Field& field, std::string_view text) {
  if (field.pattern.empty() || std::regex_search(text.begin(), text.end(), PatternOf(field))) {
    return std::nullopt;
  }
  return Error("E0234",
               PathOf(field.parent, field.name) + " " + Quoted(text) +
                   " does not have the form of such values",
               "it must match " + std::string(field.pattern),
               field.example.empty() ? "" : "write for example " + std::string(field.example));
}

MaybeProblem CheckValue(std::string_view path, std::string_view text) {
  for (const Rule& rule : kRules) {
    if (rule.path == path) return rule.check(text);
  }
  const Field* field = FindField(path);
  return field == nullptr ? std::nullopt : CheckForm(*field, text);
}

}  // namespace plugingen::spec
