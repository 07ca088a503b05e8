// What TensorFlow was, release by release: every catalogue that catalog/tensorflow.txt holds.
//
// The text is indexed once, and the definition of an op in a release is read when first asked for.

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
  // The one that this run works with (source.h).
  static const History& BuiltIn();

  // Indexes `text`, which must outlive the history. Throws std::logic_error on text of another
  // format.
  explicit History(std::string_view text);

  // "2.12", "2.13", ...: oldest first.
  const std::vector<std::string_view>& releases() const { return releases_; }
  // The catalogue of releases()[index]. It stays good as long as the history.
  const Catalog& At(size_t index) const { return *catalogs_.at(index); }
  const Catalog& Newest() const { return *catalogs_.back(); }
  // The catalogue of a release "2.15", or null.
  const Catalog* Find(std::string_view release) const;

  // The releases that have the op; none for an unknown name.
  ReleaseSet ReleasesWith(std::string_view op) const;
  // Whether the op is the same in every release, so that one of them tells all.
  bool IsConstant(std::string_view op) const;
  // The lines of the op's definition (not of core's kernels) that only some releases have: "attr
  // grad_a: bool = false". In the order of the definition; none while all have the same.
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
