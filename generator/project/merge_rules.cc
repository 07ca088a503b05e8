#include "project/merge_rules.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/lines.h"
#include "base/text.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kCppEndings[] = {".h", ".cc", ".cpp", ".hpp",
                                            ".c", ".cu", ".cuh", ".inc"};

// True if the path has the suffix of a C++ file.
bool IsCpp(std::string_view path) { return base::EndsWithAny(path, kCppEndings); }

using Lines = std::vector<std::string_view>;

std::string Joined(const Lines& lines) {
  std::string text;
  for (const std::string_view line : lines) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += line;
  }
  return text;
}

// ---- lists ----

enum class EntryKind { kNone, kInclude, kImport, kElement, kSource, kBullet };

bool IsCMake(std::string_view path) {
  return path.ends_with("CMakeLists.txt") || path.ends_with(".cmake");
}

bool IsBalanced(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0) return false;
  }
  return depth == 0;
}

EntryKind KindOf(std::string_view path, std::string_view line) {
  const std::string_view text = base::Trim(line);
  if (text.starts_with("#include")) return EntryKind::kInclude;
  if (path.ends_with(".py") && (text.starts_with("import ") || text.starts_with("from "))) {
    return IsBalanced(text) ? EntryKind::kImport : EntryKind::kNone;
  }
  // TOML arrays are lists of packages and files. In code the order of elements can matter.
  if (path.ends_with(".toml") && text.ends_with(',')) {
    return IsBalanced(text) ? EntryKind::kElement : EntryKind::kNone;
  }
  if (path.ends_with(".md") && (text.starts_with("- ") || text.starts_with("* "))) {
    return EntryKind::kBullet;
  }
  // One word with a dot or a slash is a file. Another single word could be the name of an option
  // with values.
  const bool is_word = !text.empty() && text.find_first_of(" \t\"'()#;") == std::string_view::npos;
  const bool is_file = text.find_first_of("./") != std::string_view::npos;
  return IsCMake(path) && is_word && is_file ? EntryKind::kSource : EntryKind::kNone;
}

// Returns the kind that all lines have in common.
EntryKind KindOfAll(std::string_view path, const Lines& lines) {
  if (lines.empty()) return EntryKind::kNone;
  const EntryKind kind = KindOf(path, lines[0]);
  const bool same = std::all_of(lines.begin(), lines.end(),
                                [&](std::string_view line) { return KindOf(path, line) == kind; });
  return same ? kind : EntryKind::kNone;
}

// Sorts <headers> before "headers", as style guides do, and by text otherwise.
bool ComesBefore(std::string_view a, std::string_view b) {
  const bool quoted_a = a.find('"') != std::string_view::npos;
  const bool quoted_b = b.find('"') != std::string_view::npos;
  return quoted_a != quoted_b ? quoted_b : a < b;
}

std::optional<std::string> JoinLists(std::string_view path, Lines ours, const Lines& base,
                                     Lines theirs) {
  if (!base.empty()) return std::nullopt;
  // An empty line that both sides added after their entries.
  Lines end;
  while (!ours.empty() && !theirs.empty() && ours.back() == theirs.back() &&
         base::Trim(ours.back()).empty()) {
    end.push_back(ours.back());
    ours.pop_back();
    theirs.pop_back();
  }
  const EntryKind kind = KindOfAll(path, ours);
  if (kind == EntryKind::kNone || kind != KindOfAll(path, theirs)) return std::nullopt;
  Lines all = ours;
  const auto entry = [](std::string_view line) { return base::Trim(line); };
  for (const std::string_view line : theirs) {
    const bool known = std::any_of(ours.begin(), ours.end(),
                                   [&](std::string_view own) { return entry(own) == entry(line); });
    if (!known) all.push_back(line);
  }
  // These are not sorted by anyone.
  const bool sortable = kind != EntryKind::kElement && kind != EntryKind::kBullet &&
                        std::is_sorted(ours.begin(), ours.end(), ComesBefore) &&
                        std::is_sorted(theirs.begin(), theirs.end(), ComesBefore);
  if (sortable) std::sort(all.begin(), all.end(), ComesBefore);
  all.insert(all.end(), end.begin(), end.end());
  return Joined(all);
}

// ---- comments above #include lines ----

bool IsOnlyComments(std::string_view text) {
  for (text = base::Trim(text); !text.empty(); text = base::Trim(text)) {
    const bool is_line = text.starts_with("//");
    if (!is_line && !text.starts_with("/*")) return false;
    const size_t end = is_line ? text.find('\n') : text.find("*/", 2);
    if (end == std::string_view::npos) return is_line;
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
  return true;
}

bool IsOnlyIncludes(const Lines& lines) {
  return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
    return base::Trim(line).empty() || base::Trim(line).starts_with("#include");
  });
}

