// The data types in a pattern. Edges make them equal: what MatMul calls T is what BiasAdd calls T.

#ifndef PLUGINGEN_REWRITE_TYPE_TERMS_H_
#define PLUGINGEN_REWRITE_TYPE_TERMS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plugingen::rewrite {

class TypeTerms {
 public:
  // A type attr of a matched node.
  using Attr = std::pair<size_t, std::string>;

  // The term of a data type, or of an attr; the same term for the same attr.
  size_t OfDtype(const std::string& dtype);
  size_t OfAttr(size_t node, const std::string& attr);
  // A type of which nothing is known.
  size_t Unknown();

  // Makes two terms equal. False if they are different data types; nothing changes then.
  bool Unify(size_t a, size_t b);

  bool AreEqual(size_t a, size_t b) const;
  // The data type of a term, if it is the same in every match.
  std::optional<std::string> DtypeOf(size_t term) const;
  // An attr that has the term's type.
  std::optional<Attr> AttrOf(size_t term) const;

 private:
  struct Term {
    size_t parent = 0;
    std::string dtype{};  // "" if it depends on the match
    std::optional<Attr> attr{};
  };
  size_t RootOf(size_t term) const;
  size_t Add(Term term);

  std::vector<Term> terms_;
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_TYPE_TERMS_H_
