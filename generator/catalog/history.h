// All releases of TensorFlow in catalog/tensorflow.txt.
//
// The constructor only indexes the text. The definition of an op in a release is parsed at its
// first use.

#ifndef PLUGINGEN_CATALOG_HISTORY_H_
#define PLUGINGEN_CATALOG_HISTORY_H_

#include <memory>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/releases.h"

namespace plugingen::catalog {

class History {
 public:
  // The history that this run uses (source.h).
  static const History& BuiltIn();

  // Indexes `text`, which must outlive the object. Throws std::logic_error if the format is wrong.
  explicit History(std::string_view text);

  // "2.12", "2.13", ..., sorted by age.
  const std::vector<std::string_view>& releases() const { return releases_; }
  // Returns the catalogue of releases()[index]. It is valid as long as the history.
  const Catalog& At(size_t index) const { return *catalogs_.at(index); }
  const Catalog& Newest() const { return *catalogs_.back(); }
  // Returns the catalogue of a release such as "2.15", or null.
  const Catalog* Find(std::string_view release) const;

  // Returns the releases that have the op; none for an unknown name.
  ReleaseSet ReleasesWith(std::string_view op) const;
  // True if the op is the same in every release, so that any of them describes it.
  bool IsConstant(std::string_view op) const;
  // A line of an op's definition that only some releases have: "attr grad_a: bool = false". Does
  // not include TensorFlow's kernels. Changes() returns them in the order of the definition; the
  // list is empty if all releases agree.
  struct Change {
    std::string_view line;
    ReleaseSet releases = 0;
  };
  std::vector<Change> Changes(std::string_view op) const;

 private:
  const OpSection* FindSection(std::string_view op) const;

  std::vector<std::string_view> releases_;
  std::vector<OpSection> sections_;
  std::vector<std::unique_ptr<Catalog>> catalogs_;  // one for each of releases_
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_HISTORY_H_
