// The TensorFlow releases that a plugin supports, and TensorFlow's ops in them.

#ifndef PLUGINGEN_MODEL_SERVED_H_
#define PLUGINGEN_MODEL_SERVED_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/history.h"
#include "spec/spec.h"

namespace plugingen::model {

class Served {
 public:
  // The releases of the catalogue that are in the range, or the newest one if there are none. The
  // catalogue has no ops of a release that is not out, so those of the newest one are used.
  explicit Served(const spec::TensorFlowSection& range);

  const catalog::History& history() const { return history_; }
  catalog::ReleaseSet releases() const { return catalog::ReleasesBetween(first_, last_); }
  // The newest of these releases.
  const catalog::Catalog& newest() const { return history_.At(last_); }

  // Returns the op as the newest of these releases that has it defines it, or null.
  const catalog::Op* FindOp(std::string_view name) const;
  // Returns the releases in which attr `attr` of the op can be `dtype`. In a release that has the
  // op but not the attr, the attr's default applies.
  catalog::ReleaseSet Allowing(std::string_view op, std::string_view attr,
                               std::string_view dtype) const;
  // Returns the supported releases in which the op lacks an argument of this definition, so that a
  // registration for one does not work in the other.
  catalog::ReleaseSet Differing(const catalog::Op& op) const;
  // Returns the supported releases in which the op lacks type attr `attr` of this definition.
  catalog::ReleaseSet LackingAttr(const catalog::Op& op, std::string_view attr) const;
  // Returns "2.12 to 2.14" for any releases.
  std::string Text(catalog::ReleaseSet releases) const;
  // Returns how to narrow the range if the op is missing in the releases `lacking`, or "".
  std::string NarrowerRange(catalog::ReleaseSet lacking) const;

 private:
  const catalog::History& history_ = catalog::History::BuiltIn();
  size_t first_ = 0;
  size_t last_ = 0;
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_SERVED_H_
