#include "project/merge.h"

#include <git2/merge.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include "base/lines.h"
#include "project/conflict_markers.h"
#include "project/libgit2.h"
#include "project/merge_rules.h"

namespace plugingen::project {
namespace {

// libgit2 stores the size of a marker as unsigned short, and every marker must be longer than any
// similar run in the texts.
constexpr size_t kLongestRun = 10000;

git_merge_file_input InputOf(std::string_view text, std::string_view path) {
  git_merge_file_input input;
  Check(git_merge_file_input_init(&input, GIT_MERGE_FILE_INPUT_VERSION), "merge");
  input.ptr = text.data() == nullptr ? "" : text.data();
  input.size = text.size();
  input.path = path.data();
  return input;
}

// Merges with markers of `marker_size` and does not split conflicts.
std::string MergedText(const std::string& path, const std::optional<std::string>& base,
                       std::string_view ours, std::string_view theirs, size_t marker_size) {
  StartLibgit2();
  const git_merge_file_input our_input = InputOf(ours, path);
  const git_merge_file_input their_input = InputOf(theirs, path);
  const git_merge_file_input base_input = InputOf(base ? *base : std::string_view(), path);
  git_merge_file_options options;
  Check(git_merge_file_options_init(&options, GIT_MERGE_FILE_OPTIONS_VERSION), "merge");
  assert(marker_size <= std::numeric_limits<unsigned short>::max());
  options.marker_size = static_cast<unsigned short>(marker_size);
  // Without a base, the plain style splits the differences into small conflicts.
  options.flags = base ? GIT_MERGE_FILE_STYLE_DIFF3 : GIT_MERGE_FILE_STYLE_MERGE;
  git_merge_file_result result = {};
  Check(git_merge_file(&result, base ? &base_input : nullptr, &our_input, &their_input, &options),
        "merge");
  std::string text(result.ptr == nullptr ? "" : result.ptr, result.len);
  git_merge_file_result_free(&result);
  return text;
}

// Appends whole lines, also if `out` lacks its last line break.
void AppendLines(std::string& out, std::string_view lines) {
  if (lines.empty()) return;
  if (!out.empty() && out.back() != '\n') out += '\n';
  out += lines;
}

void AppendConflict(std::string& out, const MergeHunk& hunk, bool has_base,
                    const MergeLabels& labels) {
  const auto ours = base::SplitLines(hunk.ours);
  const auto theirs = base::SplitLines(hunk.theirs);
  const auto [our_difference, their_difference] =
      std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  const auto [our_end, their_end] =
      std::mismatch(ours.rbegin(), std::make_reverse_iterator(our_difference), theirs.rbegin(),
                    std::make_reverse_iterator(their_difference));
  const auto add = [&out](auto begin, auto end) {
    for (; begin != end; ++begin) AppendLines(out, *begin);
  };
  const auto marker = [&out](char c, const std::string& label) {
    AppendLines(out, std::string(kMarkerSize, c) + (label.empty() ? "" : " " + label) + "\n");
  };
  add(ours.begin(), our_difference);
  marker('<', labels.ours);
  add(our_difference, our_end.base());
  if (has_base) {
    marker('|', labels.base);
    AppendLines(out, hunk.base);
  }
  marker('=', "");
  add(their_difference, their_end.base());
  marker('>', labels.theirs);
  add(our_end.base(), ours.end());
}

}  // namespace

MergeResult Merge(std::string_view path, const std::optional<std::string>& base,
                  std::string_view ours, std::string_view theirs, const MergeLabels& labels) {
  const bool dos = base::LineEndsOf(ours) == base::LineEnds::kDos;
  const std::string plain = dos ? base::WithoutCarriageReturns(ours) : std::string(ours);

  size_t marker_size = std::max(LongestMarkerLikeRun(plain), LongestMarkerLikeRun(theirs));
  if (base) marker_size = std::max(marker_size, LongestMarkerLikeRun(*base));
  marker_size = std::max(marker_size + 1, kMarkerSize + 1);

  const std::string merged = MergedText(std::string(path), base, plain, theirs, marker_size);
  MergeResult result;
  for (const MergeHunk& hunk : ParseConflicts(merged, marker_size)) {
    if (!hunk.is_conflict) {
      AppendLines(result.text, hunk.ours);
    } else if (const auto resolved = base ? Resolve(path, hunk) : std::nullopt) {
      AppendLines(result.text, *resolved);
    } else {
      AppendConflict(result.text, hunk, base.has_value(), labels);
      ++result.conflicts;
    }
  }
  if (dos) result.text = base::WithCarriageReturns(result.text);
  return result;
}

std::string RefusalToMerge(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return "it is not text";
  if (LongestMarkerLikeRun(text) > kLongestRun) {
    return "it has a line that begins with more than " + std::to_string(kLongestRun) +
           " signs of conflict markers";
  }
  return "";
}

std::string WithLineEndsOf(std::string_view like, std::string text) {
  if (base::LineEndsOf(like) != base::LineEnds::kDos) return text;
  return base::WithCarriageReturns(text);
}

}  // namespace plugingen::project
