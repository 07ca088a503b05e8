// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/einsum.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pluggable/half.h"

namespace pluggable {

namespace {

using Labels = EinsumEquation::Labels;

bool Has(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

Labels Joined(Labels a, const Labels& b, const Labels& c) {
  a.insert(a.end(), b.begin(), b.end());
  a.insert(a.end(), c.begin(), c.end());
  return a;
}

// Removes repeated labels.
Labels Distinct(const Labels& labels) {
  Labels distinct;
  for (const int label : labels) {
    if (!Has(distinct, label)) distinct.push_back(label);
  }
  return distinct;
}

// Replaces the ellipsis, if there is one, by labels from `first` on.
void ReplaceEllipsis(Labels* labels, int first, int count) {
  const auto at = std::find(labels->begin(), labels->end(), EinsumEquation::kEllipsis);
  if (at == labels->end()) return;
  Labels broadcast;
  for (int i = 0; i < count; ++i) broadcast.push_back(first + i);
  labels->insert(labels->erase(at), broadcast.begin(), broadcast.end());
}

}  // namespace

Status EinsumEquation::Parse(const std::string& equation) {
  const size_t arrow = equation.find("->");
  if (arrow == std::string::npos || equation.find("->", arrow + 2) != std::string::npos) {
    return errors::InvalidArgument("Expecting exactly one '->' in einsum equation: ", equation);
  }
  std::map<char, int> numbers;
  const auto number = [&numbers](const std::string& subscripts) {
    Labels labels;
    for (size_t i = 0; i < subscripts.size(); ++i) {
      if (subscripts[i] == '.') {
        labels.push_back(kEllipsis);
        i += 2;
      } else {
        const int next = static_cast<int>(numbers.size());
        labels.push_back(numbers.emplace(subscripts[i], next).first->second);
      }
    }
    return labels;
  };
  for (size_t begin = 0; begin <= arrow;) {
    const size_t end = std::min(equation.find(',', begin), arrow);
    operands.push_back(number(equation.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (operands.size() > 2) {
    return errors::InvalidArgument("Expecting 1 or 2 input subscripts in equation '", equation,
                                   "' but got: ", operands.size());
  }
  num_labels = static_cast<int>(numbers.size());
  result = number(equation.substr(arrow + 2));
  const auto has_two_ellipses = [](const Labels& labels) {
    return std::count(labels.begin(), labels.end(), kEllipsis) > 1;
  };
  if (has_two_ellipses(result) || std::any_of(operands.begin(), operands.end(), has_two_ellipses)) {
    return errors::InvalidArgument("More than one ellipsis in a subscript of the einsum equation '",
                                   equation, "'");
  }
  for (const int label : result) {
    if (label >= num_labels) {
      return errors::InvalidArgument("The output of the einsum equation '", equation,
                                     "' has a label that no input has");
    }
  }
  return Status();
}

int64_t Einsum::Operand::SizeOf(int label) const {
  const auto at = std::find(labels.begin(), labels.end(), label);
  return at == labels.end() ? 1 : sizes[at - labels.begin()];
}

int64_t Einsum::Operand::num_elements() const {
  int64_t n = 1;
  for (const int64_t size : sizes) (void)__builtin_mul_overflow(n, size, &n);
  return n;
}

Status Einsum::Init(const EinsumEquation& equation, const std::vector<TensorShape>& shapes) {
  Status status = ReadShapes(equation, shapes);
  if (!status.ok()) return status;
  const Labels result = Distinct(result_labels_);
  // Both contain broadcast dimensions, though perhaps only one of the shapes does.
  for (const int label : result) {
    int64_t size = 1;
    for (const Operand& operand : operands_) {
      const int64_t own = operand.SizeOf(label);
      if (size != 1 && own != 1 && own != size) {
        return errors::InvalidArgument("Invalid broadcasting dimensions: ", shapes[0].DebugString(),
                                       " vs. ", shapes[1].DebugString());
      }
      if (own != 1) size = own;
    }
    label_sizes_[label] = size;
  }
  for (const int label : result_labels_) shape_.AddDim(label_sizes_[label]);
  // Sums and products of empty tensors are 0, and their sizes may overflow.
  for (const Operand& operand : operands_) is_zero_ = is_zero_ || operand.num_elements() == 0;
  if (is_zero_) return Status();
  for (size_t i = 0; i < operands_.size(); ++i) {
    TakeDiagonal(&operands_[i]);
    const Labels others = operands_.size() == 2 ? operands_[1 - i].labels : Labels();
    status = SumUp(&operands_[i], Joined(result, others, {}));
    if (!status.ok()) return status;
  }
  if (operands_.size() == 2) return InitProduct(result);
  InitSpread(result, operands_[0].labels);
  return Status();
}

Status Einsum::ReadShapes(const EinsumEquation& equation, const std::vector<TensorShape>& shapes) {
  const size_t count = equation.operands.size();
  if (shapes.size() != count) {
    return errors::InvalidArgument("Expected ", count, " inputs but got: ", shapes.size());
  }
  std::vector<int> broadcast_dims(count);
  int most = 0;
  for (size_t i = 0; i < count; ++i) {
    const Labels& labels = equation.operands[i];
    const int named = static_cast<int>(labels.size());
    if (!Has(labels, EinsumEquation::kEllipsis)) {
      if (shapes[i].dims() != named) {
        return errors::InvalidArgument("Expected input ", i, " to have rank ", named,
                                       " but got: ", shapes[i].dims());
      }
    } else if (shapes[i].dims() + 1 < named) {
      return errors::InvalidArgument("Expected input ", i, " to have rank at least ", named - 1,
                                     " but got: ", shapes[i].dims());
    } else {
      broadcast_dims[i] = shapes[i].dims() - named + 1;
      most = std::max(most, broadcast_dims[i]);
    }
  }
  if (most > 0 && !Has(equation.result, EinsumEquation::kEllipsis)) {
    return errors::InvalidArgument("Output contains ", most,
                                   " broadcasting dimension(s) but no ellipsis (...) was found in "
                                   "the output subscripts.");
  }
  num_named_ = equation.num_labels;
  const int num_labels = num_named_ + most;
  label_sizes_.assign(static_cast<size_t>(num_labels), 0);
  for (size_t i = 0; i < count; ++i) {
    Operand operand;
    operand.index = i;
    operand.labels = equation.operands[i];
    // Broadcast dimensions are aligned at the last one.
    ReplaceEllipsis(&operand.labels, num_named_ + most - broadcast_dims[i], broadcast_dims[i]);
    for (int d = 0; d < shapes[i].dims(); ++d) {
      const int64_t size = shapes[i].dim_size(d);
      operand.sizes.push_back(size);
      if (operand.labels[d] >= num_named_) continue;
      int64_t& known = label_sizes_[operand.labels[d]];
      if (known != 0 && known != size) {
        return errors::InvalidArgument("Expected dimension ", known, " at axis ", d,
                                       " of the input shaped ", shapes[i].DebugString(),
                                       " but got dimension ", size);
      }
      known = size;
    }
    operands_.push_back(std::move(operand));
  }
  result_labels_ = equation.result;
  ReplaceEllipsis(&result_labels_, num_named_, most);
  return Status();
}

void Einsum::TakeDiagonal(Operand* operand) {
  const Labels labels = Distinct(operand->labels);
  if (labels.size() == operand->labels.size()) return;
  const std::vector<int64_t> steps = RowMajorSteps(TensorShape(operand->sizes));
  std::vector<int64_t> sizes;
  for (const int label : labels) sizes.push_back(operand->SizeOf(label));
  const std::vector<int64_t> to_steps = RowMajorSteps(TensorShape(sizes));
  for (size_t i = 0; i < labels.size(); ++i) {
    int64_t from_step = 0;
    for (size_t d = 0; d < steps.size(); ++d) {
      if (operand->labels[d] == labels[i]) from_step += steps[d];
    }
    operand->diagonal.AddDim(sizes[i], from_step, to_steps[i]);
  }
  operand->has_diagonal = true;
  operand->labels = labels;
  operand->sizes = std::move(sizes);
}

Status Einsum::SumUp(Operand* operand, const Labels& kept) {
  std::vector<CheckedInt> axes;
  const TensorShape shape(operand->sizes);
  for (size_t d = operand->labels.size(); d-- > 0;) {
    if (Has(kept, operand->labels[d])) continue;
    axes.push_back(static_cast<int64_t>(d));
    operand->labels.erase(operand->labels.begin() + static_cast<int64_t>(d));
    operand->sizes.erase(operand->sizes.begin() + static_cast<int64_t>(d));
  }
  Status status = operand->sum.Init(shape, axes, /*keep_dims=*/false);
  operand->has_sum = !operand->sum.is_identity();
  return status;
}

void Einsum::Arrange(Operand* operand, const Labels& plain, const Labels& transposed) {
  // The operand may lack some of the broadcast dimensions.
  Labels order;
  Labels transposed_order;
  for (const int label : plain) {
    if (Has(operand->labels, label)) order.push_back(label);
  }
  for (const int label : transposed) {
    if (Has(operand->labels, label)) transposed_order.push_back(label);
  }
  if (operand->labels == order) return;
  operand->is_transposed = transposed_order.back() == operand->labels.back();
  if (operand->labels == transposed_order) return;
  // Prefers the order in which rows of memory stay rows.
  if (operand->is_transposed) order = transposed_order;
  const std::vector<int64_t> steps = RowMajorSteps(TensorShape(operand->sizes));
  std::vector<int64_t> sizes;
  for (const int label : order) sizes.push_back(operand->SizeOf(label));
  const std::vector<int64_t> to_steps = RowMajorSteps(TensorShape(sizes));
  for (size_t i = 0; i < order.size(); ++i) {
    const auto at = std::find(operand->labels.begin(), operand->labels.end(), order[i]);
    operand->copy.AddDim(sizes[i], steps[at - operand->labels.begin()], to_steps[i]);
  }
  operand->has_copy = true;
}

Status Einsum::InitProduct(const Labels& result) {
  // Dimensions of both operands and the result are batches; of one operand and the result, rows or
  // columns; of both operands only, the dimension of the sum.
  Labels batch;
  Labels free[2];
  Labels contracted;
  for (const int label : result) {
    const bool in_left = Has(operands_[0].labels, label);
    const bool in_right = Has(operands_[1].labels, label);
    if (label >= num_named_ || (in_left && in_right)) {
      batch.push_back(label);
    } else {
      free[in_left ? 0 : 1].push_back(label);
    }
  }
  if (Joined(batch, free[1], free[0]) == result) {
    std::swap(operands_[0], operands_[1]);
    std::swap(free[0], free[1]);
  }
  for (const int label : operands_[0].labels) {
    if (!Has(result, label)) contracted.push_back(label);
  }
  Arrange(&operands_[0], Joined(batch, free[0], contracted), Joined(batch, contracted, free[0]));
  Arrange(&operands_[1], Joined(batch, contracted, free[1]), Joined(batch, free[1], contracted));

  TensorShape shapes[2];
  for (size_t i = 0; i < 2; ++i) {
    for (const int label : batch) shapes[i].AddDim(operands_[i].SizeOf(label));
    int64_t outer = 1;
    int64_t depth = 1;
    for (const int label : free[i]) outer *= label_sizes_[label];
    for (const int label : contracted) depth *= operands_[i].SizeOf(label);
    const bool outer_first = (i == 0) != operands_[i].is_transposed;
    shapes[i].AddDim(outer_first ? outer : depth);
    shapes[i].AddDim(outer_first ? depth : outer);
  }
  Status status =
      product_.Init(shapes[0], operands_[0].is_transposed, shapes[1], operands_[1].is_transposed);
  InitSpread(result, Joined(batch, free[0], free[1]));
  return status;
}

void Einsum::InitSpread(const Labels& result, const Labels& product) {
  has_holes_ = result.size() < result_labels_.size();
  has_spread_ = operands_.size() == 1 || has_holes_ || result != product;
  if (!has_spread_) return;
  std::vector<int64_t> sizes;
  for (const int label : product) sizes.push_back(label_sizes_[label]);
  const std::vector<int64_t> from_steps = RowMajorSteps(TensorShape(sizes));
  const std::vector<int64_t> steps = RowMajorSteps(shape_);
  for (const int label : result) {
    int64_t to_step = 0;
    for (size_t d = 0; d < steps.size(); ++d) {
      if (result_labels_[d] == label) to_step += steps[d];
    }
    const auto at = std::find(product.begin(), product.end(), label);
    spread_.AddDim(label_sizes_[label], from_steps[at - product.begin()], to_step);
  }
}

// After a step has failed, later steps do nothing.
class Einsum::Steps {
 public:
  Steps(OpKernelContext* ctx, DataType dtype, std::vector<Tensor>* temporaries)
      : ctx_(ctx), dtype_(dtype), temporaries_(*temporaries) {}

  const Status& status() const { return status_; }

  // Allocates memory for this many elements.
  void* Allocate(int64_t size) {
    temporaries_.emplace_back();
    Update([&] { return ctx_->allocate_temp(dtype_, TensorShape({size}), &temporaries_.back()); });
    return status_.ok() ? temporaries_.back().data() : nullptr;
  }
  void Copy(const StridedCopy& copy, const void* from, void* to) {
    Update([&] {
      compute::StridedCopyPlan plan;
      plan.element_bytes = DataTypeSize(dtype_);
      plan.copies = {copy.Plan(plan.element_bytes, from, to)};
      return compute::StridedCopies(ctx_->stream(), plan);
    });
  }
  const void* Copied(const StridedCopy& copy, const void* from) {
    void* const to = Allocate(copy.num_elements());
    Copy(copy, from, to);
    return to;
  }
  // The operand after its steps.
  template <typename T>
  const void* Prepared(const Operand& operand, const void* values) {
    if (operand.has_diagonal) values = Copied(operand.diagonal, values);
    if (operand.has_sum) {
      compute::ReducePlan plan = operand.sum.Plan<SumReducer, T>();
      plan.in = values;
      plan.out = Allocate(operand.num_elements());
      Update([&] { return compute::Reduce(ctx_->stream(), plan); });
      values = plan.out;
    }
    if (operand.has_copy) values = Copied(operand.copy, values);
    return values;
  }
  void Multiply(const BatchProduct& product, const void* left, const void* right, void* result) {
    Update([&] {
      return compute::MatrixProduct(ctx_->stream(), product.Plan(dtype_, left, right, result));
    });
  }

 private:
  template <typename Step>
  void Update(Step step) {
    if (status_.ok()) status_ = step();
  }

  OpKernelContext* const ctx_;
  const DataType dtype_;
  Status status_;
  std::vector<Tensor>& temporaries_;
};

template <typename T>
Status Einsum::Enqueue(OpKernelContext* ctx, const std::vector<Tensor>& operands, Tensor* result,
                       std::vector<Tensor>* kept) const {
  std::vector<Tensor> own;
  Steps steps(ctx, result->dtype(), kept == nullptr ? &own : kept);
  if (is_zero_ || has_holes_) {
    StridedCopy zeros;
    zeros.AddDim(shape_.num_elements(), 0, 1);
    steps.Copy(zeros, nullptr, result->data());
  }
  if (is_zero_) return steps.status();
  const auto prepared = [&](const Operand& operand) {
    return steps.Prepared<T>(operand, operands[operand.index].data());
  };
  const void* values = prepared(operands_[0]);
  if (operands_.size() == 2) {
    const void* const right = prepared(operands_[1]);
    void* const product =
        has_spread_ ? steps.Allocate(product_.shape().num_elements()) : result->data();
    steps.Multiply(product_, values, right, product);
    values = product;
  }
  if (has_spread_) steps.Copy(spread_, values, result->data());
  return steps.status();
}

template Status Einsum::Enqueue<float>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                       std::vector<Tensor>*) const;
template Status Einsum::Enqueue<double>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                        std::vector<Tensor>*) const;
template Status Einsum::Enqueue<int32_t>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                         std::vector<Tensor>*) const;
template Status Einsum::Enqueue<int64_t>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                         std::vector<Tensor>*) const;
template Status Einsum::Enqueue<half>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                      std::vector<Tensor>*) const;
template Status Einsum::Enqueue<bfloat16>(OpKernelContext*, const std::vector<Tensor>&, Tensor*,
                                          std::vector<Tensor>*) const;

}  // namespace pluggable
