#include "rewrite/type_terms.h"

namespace plugingen::rewrite {

size_t TypeTerms::Add(Term term) {
  term.parent = terms_.size();
  terms_.push_back(std::move(term));
  return terms_.size() - 1;
}

size_t TypeTerms::OfDtype(const std::string& dtype) { return Add({.dtype = dtype}); }

size_t TypeTerms::Unknown() { return Add({}); }

size_t TypeTerms::OfAttr(size_t node, const std::string& attr) {
  for (size_t i = 0; i < terms_.size(); ++i) {
    if (terms_[i].attr && *terms_[i].attr == Attr(node, attr)) return i;
  }
  return Add({.attr = Attr(node, attr)});
}

size_t TypeTerms::RootOf(size_t term) const {
  while (terms_[term].parent != term) term = terms_[term].parent;
  return term;
}

bool TypeTerms::Unify(size_t a, size_t b) {
  a = RootOf(a);
  b = RootOf(b);
  if (a == b) return true;
  const std::string& first = terms_[a].dtype;
  const std::string& second = terms_[b].dtype;
  if (!first.empty() && !second.empty() && first != second) return false;
  if (first.empty()) terms_[a].dtype = second;
  terms_[b].parent = a;
  return true;
}

bool TypeTerms::AreEqual(size_t a, size_t b) const {
  if (RootOf(a) == RootOf(b)) return true;
  const std::optional<std::string> first = DtypeOf(a);
  return first && first == DtypeOf(b);
}

std::optional<std::string> TypeTerms::DtypeOf(size_t term) const {
  const std::string& dtype = terms_[RootOf(term)].dtype;
  return dtype.empty() ? std::nullopt : std::optional(dtype);
}

std::optional<TypeTerms::Attr> TypeTerms::AttrOf(size_t term) const {
  const size_t root = RootOf(term);
  for (size_t i = 0; i < terms_.size(); ++i) {
    if (terms_[i].attr && RootOf(i) == root) return terms_[i].attr;
  }
  return std::nullopt;
}

}  // namespace plugingen::rewrite