// For example if the user put a notice at the start of a file.
std::optional<std::string> PutCommentsFirst(const Lines& comments, const Lines& base,
                                            const Lines& includes) {
  const std::string text = Joined(comments);
  if (!base.empty() || includes.empty() || base::Trim(text).empty()) return std::nullopt;
  if (!text.ends_with('\n') || !IsOnlyComments(text) || !IsOnlyIncludes(includes)) {
    return std::nullopt;
  }
  return text + Joined(includes);
}

// ---- lines beside each other ----

std::optional<std::string> MergeLineByLine(const Lines& ours, const Lines& base,
                                           const Lines& theirs) {
  if (ours.size() != base.size() || theirs.size() != base.size()) return std::nullopt;
  Lines merged;
  for (size_t i = 0; i < base.size(); ++i) {
    if (ours[i] != base[i] && theirs[i] != base[i] && ours[i] != theirs[i]) return std::nullopt;
    merged.push_back(ours[i] != base[i] ? ours[i] : theirs[i]);
  }
  return Joined(merged);
}

// ---- lines behind changed ones ----

bool IsComment(std::string_view path, std::string_view line) {
  return base::Trim(line).starts_with(IsCMake(path) ? "#" : "//");
}

// True if the lines are one statement that ends with the last line. Comments may precede it.
bool IsOneStatement(std::string_view path, Lines lines) {
  while (!lines.empty() && IsComment(path, lines[0])) lines.erase(lines.begin());
  if (lines.empty() || !IsBalanced(Joined(lines))) return false;
  for (size_t i = 1; i < lines.size(); ++i) {
    // If the brackets balance before the last line, there is a second statement.
    const Lines beginning(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i));
    if (IsBalanced(Joined(beginning))) return false;
  }
  return true;
}

bool StartsAnItem(std::string_view line) {
  const std::string_view text = base::Trim(line);
  return text.empty() || text[0] == '#' || text[0] == '|' || text.starts_with("* ") ||
         text.starts_with("- ") || text.starts_with("```");
}

// True if the lines of a document belong to the same paragraph or bullet as the first one.
bool IsOneItem(const Lines& lines) {
  return !lines.empty() && std::none_of(lines.begin() + 1, lines.end(), StartsAnItem);
}

// True if `changed` is still one statement or paragraph, as the base was. Then it added nothing in
// the place where the other side added `extra`.
bool IsRewritten(std::string_view path, const Lines& base, const Lines& changed,
                 std::string_view extra) {
  if (path.ends_with(".md")) return StartsAnItem(extra) && IsOneItem(base) && IsOneItem(changed);
  return IsCMake(path) && IsOneStatement(path, base) && IsOneStatement(path, changed);
}

// `changed` replaces the lines of the base; `grown` is the base with lines before or after it.
std::optional<std::string> ApplyBesideGrowth(std::string_view path, const Lines& changed,
                                             const Lines& base, const Lines& grown) {
  if (base.empty() || changed.empty() || grown.size() <= base.size()) return std::nullopt;
  const auto extra = static_cast<std::ptrdiff_t>(grown.size() - base.size());
  const bool behind = std::equal(base.begin(), base.end(), grown.begin());
  const bool before = std::equal(base.begin(), base.end(), grown.begin() + extra);
  if (behind == before) return std::nullopt;
  if (changed.size() != base.size() &&
      (before || !IsRewritten(path, base, changed, grown[base.size()]))) {
    return std::nullopt;
  }
  Lines merged = changed;
  merged.insert(behind ? merged.end() : merged.begin(),
                behind ? grown.end() - extra : grown.begin(),
                behind ? grown.end() : grown.begin() + extra);
  return Joined(merged);
}

// ---- keys and values ----

// Returns the key of a line, "  name" for "  name = value" in TOML and similar formats and for "
// name: value" in YAML. The indentation shows which map the key belongs to. Returns "" if the line
// is no complete entry.
std::string_view KeyOf(std::string_view path, std::string_view line) {
  const bool yaml = path.ends_with(".yaml") || path.ends_with(".yml");
  const bool toml = path.ends_with(".toml") || path.ends_with(".cfg") || path.ends_with(".ini");
  if (!yaml && !toml) return "";
  const size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  size_t end = begin;
  while (end < line.size() &&
         (base::IsAlnum(line[end]) || line[end] == '_' || line[end] == '-' || line[end] == '.')) {
    ++end;
  }
  const size_t sign = line.find_first_not_of(' ', end);
  if (end == begin || sign == std::string_view::npos || line[sign] != (yaml ? ':' : '=')) return "";
  const std::string_view value = base::Trim(line.substr(sign + 1));
  // A value with one of these endings continues in the next line.
  const bool is_whole = !value.empty() && IsBalanced(value) && value.back() != '|' &&
                        value.back() != '>' && value.find("\"\"\"") == std::string_view::npos;
  return is_whole ? line.substr(0, end) : "";
}

