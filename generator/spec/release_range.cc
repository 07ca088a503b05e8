#include "spec/release_range.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "known_releases.h"
#include "spec/quantity.h"

namespace plugingen::spec {

constexpr Release kOldestRelease{PLUGINGEN_OLDEST_NUMBERS};
constexpr Release kNextRelease{PLUGINGEN_NEXT_NUMBERS};
constexpr Release kUnknownRelease{PLUGINGEN_UNKNOWN_NUMBERS};

namespace {

Release After(Release release) { return {release.major, release.minor + 1}; }

KnownReleases& Known() {
  static KnownReleases known;
  return known;
}

std::string RangeHelp() {
  return "write for example \">=" + ReleaseText(kOldestRelease) + ", <" +
         ReleaseText(Known().next) + "\", \">=2.15\" or \"==2.15\"";
}

// Returns ", and a nightly of 2.22", or "" if no nightly is known.
std::string NightlyText(std::string_view separator) {
  if (Known().next == Known().unknown) return "";
  return std::string(separator) + " a nightly of " + ReleaseText(Known().next);
}

RangeResult Malformed(std::string message, std::string help = RangeHelp()) {
  RangeResult result;
  result.code = "E0213";
  result.message = std::move(message);
  result.help = std::move(help);
  return result;
}

RangeResult NotARange(std::string_view text) {
  if (const std::optional<Release> release = ParseRelease(text)) {
    const std::string name = ReleaseText(std::max(*release, kOldestRelease));
    return Malformed(
        base::Quoted(text) + " is one release, not a range",
        "write \"==" + name + "\" for it alone, or \">=" + name + "\" for it and later ones");
  }
  return Malformed(base::Quoted(text) + " is not a range of TensorFlow releases");
}

}  // namespace

std::string ReleaseText(const Release& release) {
  return std::to_string(release.major) + "." + std::to_string(release.minor);
}

std::optional<Release> ParseRelease(std::string_view text) {
  const size_t dot = text.find('.');
  const std::optional<int64_t> major = ParseInteger(text.substr(0, dot));
  const std::optional<int64_t> minor = dot == std::string_view::npos
                                           ? std::optional<int64_t>(0)
                                           : ParseInteger(text.substr(dot + 1));
  const auto in_range = [](const std::optional<int64_t>& part) {
    return part && *part >= 0 && *part < 1000;
  };
  if (text.empty() || !base::IsDigit(text[0]) || !in_range(major) || !in_range(minor)) {
    return std::nullopt;
  }
  return Release{static_cast<int>(*major), static_cast<int>(*minor)};
}

KnownReleases UseKnownReleases(const KnownReleases& known) { return std::exchange(Known(), known); }

RangeResult ParseReleaseRange(std::string_view text) {
  RangeResult result;
  result.min = {0, 0};
  std::optional<Release> end;
  for (const std::string_view part : base::Split(text, ',')) {
    const std::string_view term = base::Trim(part);
    const size_t length = std::min(term.find_first_not_of("<>=!~^"), term.size());
    const std::string_view comparison = term.substr(0, length);
    const std::string_view number = base::Trim(term.substr(length));
    if (comparison.empty()) return NotARange(base::Trim(text));
    const std::optional<Release> release = ParseRelease(number);
    if (!release) {
      const bool patch = std::count(number.begin(), number.end(), '.') == 2;
      const bool two = number.find_first_of("<>=!~^") != std::string_view::npos;
      return Malformed(
          base::Quoted(number) + " is not a TensorFlow release",
          two     ? "put a ',' between two comparisons"
          : patch ? "leave out the patch number: a plugin supports all patches of a release"
                  : RangeHelp());
    }
    const auto from = [&](Release least) { result.min = std::max(result.min, least); };
    const auto until = [&](Release first) { end = end ? std::min(*end, first) : first; };
    if (comparison == ">=") {
      from(*release);
    } else if (comparison == ">") {
      from(After(*release));
    } else if (comparison == "<") {
      until(*release);
    } else if (comparison == "<=") {
      until(After(*release));
    } else if (comparison == "==") {
      from(*release);
      until(After(*release));
    } else {
      return Malformed("unknown comparison " + base::Quoted(comparison));
    }
  }
  if (result.min == Release{0, 0}) {
    result.code = "E0213";
    result.message = "the range has no oldest release";
    result.help = "start it with \">=" + ReleaseText(kOldestRelease) + "\"";
  } else if (result.min < kOldestRelease) {
    result.code = "E0214";
    result.message =
        "TensorFlow releases before " + ReleaseText(kOldestRelease) + " are not supported";
    result.help = "start the range with \">=" + ReleaseText(kOldestRelease) + "\"";
  } else if (end && *end <= result.min) {
    result.code = "E0214";
    result.message = "no release is both at least " + ReleaseText(result.min) + " and before " +
                     ReleaseText(*end);
  } else if (result.min >= Known().unknown) {
    result.code = "E0214";
    result.message = "this plugingen knows TensorFlow " + ReleaseText(kOldestRelease) + " to " +
                     ReleaseText(NewestBefore(Known().next)) + NightlyText(" and") +
                     "; the range has none of them";
  } else if (end && *end > Known().unknown) {
    result.code = "W0202";
    result.message = "this plugingen knows TensorFlow only to " +
                     ReleaseText(NewestBefore(Known().next)) + NightlyText(", and") +
                     "; later releases may differ";
    result.help = "end the range with \"<" + ReleaseText(Known().next) + "\"";
    if (Known().next != Known().unknown) {
      result.help += ", or with \"<" + ReleaseText(Known().unknown) + "\" for the nightly too";
    }
    end.reset();
  } else if (Known().next != Known().unknown &&
             (result.min >= Known().next || end == Known().unknown)) {
    result.code = "W0203";
    result.message = "TensorFlow " + ReleaseText(Known().next) +
                     " is not released; this plugingen only knows a nightly of it";
    result.help = "end the range with \"<" + ReleaseText(Known().next) +
                  "\" to support only releases, or regenerate when " + ReleaseText(Known().next) +
                  " is out";
  }
  // A range that starts with the nightly's release asks for it.
  result.end = end.value_or(result.min < Known().next ? Known().next : Known().unknown);
  if (!result.code.empty() && result.code[0] == 'E') {
    result.min = kOldestRelease;
    result.end = Known().next;
  }
  return result;
}

}  // namespace plugingen::spec
