#include "api/declaration.h"

#include <algorithm>

#include "base/text.h"

namespace plugingen::api {
namespace {

bool IsWord(char c) { return base::IsAlnum(c) || c == '_'; }

// Normalizes blanks: single ones, and none before '*', ',' and brackets.
std::string Tidy(std::string_view text) {
  std::string tidy;
  for (const char c : base::Trim(text)) {
    if (c == ' ' || c == '\n' || c == '\t') {
      if (!tidy.empty() && tidy.back() != ' ' && tidy.back() != '(') tidy += ' ';
      continue;
    }
    const bool closes = c == '*' || c == ',' || c == ')' || c == '[';
    if (closes && !tidy.empty() && tidy.back() == ' ') tidy.pop_back();
    tidy += c;
  }
  return tidy;
}

// Returns the position of the bracket that closes the one at `open`, or the end.
size_t Closing(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return text.size();
}

std::vector<std::string_view> SplitParameters(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    const std::string_view part = base::Trim(text.substr(begin, i - begin));
    if (!part.empty() && part != "void") parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

// True if the last word of `text` belongs to the type: "unsigned char", "const T* const".
bool IsTypeWord(std::string_view word, std::string_view before) {
  for (const std::string_view known : {"const", "char", "int", "long", "short", "unsigned",
                                       "signed", "float", "double", "bool", "void"}) {
    if (word == known) return true;
  }
  before = base::Trim(before);
  return before.empty() || before == "const" || before == "struct" || before == "enum" ||
         before == "const struct";
}

// Removes `const` of the parameter itself, which does not affect callers: "const int", "T* const".
std::string WithoutOuterConst(std::string type) {
  constexpr std::string_view kConst = "const";
  if (type.find('*') == std::string::npos) {
    return type.starts_with("const ") ? type.substr(kConst.size() + 1) : type;
  }
  if (type.ends_with(kConst)) type = Tidy(type.substr(0, type.size() - kConst.size()));
  return type;
}

Parameter ParseParameter(std::string_view text) {
  Parameter parameter;
  if (const size_t star = text.find("(*"); star != std::string_view::npos) {
    const size_t end = Closing(text, star);
    parameter.name = base::Trim(text.substr(star + 2, end - star - 2));
    std::string anonymous(text.substr(0, star + 2));
    anonymous += text.substr(end);
    parameter.type = ParseDeclaration(anonymous).Type();
    return parameter;
  }
  const size_t bracket = std::min(text.find('['), text.size());
  std::string_view plain = base::Trim(text.substr(0, bracket));
  size_t begin = plain.size();
  while (begin > 0 && IsWord(plain[begin - 1])) --begin;
  const std::string_view word = plain.substr(begin);
  if (!word.empty() && !IsTypeWord(word, plain.substr(0, begin))) {
    parameter.name = word;
    plain = plain.substr(0, begin);
  }
  parameter.type = WithoutOuterConst(Tidy(plain));
  if (bracket < text.size()) parameter.type += "*";  // C passes arrays as pointers
  return parameter;
}

std::string Ordinal(size_t number) {
  const char* ending = number == 1 ? "st" : number == 2 ? "nd" : number == 3 ? "rd" : "th";
  return std::to_string(number) + ending;
}

std::string Spelled(const Parameter& parameter) {
  std::string text = parameter.type;
  if (const size_t star = text.find("(*)"); star != std::string::npos) {
    text.insert(star + 2, parameter.name);
  } else if (!parameter.name.empty()) {
    text += " " + parameter.name;
  }
  return base::Quoted(text);
}

// Describes how the parameters of `longer` differ from those of `shorter`. Returns "" if they
// differ in more than insertions. `verb` is "takes" or "no longer takes".
std::string Inserted(const std::vector<Parameter>& shorter, const std::vector<Parameter>& longer,
                     std::string_view verb) {
  std::vector<std::string> inserted;
  size_t at = 0;
  for (size_t i = 0; i < longer.size(); ++i) {
    if (at < shorter.size() && WithoutConst(shorter[at].type) == WithoutConst(longer[i].type)) {
      ++at;
      continue;
    }
    inserted.push_back(Spelled(longer[i]) + " as its " + Ordinal(i + 1) + " parameter");
  }
  if (at < shorter.size()) return "";
  return std::string(verb) + " " + base::Join(inserted, " and ");
}

std::string TypesText(const Declaration& was, const Declaration& now) {
  if (!was.is_function || !now.is_function) {
    return "is " + base::Quoted(now.Type()) + " now, was " + base::Quoted(was.Type());
  }
  std::vector<std::string> texts;
  if (WithoutConst(was.result) != WithoutConst(now.result)) {
    texts.push_back("returns " + base::Quoted(now.result) + ", returned " +
                    base::Quoted(was.result));
  }
  if (was.parameters.size() < now.parameters.size()) {
    texts.push_back(Inserted(was.parameters, now.parameters, "takes"));
  } else if (was.parameters.size() > now.parameters.size()) {
    texts.push_back(Inserted(now.parameters, was.parameters, "no longer takes"));
  } else {
    for (size_t i = 0; i < now.parameters.size(); ++i) {
      if (WithoutConst(was.parameters[i].type) == WithoutConst(now.parameters[i].type)) continue;
      texts.push_back("takes " + Spelled(now.parameters[i]) + " as its " + Ordinal(i + 1) +
                      " parameter, took " + Spelled(was.parameters[i]));
    }
  }
  texts.erase(std::remove(texts.begin(), texts.end(), ""), texts.end());
  return texts.empty() ? "is declared differently" : base::Join(texts, "; ");
}

std::string ConstText(const Declaration& was, const Declaration& now) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < now.parameters.size() && i < was.parameters.size(); ++i) {
    if (was.parameters[i].type == now.parameters[i].type) continue;
    texts.push_back("takes " + Spelled(now.parameters[i]) + ", took " + Spelled(was.parameters[i]));
  }
  if (was.result != now.result) {
    texts.push_back((now.is_function ? "returns " : "is ") + base::Quoted(now.result) + ", " +
                    (now.is_function ? "returned " : "was ") + base::Quoted(was.result));
  }
  return base::Join(texts, "; ");
}

size_t CountConst(std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find("const"); at != std::string_view::npos;
       at = text.find("const", at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

std::string Declaration::Type() const {
  if (!is_function) return result;
  std::vector<std::string> types;
  for (const Parameter& parameter : parameters) types.push_back(parameter.type);
  return result + (is_pointer ? " (*)(" : " (") + base::Join(types, ", ") + ")";
}

Declaration ParseDeclaration(std::string_view text) {
  Declaration declaration;
  const size_t star = text.find("(*");
  size_t open = text.find('(');
  if (star != std::string_view::npos && star == open) {
    declaration.is_pointer = true;
    open = text.find('(', Closing(text, star));
  }
  if (open == std::string_view::npos) {
    declaration.result = Tidy(text);
    declaration.is_pointer = false;
    return declaration;
  }
  declaration.is_function = true;
  declaration.result = Tidy(text.substr(0, declaration.is_pointer ? star : open));
  const size_t close = Closing(text, open);
  for (const std::string_view part : SplitParameters(text.substr(open + 1, close - open - 1))) {
    declaration.parameters.push_back(ParseParameter(part));
  }
  return declaration;
}

std::string WithoutConst(std::string_view type) {
  std::string without;
  for (size_t i = 0; i < type.size();) {
    const bool starts = i == 0 || !IsWord(type[i - 1]);
    if (starts && type.substr(i, 5) == "const" && (i + 5 == type.size() || !IsWord(type[i + 5]))) {
      i += 5;
      continue;
    }
    without += type[i++];
  }
  return Tidy(without);
}

DeclarationChange CompareDeclarations(std::string_view was, std::string_view now) {
  const Declaration before = ParseDeclaration(was);
  const Declaration after = ParseDeclaration(now);
  DeclarationChange change;
  if (WithoutConst(before.Type()) != WithoutConst(after.Type())) {
    change.kind = DeclarationChange::Kind::kTypes;
    change.text = TypesText(before, after);
  } else if (before.Type() != after.Type()) {
    change.kind = DeclarationChange::Kind::kConst;
    change.loses_const = CountConst(after.Type()) < CountConst(before.Type());
    change.text = ConstText(before, after);
  } else {
    std::vector<std::string> texts;
    for (size_t i = 0; i < after.parameters.size(); ++i) {
      const std::string& name = after.parameters[i].name;
      const std::string& old = before.parameters[i].name;
      if (name == old || name.empty() || old.empty()) continue;
      texts.push_back("calls its parameter " + base::Quoted(old) + " " + base::Quoted(name) +
                      " now");
    }
    if (!texts.empty()) change.kind = DeclarationChange::Kind::kNames;
    change.text = base::Join(texts, "; ");
  }
  return change;
}

}  // namespace plugingen::api
