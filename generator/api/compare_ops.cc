#include <algorithm>

#include "api/compare_parts.h"
#include "base/text.h"
#include "catalog/lines.h"

namespace plugingen::api {
namespace {

using catalog::Arg;
using catalog::Attr;
using catalog::Op;

std::string Words(const std::vector<std::string_view>& words) {
  return base::Join(std::vector<std::string>(words.begin(), words.end()), ", ");
}

// Compares an op that both releases have.
class OpComparison {
 public:
  OpComparison(const Op& was, const Op& now, std::vector<Change>& changes)
      : was_(was), now_(now), changes_(changes) {}

  void Run() {
    CompareArgs("input", was_.inputs, now_.inputs);
    CompareArgs("output", was_.outputs, now_.outputs);
    for (const Attr& attr : now_.attrs) {
      const Attr* old = was_.FindAttr(attr.name);
      if (old != nullptr && old->text != attr.text) CompareAttr(*old, attr);
    }
    NewAttrs();
    GoneAttrs();
    if (was_.is_stateful != now_.is_stateful) {
      Add(Severity::kAttention, now_.is_stateful ? "is stateful now" : "is no longer stateful");
    }
    if (!was_.is_deprecated && now_.is_deprecated) Add(Severity::kAttention, "is deprecated now");
    CompareCoreKernels(was_, now_, changes_);
    ComparePython();
  }

 private:
  Change& Add(Severity severity, std::string text) {
    changes_.push_back(OpChange(severity, now_.name, std::move(text)));
    return changes_.back();
  }

  void CompareArgs(const std::string& role, const std::vector<Arg>& was,
                   const std::vector<Arg>& now) {
    std::vector<std::string> added;
    for (size_t i = was.size(); i < now.size(); ++i) {
      added.push_back(std::string(now[i].name) + ": " + std::string(now[i].type));
    }
    if (!added.empty()) {
      Add(Severity::kBreaking,
          "has the " + role + (added.size() == 1 ? " " : "s ") + base::Join(added, ", "));
    }
    for (size_t i = now.size(); i < was.size(); ++i) {
      Add(Severity::kBreaking, "no longer has the " + role + " " + base::Quoted(was[i].name));
    }
    for (size_t i = 0; i < std::min(was.size(), now.size()); ++i) {
      if (was[i].name != now[i].name) {
        Add(Severity::kBreaking, "calls its " + role + " " + base::Quoted(was[i].name) + " " +
                                     base::Quoted(now[i].name) + " now")
            .note = "A kernel that names it as host memory breaks every node of the op.";
      } else if (was[i].type != now[i].type && TypeAttrOf(now[i], now_, was_) == nullptr &&
                 TypeAttrOf(was[i], was_, now_) == nullptr) {
        Add(Severity::kBreaking, "has " + std::string(now[i].type) + " as its " + role + " " +
                                     base::Quoted(now[i].name) + " now, had " +
                                     std::string(was[i].type));
      }
    }
  }

  // Returns the type attr of an argument of `op` if `other` does not have it, or null.
  static const Attr* TypeAttrOf(const Arg& arg, const Op& op, const Op& other) {
    for (const std::string_view word : catalog::SplitParts(arg.type, ' ')) {
      const Attr* attr = op.FindAttr(word);
      if (attr != nullptr && attr->is_type && other.FindAttr(word) == nullptr) return attr;
    }
    return nullptr;
  }

  // If only `op` has the attr and it is the type of an argument, returns that argument with its
  // type in `other`: ", the type of k (was int32)".
  static std::string TypedBy(const Attr& attr, const Op& op, const Op& other,
                             std::string_view verb) {
    std::string text;
    const auto add = [&](const std::vector<Arg>& typed, const std::vector<Arg>& others) {
      for (size_t i = 0; i < std::min(typed.size(), others.size()); ++i) {
        if (typed[i].type == others[i].type || TypeAttrOf(typed[i], op, other) != &attr) continue;
        text += (text.empty() ? ", the type of " : " and ") + std::string(typed[i].name) + " (" +
                std::string(verb) + " " + std::string(others[i].type) + ")";
      }
    };
    add(op.inputs, other.inputs);
    add(op.outputs, other.outputs);
    return text;
  }

  void NewAttrs() {
    std::vector<std::string> defaulted;
    for (const Attr& attr : now_.attrs) {
      if (was_.FindAttr(attr.name) != nullptr) continue;
      const std::string text = std::string(attr.name) + ": " + std::string(attr.text);
      if (attr.is_type) {
        Change& change =
            Add(Severity::kBreaking, "has the attr " + text + TypedBy(attr, now_, was_, "was"));
        change.note = "A kernel that does not constrain it gets every dtype that the attr allows.";
        change.advice = "Constrain " + std::string(attr.name) +
                        " in the registration, in releases that have it.";
      } else if (attr.text.find(" = ") == std::string_view::npos) {
        Add(Severity::kBreaking, "has the attr " + text).note =
            "It has no default, so each node sets it.";
      } else {
        defaulted.push_back(text);
      }
    }
    if (defaulted.empty()) return;
    Add(Severity::kAttention,
        std::string(defaulted.size() == 1 ? "has the attr " : "has the attrs ") +
            base::Join(defaulted, ", "))
        .note =
        "The default is the old behaviour. A kernel should support the other values, or reject "
        "them.";
  }

