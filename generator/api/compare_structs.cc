#include <algorithm>

#include "api/compare_parts.h"
#include "api/declaration.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

using catalog::ApiField;

const ApiField* FindField(const std::vector<ApiField>& fields, std::string_view name) {
  for (const ApiField& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

const ApiField* FieldAt(const std::vector<ApiField>& fields, size_t offset) {
  for (const ApiField& field : fields) {
    if (field.offset == offset) return &field;
  }
  return nullptr;
}

std::string Names(const std::vector<const ApiField*>& fields) {
  std::string text;
  for (size_t i = 0; i < fields.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == fields.size() ? " and " : ", ") + std::string(fields[i]->name);
  }
  return text;
}

std::string IsOrAre(const std::vector<const ApiField*>& fields) {
  return fields.size() == 1 ? "is" : "are";
}

// Compares a struct that both releases have.
class StructComparison {
 public:
  StructComparison(const Pair& pair, std::vector<Change>& changes)
      : pair_(pair), changes_(changes), was_(pair.was.fields), now_(pair.now.fields) {}

  void Run() {
    for (const ApiField& field : now_) Sort(field);
    for (const ApiField& field : was_) {
      if (FindField(now_, field.name) == nullptr && !IsRenamed(field)) gone_.push_back(&field);
    }
    if (!moved_.empty() || !inserted_.empty()) {
      Moved();
    } else if (!appended_.empty()) {
      Grown();
    }
    if (!gone_.empty() && moved_.empty()) Gone();
  }

 private:
  void Sort(const ApiField& field) {
    const ApiField* old = FindField(was_, field.name);
    if (old != nullptr) {
      if (old->offset != field.offset) moved_.push_back(&field);
      CompareField(*old, field);
    } else if (const ApiField* renamed = FieldAt(was_, field.offset);
               renamed != nullptr && IsRenamed(*renamed)) {
      Change change =
          pair_.Changed(Severity::kBreaking, "calls its field " + base::Quoted(renamed->name) +
                                                 " " + base::Quoted(field.name) + " now");
      change.note = "This affects only sources: its place and type are the same.";
      change.tokens = {{Token::Where::kMember, std::string(renamed->name)}};
      changes_.push_back(std::move(change));
    } else if (IsBehindShared(field)) {
      appended_.push_back(&field);
    } else {
      inserted_.push_back(&field);
    }
  }

  // True if all fields of both releases precede the new one.
  bool IsBehindShared(const ApiField& added) const {
    return std::none_of(now_.begin(), now_.end(), [&](const ApiField& field) {
      return field.offset > added.offset && FindField(was_, field.name) != nullptr;
    });
  }

  // True if the field at this position only changed its name.
  bool IsRenamed(const ApiField& old) const {
    const ApiField* at = FieldAt(now_, old.offset);
    return at != nullptr && at->size == old.size && FindField(was_, at->name) == nullptr &&
           FindField(now_, old.name) == nullptr &&
           ParseDeclaration(at->type).Type() == ParseDeclaration(old.type).Type();
  }

  void CompareField(const ApiField& old, const ApiField& field) {
    const DeclarationChange difference = CompareDeclarations(old.type, field.type);
    if (difference.kind == DeclarationChange::Kind::kNone) return;
    const bool names = difference.kind == DeclarationChange::Kind::kNames;
    Change change = pair_.Changed(names ? Severity::kCosmetic : Severity::kBreaking, "");
    change.text = "field " + base::Quoted(field.name) + " " + difference.text;
    change.tokens = {{Token::Where::kMember, std::string(field.name)}};
    if (!names) {
      change.was = old.type;
      change.now = field.type;
    }
    if (difference.kind == DeclarationChange::Kind::kConst) {
      change.note = "This affects only sources: the value must be declared with the new type.";
    }
    changes_.push_back(std::move(change));
  }

  std::string SizeText() const {
    if (pair_.was.size == pair_.now.size) return "";
    return "; " + std::to_string(pair_.now.size) + " bytes, were " + std::to_string(pair_.was.size);
  }

  void Moved() {
    std::string text;
    if (!inserted_.empty()) {
      text = Names(inserted_) + " " + IsOrAre(inserted_) + " new inside it";
    } else if (!gone_.empty()) {
      text = "no longer has " + Names(gone_);
    }
    if (!moved_.empty()) {
      const ApiField& first = *moved_.front();
      text += (text.empty() ? "" : ", so that ") + Names(moved_) +
              (text.empty()         ? " moved"
               : moved_.size() == 1 ? " moves"
                                    : " move");
      if (moved_.size() == 1) {
        text += " from " + std::to_string(FindField(was_, first.name)->offset) + " to " +
                std::to_string(first.offset);
      }
    }
    Change change = pair_.Changed(Severity::kBreaking, text + SizeText());
    if (!moved_.empty()) {
      const ApiField& old = *FindField(was_, moved_.front()->name);
      if (const ApiField* there = FieldAt(now_, old.offset)) {
        change.note = "What a plugin built before has at " + std::to_string(old.offset) + " for " +
                      std::string(old.name) + " is taken for " + std::string(there->name) + ".";
      }
    }
    for (const ApiField* field : moved_) {
      change.tokens.push_back({Token::Where::kMember, std::string(field->name)});
    }
    if (!appended_.empty()) change.text += "; " + Names(appended_) + " at its end";
    changes_.push_back(std::move(change));
  }

  void Grown() {
    Change change =
        pair_.Changed(Severity::kAddition, "has " + Names(appended_) + " at its end" + SizeText());
    for (const ApiField* field : appended_) {
      change.now += (change.now.empty() ? "" : "; ") + std::string(field->name) + ": " +
                    std::string(field->type);
    }
    changes_.push_back(std::move(change));
  }

  void Gone() {
    const bool at_end = now_.empty() || gone_.front()->offset > now_.back().offset;
    Change change =
        pair_.Changed(Severity::kBreaking,
                      "no longer has " + Names(gone_) + (at_end ? " at its end" : "") + SizeText());
    if (at_end) {
      change.note = "TensorFlow owns the struct: whoever sets " +
                    std::string(gone_.size() == 1 ? "this field" : "these fields") +
                    " writes behind its end.";
      change.advice =
          "Set a field only if the struct_size that TensorFlow filled in before the call covers "
          "it.";
    }
    for (const ApiField* field : gone_) {
      change.tokens.push_back({Token::Where::kMember, std::string(field->name)});
    }
    changes_.push_back(std::move(change));
  }

  const Pair& pair_;
  std::vector<Change>& changes_;
  const std::vector<ApiField>& was_;
  const std::vector<ApiField>& now_;
  std::vector<const ApiField*> moved_;
  std::vector<const ApiField*> inserted_;
  std::vector<const ApiField*> appended_;
  std::vector<const ApiField*> gone_;
};

}  // namespace

void CompareStructs(const Pair& pair, std::vector<Change>& changes) {
  if (!pair.in_from) {
    changes.push_back(pair.Changed(Severity::kAddition, TextOfNew(pair.from, pair.to)));
  } else if (!pair.in_to) {
    changes.push_back(pair.Changed(Severity::kBreaking, "is gone"));
  } else {
    StructComparison(pair, changes).Run();
  }
}

}  // namespace plugingen::api
