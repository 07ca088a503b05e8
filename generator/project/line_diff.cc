#include "project/line_diff.h"

#include <git2/diff.h>
#include <git2/patch.h>

#include <memory>

#include "project/libgit2.h"

namespace plugingen::project {
namespace {

using Patch = std::unique_ptr<git_patch, void (*)(git_patch*)>;

Patch PatchOf(std::string_view old_text, std::string_view new_text) {
  StartLibgit2();
  git_diff_options options;
  Check(git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION), "compare");
  options.flags = GIT_DIFF_FORCE_TEXT;
  git_patch* patch = nullptr;
  Check(git_patch_from_buffers(&patch, old_text.data(), old_text.size(), nullptr, new_text.data(),
                               new_text.size(), nullptr, &options),
        "compare");
  return {patch, git_patch_free};
}

std::string Range(int begin, int count) {
  std::string text = std::to_string(begin);
  if (count != 1) text += "," + std::to_string(count);
  return text;
}

void AppendHunk(std::string& out, git_patch* patch, size_t index) {
  const git_diff_hunk* hunk = nullptr;
  size_t line_count = 0;
  Check(git_patch_get_hunk(&hunk, &line_count, patch, index), "compare");
  out += "@@ -" + Range(hunk->old_start, hunk->old_lines) + " +" +
         Range(hunk->new_start, hunk->new_lines) + " @@\n";
  for (size_t i = 0; i < line_count; ++i) {
    const git_diff_line* line = nullptr;
    Check(git_patch_get_line_in_hunk(&line, patch, index, i), "compare");
    // The other origins are remarks about a missing line break at the end.
    const bool is_text = line->origin == GIT_DIFF_LINE_CONTEXT ||
                         line->origin == GIT_DIFF_LINE_ADDITION ||
                         line->origin == GIT_DIFF_LINE_DELETION;
    if (is_text) out += line->origin;
    out.append(line->content, line->content_len);
  }
}

}  // namespace

std::string UnifiedDiff(std::string_view old_name, std::string_view old_text,
                        std::string_view new_name, std::string_view new_text) {
  if (old_text == new_text) return "";
  const Patch patch = PatchOf(old_text, new_text);
  std::string out = "--- " + std::string(old_name) + "\n+++ " + std::string(new_name) + "\n";
  for (size_t i = 0; i < git_patch_num_hunks(patch.get()); ++i) AppendHunk(out, patch.get(), i);
  return out;
}

}  // namespace plugingen::project
