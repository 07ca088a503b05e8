// An op of the plugin's own, defined under `ops:`.

#ifndef PLUGINGEN_MODEL_NEW_OP_H_
#define PLUGINGEN_MODEL_NEW_OP_H_

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/reference.h"
#include "diag/diagnostic.h"
#include "model/served.h"
#include "op/gradient.h"
#include "op/op_def.h"
#include "op/shape_rule.h"
#include "spec/spec.h"

namespace plugingen::model {

struct NewOp {
  spec::OpEntry entry;
  op::OpDef def;
  op::ShapeRules shapes;
  op::Gradient gradient;
  // The same definition in the catalogue's words, for all that treats ops alike. Its views are into
  // `texts`, which is why a NewOp stays where it was made.
  catalog::Op op;
  std::deque<std::string> texts;
  // Inputs that the kernel needs in host memory: types that never leave it, and what shapes depend
  // on.
  std::vector<std::string> host_inputs;

  NewOp() = default;
  NewOp(const NewOp&) = delete;
  NewOp& operator=(const NewOp&) = delete;
};

// The reference kernel of an op, TensorFlow's or one of the plugin's own; null for none.
const catalog::ReferenceKernel* ReferenceOf(const catalog::Op& op, const NewOp* new_op);

class NewOps {
 public:
  NewOps() = default;
  // Reads the definitions. Names that some release of TensorFlow has are refused (E0366).
  NewOps(const std::vector<spec::OpEntry>& entries, const Served& served, diag::Sink& sink);

  // In the order of the spec.
  const std::vector<std::shared_ptr<const NewOp>>& all() const { return ops_; }
  // Null for none.
  const NewOp* Find(std::string_view name) const;

 private:
  std::vector<std::shared_ptr<const NewOp>> ops_;
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_NEW_OP_H_
