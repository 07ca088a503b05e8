#include "api/compare_parts.h"
#include "api/declaration.h"

namespace plugingen::api {
namespace {

using catalog::ApiEntry;

// True if plugins can use the function.
bool IsSeen(const ApiEntry& entry) {
  return !entry.declared.empty() || entry.ExportedBy("framework");
}

void CompareExports(const Pair& pair, std::vector<Change>& changes) {
  if (!pair.c_api.KnowsExports(pair.from) || !pair.c_api.KnowsExports(pair.to)) return;
  const bool was = pair.was.ExportedBy("framework");
  const bool now = pair.now.ExportedBy("framework");
  if (was && !now && pair.now.is_inline) {
    Change change = pair.Changed(Severity::kAttention, "is defined in its header now");
    change.note = "A plugin that was built before does not load. Building it again is enough.";
    changes.push_back(std::move(change));
  } else if (was && !now) {
    Change change =
        pair.Changed(Severity::kBreaking, "is no longer exported by libtensorflow_framework");
    change.note =
        "A plugin that refers to such a function does not load: `import tensorflow` fails with an "
        "undefined symbol.";
    if (!pair.now.declared.empty()) change.note += " Its header still declares it.";
    change.advice =
        "Refer to it weakly, `extern \"C\" { __attribute__((weak)) decltype(F) F; }`, and call it "
        "only if it is not null.";
    changes.push_back(std::move(change));
  } else if (now && !was) {
    changes.push_back(
        pair.Changed(Severity::kAddition, "is exported by libtensorflow_framework now"));
  }
}

void CompareSignatures(const Pair& pair, std::vector<Change>& changes) {
  if (pair.was.declared.empty() || pair.now.declared.empty()) {
    if (!pair.was.declared.empty()) {
      changes.push_back(pair.Changed(Severity::kAttention, "is no longer declared by a header"));
    } else if (!pair.now.declared.empty()) {
      changes.push_back(pair.Changed(Severity::kAddition, "is declared by a header now"));
    }
    return;
  }
  const DeclarationChange difference = CompareDeclarations(pair.was.declared, pair.now.declared);
  switch (difference.kind) {
    case DeclarationChange::Kind::kNone:
      return;
    case DeclarationChange::Kind::kNames:
      changes.push_back(pair.Changed(Severity::kCosmetic, difference.text));
      return;
    case DeclarationChange::Kind::kConst:
      changes.push_back(pair.Changed(
          difference.loses_const ? Severity::kAttention : Severity::kCosmetic, difference.text));
      return;
    case DeclarationChange::Kind::kTypes: {
      Change change = pair.Changed(Severity::kBreaking, difference.text);
      change.was = pair.was.declared;
      change.now = pair.now.declared;
      change.note =
          "A plugin that was built before passes the old arguments, and nothing checks them.";
      changes.push_back(std::move(change));
      return;
    }
  }
}

}  // namespace

void CompareFunctions(const Pair& pair, std::vector<Change>& changes) {
  if (!pair.c_api.ConcernsPlugins(pair.section)) return;
  const bool in_from = pair.in_from && IsSeen(pair.was);
  const bool in_to = pair.in_to && IsSeen(pair.now);
  if (!in_from && !in_to) return;
  if (!in_from) {
    std::string text = TextOfNew(pair.from, pair.to);
    if (pair.now.is_inline) {
      text += ", defined in its header";
    } else if (pair.now.declared.empty()) {
      text += " in libtensorflow_framework, declared by no header for plugins";
    }
    // A header for plugins can declare functions that no library for plugins exports: those that
    // plugins define, and some of libtensorflow_cc.
    if (pair.c_api.KnowsExports(pair.to) && !pair.now.ExportedBy("framework") &&
        !pair.now.is_inline) {
      text += pair.now.exported.empty() ? " in its header, and exported by no library"
                                        : " in its header, but only libtensorflow_cc exports it";
    }
    changes.push_back(pair.Changed(Severity::kAddition, text));
  } else if (!in_to) {
    // If no library exported the function, plugins define it or cannot call it. If no header
    // declared it, hardly any plugin calls it.
    const bool linked = pair.was.is_inline || pair.was.ExportedBy("framework") ||
                        !pair.c_api.KnowsExports(pair.from);
    if (pair.was.declared.empty()) {
      changes.push_back(pair.Changed(
          Severity::kAttention, "is gone from libtensorflow_framework; no header declared it"));
      return;
    }
    changes.push_back(pair.Changed(linked ? Severity::kBreaking : Severity::kAttention, "is gone"));
  } else {
    CompareExports(pair, changes);
    CompareSignatures(pair, changes);
  }
}

}  // namespace plugingen::api
