#include "options.h"

#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace conformance {
namespace {

// An option that takes a value, and what to do with it: "" or what is wrong.
using SetValue = std::string (*)(const std::string& value, Options* options);

std::string Number(const std::string& value, int least, int* number) {
  char* end = nullptr;
  errno = 0;
  const long parsed = std::strtol(value.c_str(), &end, 10);
  if (value.empty() || *end != 0 || errno != 0 || parsed < least || parsed > 1000000) {
    return "'" + value + "' is not a number of at least " + std::to_string(least);
  }
  *number = static_cast<int>(parsed);
  return "";
}

// Whether a file that can be read is something else than a library: a spec, perhaps.
bool IsOther(const std::string& path) {
  constexpr std::string_view kElf =
      "\x7F"
      "ELF";
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::string magic(kElf.size(), 0);
  file.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return magic != kElf;
}

struct ValueOption {
  std::string_view name;
  SetValue set;
};

constexpr ValueOption kValueOptions[] = {
    {"--filter",
     [](const std::string& value, Options* options) {
       options->filters.push_back(value);
       return std::string();
     }},
    {"--tensorflow",
     [](const std::string& value, Options* options) {
       options->tensorflow = value;
       return FindRelease(value) != nullptr
                  ? std::string()
                  : "this suite imitates TensorFlow " + std::string(Releases().front().name) +
                        " to " + std::string(Releases().back().name) + ", not '" + value + "'";
     }},
    {"--seed",
     [](const std::string& value, Options* options) {
       int seed = 0;
       const std::string problem = Number(value, 0, &seed);
       options->run.seed = static_cast<uint64_t>(seed);
       return problem;
     }},
    {"--repeat",
     [](const std::string& value, Options* options) { return Number(value, 1, &options->repeat); }},
    {"--for", [](const std::string& value,
                 Options* options) { return Number(value, 1, &options->seconds); }},
    {"--jobs",
     [](const std::string& value, Options* options) { return Number(value, 1, &options->jobs); }},
    {"--timeout", [](const std::string& value,
                     Options* options) { return Number(value, 1, &options->timeout); }},
    {"--json",
     [](const std::string& value, Options* options) {
       options->json = value;
       return std::string();
     }},
    {"--junit",
     [](const std::string& value, Options* options) {
       options->junit = value;
       return std::string();
     }},
    {"--html",
     [](const std::string& value, Options* options) {
       options->html = value;
       return std::string();
     }},
    {"--expected",
     [](const std::string& value, Options* options) {
       options->expected = value;
       return std::string();
     }},
    {"--kernel-judge",
     [](const std::string& value, Options* options) {
       options->kernel_judge = value;
       return std::string();
     }},
    {"--with-tensorflow",
     [](const std::string& value, Options* options) {
       options->python = value;
       return std::string();
     }},
    {"--library",
     [](const std::string& value, Options* options) {
       options->run.libraries.push_back(value);
       return std::string();
     }},
    {"--host",
     [](const std::string& value, Options* options) {
       options->run.host_library = value;
       return std::string();
     }},
};

const ValueOption* FindValueOption(std::string_view name) {
  if (name == "-j") name = "--jobs";
  for (const ValueOption& option : kValueOptions) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace

const char* HelpText() {
  return "usage: conformance PLUGIN [options]\n"
         "\n"
         "Checks whether a plugin does what TensorFlow requires. TensorFlow is not needed.\n"
         "\n"
         "  --list               print the cases and what each checks; PLUGIN is not needed\n"
         "  --filter PATTERN     only cases that match, such as 'memory/*' (repeat for several)\n"
         "  --tensorflow X.Y     the release to imitate; by default the newest that the plugin\n"
         "                       accepts\n"
         "  --library FILE       load this library before the plugin (repeat for several)\n"
         "  --expected FILE      cases that may fail, a pattern and `# why` in each line\n"
         "  --seed N             the seed of random choices (1)\n"
         "  --repeat N           run every case N times, each with another seed (1)\n"
         "  --for SECONDS        repeat the cases for this long, each time with other seeds\n"
         "  --jobs N, -j N       how many cases run at once (1)\n"
         "  --timeout SECONDS    the limit for each case (20); a wait for a processor counts less\n"
         "  --json FILE, --junit FILE, --html FILE\n"
         "                       write a report\n"
         "  --kernel-judge FILE  also compare every registered kernel with the CPU's;\n"
         "                       FILE is the program kernel_judge of an emitted project\n"
         "  --with-tensorflow PYTHON\n"
         "                       the Python with that program's TensorFlow, for the command lines\n"
         "                       in reports: `plugingen conformance` builds the program itself\n"
         "  --host FILE          the host library; by default the one beside this program\n"
         "  --verbose            also name the cases that pass\n"
         "  --help\n"
         "\n"
         "Exit codes: 0 no case has failed, 7 some have, 64 wrong usage, 70 internal error,\n"
         "73 a report or the output could not be written.\n";
}

bool Options::Wants(const std::string& name) const {
  return filters.empty() ||
         std::any_of(filters.begin(), filters.end(), [&name](const std::string& filter) {
           return fnmatch(filter.c_str(), name.c_str(), 0) == 0;
         });
}

std::string ParseOptions(int argc, const char* const* argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word.size() > 2 && word.compare(0, 2, "-j") == 0) word = "--jobs=" + word.substr(2);
    if (word == "--list") {
      options->list = true;
    } else if (word == "--verbose") {
      options->verbose = true;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else if (word.size() > 1 && word.front() == '-') {
      const size_t equals = word.find('=');
      const std::string name = word.substr(0, equals);
      const ValueOption* const option = FindValueOption(name);
      if (option == nullptr) return "there is no option '" + name + "'";
      std::string value;
      if (equals != std::string::npos) {
        value = word.substr(equals + 1);
      } else if (++i < argc) {
        value = argv[i];
      } else {
        return name + " needs a value";
      }
      const std::string problem = option->set(value, options);
      if (!problem.empty()) return name + ": " + problem;
    } else if (options->run.plugin.empty()) {
      options->run.plugin = word;
    } else {
      return "one plugin at a time: '" + options->run.plugin + "' and '" + word + "'";
    }
  }
  if (options->list || options->help) return "";
  if (options->run.plugin.empty()) return "PLUGIN is missing";
  return IsOther(options->run.plugin) ? "'" + options->run.plugin + "' is not a shared library"
                                      : "";
}

}  // namespace conformance
