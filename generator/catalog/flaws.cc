#include "catalog/flaws.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

#include "base/text.h"
#include "catalog/c_api.h"
#include "catalog/catalog.h"
#include "catalog/lines.h"
#include "catalog/releases.h"

namespace plugingen::catalog {
namespace {

constexpr size_t kMaxReleases = 64;  // the bits of a ReleaseSet

bool IsNumber(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Returns the N of "2.N", or nothing.
std::optional<size_t> MinorOf(std::string_view release) {
  if (!release.starts_with("2.")) return std::nullopt;
  release.remove_prefix(2);
  size_t minor = 0;
  const auto [end, error] = std::from_chars(release.data(), release.data() + release.size(), minor);
  if (error != std::errc() || end != release.data() + release.size()) return std::nullopt;
  return minor;
}

// True for "NAME: TEXT", the syntax of arguments, attrs and fields.
bool IsNamed(std::string_view text) {
  const std::string_view name = TakePart(text, ':');
  return !name.empty() && !text.empty();
}

// Checks a text line by line. The checks of lines return what is wrong, or "".
class Format {
 public:
  virtual ~Format() = default;

  std::optional<Flaw> FindFlaw(std::string_view text) {
    const bool ends = !text.empty() && text.back() == '\n';
    size_t number = 0;
    while (!text.empty()) {
      ++number;
      std::string message = CheckLine(TakeLine(text));
      if (!message.empty()) return Flaw{number, std::move(message)};
    }
    if (!ends || !in_section_)
      return Flaw{std::max<size_t>(number, 1), "the file ends here unexpectedly"};
    return std::nullopt;
  }

 protected:
  // Checks a line after the header. `ranges` is the prefix with the line's releases, which `line`
  // does not contain.
  virtual std::string CheckFact(std::string_view line, std::string_view ranges) = 0;

  std::string StartSection(std::string_view name, std::string_view ranges) {
    in_section_ = true;
    return name.empty() ? "a name is missing" : CheckRanges(ranges);
  }

  std::string Unknown(std::string_view word) const {
    return base::Quoted(word) + (in_section_ ? " starts no line of a catalogue"
                                             : " is not expected before the first section");
  }

  bool in_section() const { return in_section_; }

 private:
  std::string CheckLine(std::string_view line) {
    const bool says_nothing = Stripped(line).empty() || line.front() == '#';
    if (says_nothing && (releases_.empty() || in_section_)) return {};
    if (releases_.empty()) return CheckReleases(line);
    if (line.starts_with("nightly ") && !in_section_) return CheckRanges(Stripped(line.substr(8)));
    std::string_view ranges;
    if (NamesReleases(line)) ranges = TakePart(line, ' ');
    std::string message = CheckRanges(ranges);
    return message.empty() ? CheckFact(line, ranges) : message;
  }

  std::string CheckReleases(std::string_view line) {
    if (TakePart(line, ' ') != "tensorflow") {
      return "this is not a catalogue of plugingen: 'tensorflow RELEASE...' must come first";
    }
    releases_ = SplitParts(line, ' ');
    if (releases_.empty()) return "no releases are named";
    if (releases_.size() > kMaxReleases) {
      return "more than " + std::to_string(kMaxReleases) + " releases";
    }
    for (size_t i = 0; i < releases_.size(); ++i) {
      const std::optional<size_t> minor = MinorOf(releases_[i]);
      if (!minor) return base::Quoted(releases_[i]) + " is not a release of TensorFlow 2";
      if (i > 0 && *minor <= *MinorOf(releases_[i - 1])) {
        return base::Quoted(releases_[i]) + " must come after " + base::Quoted(releases_[i - 1]);
      }
    }
    return {};
  }

  std::string CheckRanges(std::string_view ranges) const {
    try {
      ReadReleases(ranges, releases_);
    } catch (const std::logic_error&) {
      return base::Quoted(ranges) + " names a release that the file does not have";
    }
    return {};
  }

  std::vector<std::string_view> releases_;
  bool in_section_ = false;
};

class OpsFormat : public Format {
 private:
  std::string CheckFact(std::string_view line, std::string_view ranges) override {
    const std::string_view word = TakePart(line, ' ');
    if (word == "op") {
      if (!ranges.empty()) return "the releases of an op must follow its name";
      const std::string_view name = TakePart(line, ' ');
      if (in_section() && name <= last_op_) {
        return base::Quoted(name) + " must come after " + base::Quoted(last_op_);
      }
      last_op_ = name;
      return StartSection(name, line);
    }
    if (!in_section()) return Unknown(word);
    if (word == "in" || word == "out" || word == "attr") {
      return IsNamed(line) ? "" : "'NAME: TEXT' is expected after " + base::Quoted(word);
    }
    if (word == "python") return CheckPythonNames(line);
    if (word == "kernel" || word == "flags") {
      return line.empty() ? "nothing after " + base::Quoted(word) : "";
    }
    return Unknown(word);
  }

  // Accepts "none", or "NAME=OTHER" once or more.
  static std::string CheckPythonNames(std::string_view line) {
    bool good = !line.empty();
    for (std::string_view renamed : SplitParts(line == "none" ? "" : line, ' ')) {
      const std::string_view name = TakePart(renamed, '=');
      good = good && !name.empty() && !renamed.empty();
    }
    return good ? "" : "'none' or 'NAME=OTHER' is expected after 'python'";
  }

  std::string_view last_op_;
};

class CApiFormat : public Format {
 private:
  std::string CheckFact(std::string_view line, std::string_view ranges) override {
    const std::string_view word = TakePart(line, ' ');
    for (const ApiKind kind :
         {ApiKind::kStruct, ApiKind::kFunction, ApiKind::kEnum, ApiKind::kMacro, ApiKind::kType}) {
      if (word != ApiKindName(kind)) continue;
      const std::string_view name = TakePart(line, ' ');
      return StartSection(name, line.empty() ? ranges : line);
    }
    if (!in_section()) return Unknown(word);
    if (word == "size") return IsNumber(line) ? "" : base::Quoted(line) + " is not a number";
    if (word == "end" || word == "field") {
      const size_t numbers = word == "end" ? 1 : 2;
      for (size_t i = 0; i < numbers; ++i) {
        const std::string_view number = TakePart(line, ' ');
        if (!IsNumber(number)) return base::Quoted(number) + " is not a number";
      }
      if (word == "field") return IsNamed(line) ? "" : "a field without a name or a type";
    }
    constexpr std::string_view kWords[] = {"header", "end", "declared", "exported", "value"};
    if (std::find(std::begin(kWords), std::end(kWords), word) == std::end(kWords)) {
      return Unknown(word);
    }
    return line.empty() ? "nothing after " + base::Quoted(word) : "";
  }
};

}  // namespace

std::optional<Flaw> FindFlawOfOps(std::string_view text) { return OpsFormat().FindFlaw(text); }

std::optional<Flaw> FindFlawOfCApi(std::string_view text) { return CApiFormat().FindFlaw(text); }

}  // namespace plugingen::catalog
