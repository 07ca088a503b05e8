#include "emit/plain_keys_view.h"

#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "base/text.h"
#include "emit/cpp_text.h"
#include "spec/member.h"
#include "spec/schema.h"
#include "spec/section.h"

namespace plugingen::emit {
namespace {

using spec::Field;
using spec::Located;

// Returns the shortest C++ double literal that reads back as the same number. It always has a
// point.
std::string DoubleText(double value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

void Add(const Field& field, const Located<std::string>& text, Members& view) {
  view.emplace(field.name, field.is_cpp ? CppText(text.value) : text.value);
}
void Add(const Field& field, const Located<bool>& truth, Members& view) {
  view.emplace(field.name, truth.value);
}
void Add(const Field& field, const Located<int64_t>& number, Members& view) {
  view.emplace(field.name, std::to_string(number.value));
}
void Add(const Field& field, const Located<double>& number, Members& view) {
  view.emplace(field.name, DoubleText(number.value));
}
void Add(const Field& field, const Located<uint64_t>& size, Members& view) {
  view.emplace(field.name, std::to_string(size.value));
  view.emplace(std::string(field.name) + "_text", base::SizeText(size.value));
}
template <typename E>
void Add(const Field& field, const Located<E>& chosen, Members& view) {
  Members words;
  for (const spec::Choice<E>& choice : spec::kChoices<E>) {
    words.emplace(choice.word, choice.value == chosen.value);
  }
  view.emplace(field.name, std::move(words));
}

template <typename Root>
Members View(std::string_view path, const Root& root) {
  Members view;
  for (const Field* field : spec::FieldsOf(path)) {
    const spec::SlotIn<Root>* slot = field->member.template Of<Root>();
    if (field->type == spec::FieldType::kMap) {
      Members inner = View(spec::PathOf(path, field->name), root);
      if (!inner.empty()) view.emplace(field->name, std::move(inner));
    } else if (slot != nullptr && spec::IsPlain(field->type)) {
      // The variant has only pointers to non-const members; this only reads them.
      std::visit([&](const auto* value) { Add(*field, *value, view); },
                 (*slot)(const_cast<Root&>(root)));
    }
  }
  return view;
}

}  // namespace

Members PlainKeysView(std::string_view path, const spec::Spec& spec) { return View(path, spec); }
Members PlainKeysView(std::string_view path, const spec::OpEntry& op) { return View(path, op); }

}  // namespace plugingen::emit