using Entries = std::map<std::string_view, std::string_view>;

// Returns the lines by key, or nothing if a line is no entry or a key occurs twice.
std::optional<Entries> EntriesOf(std::string_view path, const Lines& lines) {
  Entries entries;
  for (const std::string_view line : lines) {
    const std::string_view key = KeyOf(path, line);
    if (key.empty() || !entries.emplace(key, line).second) return std::nullopt;
  }
  return entries;
}

std::optional<std::string> MergeByKey(std::string_view path, const Lines& ours, const Lines& base,
                                      const Lines& theirs) {
  const auto our_entries = EntriesOf(path, ours);
  const auto base_entries = EntriesOf(path, base);
  const auto their_entries = EntriesOf(path, theirs);
  if (!our_entries || !base_entries || !their_entries) return std::nullopt;
  const auto at = [](const Entries& entries, std::string_view key) {
    const auto found = entries.find(key);
    return found == entries.end() ? std::string_view() : found->second;
  };
  Lines merged;
  const auto add = [&](std::string_view key) {
    const std::string_view was = at(*base_entries, key);
    const std::string_view mine = at(*our_entries, key);
    const std::string_view new_line = at(*their_entries, key);
    if (mine != was && new_line != was && mine != new_line) return false;
    const std::string_view line = mine != was ? mine : new_line;
    if (!line.empty()) merged.push_back(line);
    return true;
  };
  for (const std::string_view line : ours) {
    if (!add(KeyOf(path, line))) return std::nullopt;
  }
  for (const std::string_view line : theirs) {
    const std::string_view key = KeyOf(path, line);
    if (our_entries->contains(key)) continue;
    if (!add(key)) return std::nullopt;
  }
  return Joined(merged);
}

// ---- layout ----

bool IsWordCharacter(char c) { return base::IsAlnum(c) || c == '_'; }

// Returns code without insignificant white space. Keeps the line ends of directives and line
// comments, and literals as a whole. Returns nothing for code with raw strings.
std::optional<std::string> Essence(std::string_view code) {
  if (code.find("R\"") != std::string_view::npos) return std::nullopt;
  std::string out;
  bool space = false;
  bool line_start = true;
  for (size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    const bool directive = line_start && c == '#';
    if (directive || (c == '/' && i + 1 < code.size() && code[i + 1] == '/')) {
      const size_t end = std::min(code.find('\n', i), code.size());
      out += '\n';
      out += code.substr(i, end - i);
      out += '\n';
      i = end;
      line_start = true;
      space = false;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      space = true;
      line_start = line_start || c == '\n';
      continue;
    }
    line_start = false;
    // White space matters between words, and between operators that would merge.
    const bool both_words = !out.empty() && IsWordCharacter(out.back()) && IsWordCharacter(c);
    const bool both_signs = !out.empty() && !IsWordCharacter(out.back()) && !IsWordCharacter(c) &&
                            std::string_view("+-<>&|=:*/").find(c) != std::string_view::npos;
    if (space && (both_words || both_signs)) out += ' ';
    space = false;
    out += c;
    if (c != '"' && c != '\'') continue;
    // A digit separator is no literal.
    if (c == '\'' && i > 0 && base::IsAlnum(code[i - 1])) continue;
    for (++i; i < code.size(); ++i) {
      out += code[i];
      if (code[i] == '\\' && i + 1 < code.size())
        out += code[++i];
      else if (code[i] == c || code[i] == '\n')
        break;
    }
  }
  return out;
}

std::optional<std::string> TakeOtherThanLayout(std::string_view path, const MergeHunk& conflict) {
  if (!IsCpp(path) || conflict.base.empty()) return std::nullopt;
  const std::optional<std::string> base = Essence(conflict.base);
  if (!base) return std::nullopt;
  if (Essence(conflict.ours) == base) return std::string(conflict.theirs);
  if (Essence(conflict.theirs) == base) return std::string(conflict.ours);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Resolve(std::string_view path, const MergeHunk& conflict) {
  const Lines ours = base::SplitLines(conflict.ours);
  const Lines base = base::SplitLines(conflict.base);
  const Lines theirs = base::SplitLines(conflict.theirs);
  if (auto text = JoinLists(path, ours, base, theirs)) return text;
  if (auto text = PutCommentsFirst(ours, base, theirs)) return text;
  if (auto text = PutCommentsFirst(theirs, base, ours)) return text;
  if (auto text = MergeLineByLine(ours, base, theirs)) return text;
  if (auto text = ApplyBesideGrowth(path, ours, base, theirs)) return text;
  if (auto text = ApplyBesideGrowth(path, theirs, base, ours)) return text;
  if (auto text = MergeByKey(path, ours, base, theirs)) return text;
  return TakeOtherThanLayout(path, conflict);
}

}  // namespace plugingen::project