  void GoneAttrs() {
    std::vector<std::string> others;
    for (const Attr& attr : was_.attrs) {
      if (now_.FindAttr(attr.name) != nullptr) continue;
      if (!attr.is_type) {
        others.emplace_back(attr.name);
        continue;
      }
      Add(Severity::kBreaking,
          "no longer has the attr " + std::string(attr.name) + TypedBy(attr, was_, now_, "now"))
          .note = "A kernel that constrains it breaks every node of the op, also those on the CPU.";
    }
    if (others.empty()) return;
    Add(Severity::kBreaking,
        std::string(others.size() == 1 ? "no longer has the attr " : "no longer has the attrs ") +
            base::Join(others, ", "))
        .note = "A kernel that reads a removed one fails when it is created.";
  }

  void ComparePython() {
    if (was_.is_in_python != now_.is_in_python) {
      Add(now_.is_in_python ? Severity::kAddition : Severity::kAttention,
          now_.is_in_python ? "is in tf.raw_ops now" : "is no longer in tf.raw_ops");
      return;
    }
    const auto compare = [this](std::string_view name) {
      const std::string_view before = was_.PythonNameOf(name);
      const std::string_view after = now_.PythonNameOf(name);
      if (before == after) return;
      Add(Severity::kAttention,
          "calls " + base::Quoted(before) + " " + base::Quoted(after) + " in tf.raw_ops now")
          .note = "Python that was emitted for gradients names it as before.";
    };
    for (const Arg& input : now_.inputs) compare(input.name);
    for (const Attr& attr : now_.attrs) compare(attr.name);
  }

  void CompareAttr(const Attr& was, const Attr& now) {
    const std::vector<std::string_view> before = AllowedBy(was);
    const std::vector<std::string_view> after = AllowedBy(now);
    const bool alike = was.is_type == now.is_type && before.empty() == after.empty();
    const std::string name(now.name);
    if (was.is_type && now.is_type && !alike) {
      if (before.empty()) {
        Add(Severity::kBreaking, name + " can only be " + Words(after) + " now");
      } else {
        Add(Severity::kAddition, name + " can be any dtype now");
      }
    } else if (!alike || (before.empty() && Kind(was) != Kind(now))) {
      Add(was.is_type != now.is_type ? Severity::kBreaking : Severity::kAttention,
          "has " + std::string(now.text) + " as its attr " + name + " now, had " +
              std::string(was.text));
      return;
    } else {
      CompareAllowed(now, before, after);
    }
    if (Default(was) != Default(now)) {
      Add(Severity::kAttention,
          "has " + Default(now) + " as the default of " + name + ", had " + Default(was));
    }
  }

  void CompareAllowed(const Attr& now, const std::vector<std::string_view>& before,
                      const std::vector<std::string_view>& after) {
    std::vector<std::string_view> gone;
    std::vector<std::string_view> added;
    for (const std::string_view value : before) {
      if (!catalog::Contains(after, value)) gone.push_back(value);
    }
    for (const std::string_view value : after) {
      if (!catalog::Contains(before, value)) added.push_back(value);
    }
    const std::string name(now.name);
    if (!gone.empty()) Add(Severity::kBreaking, name + " can no longer be " + Words(gone));
    // A kernel is registered for dtypes, but must support every value of the other attrs.
    if (!added.empty()) {
      Add(now.is_type ? Severity::kAddition : Severity::kAttention,
          name + " can be " + Words(added) + " too");
    }
  }

  // Returns the dtypes or strings in the braces of an attr's text.
  static std::vector<std::string_view> AllowedBy(const Attr& attr) {
    if (attr.text.find('{') == std::string_view::npos) return {};
    const size_t open = attr.text.find('{') + 1;
    return catalog::SplitParts(attr.text.substr(open, attr.text.find('}') - open), ',');
  }

  static std::string_view Kind(const Attr& attr) {
    return attr.text.substr(0, attr.text.find(" = "));
  }

  static std::string Default(const Attr& attr) {
    const size_t at = attr.text.find(" = ");
    return at == std::string_view::npos ? "not set" : std::string(attr.text.substr(at + 3));
  }

  const Op& was_;
  const Op& now_;
  std::vector<Change>& changes_;
};

}  // namespace

Change OpChange(Severity severity, std::string_view op, std::string text) {
  Change change;
  change.severity = severity;
  change.kind = "op";
  change.name = op;
  change.text = std::move(text);
  change.tokens = {{Token::Where::kQuoted, std::string(op)}};
  return change;
}

void CompareOps(const catalog::History& history, size_t from, size_t to,
                std::vector<Change>& changes) {
  const catalog::Catalog& before = history.At(from);
  const catalog::Catalog& after = history.At(to);
  for (const std::string_view name : before.names()) {
    const catalog::ReleaseSet releases = history.ReleasesWith(name);
    if (!catalog::Holds(releases, to)) {
      changes.push_back(OpChange(Severity::kBreaking, name, "is gone"));
    } else if (!history.IsConstant(name)) {
      OpComparison(*before.Find(name), *after.Find(name), changes).Run();
    }
  }
  for (const std::string_view name : after.names()) {
    if (catalog::Holds(history.ReleasesWith(name), from)) continue;
    changes.push_back(OpChange(Severity::kAddition, name, TextOfNew(from, to)));
  }
}

}  // namespace plugingen::api
