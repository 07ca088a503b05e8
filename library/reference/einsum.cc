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

// Each label once.
Labels Distinct(const Labels& labels) {
  Labels distinct;
  for (const int label : labels) {
    if (!Has(distinct, label)) distinct.push_back(label);
  }
  return distinct;
}

// Puts labels from `first` on in the place of the ellipsis, if there is one.
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
  // Dimensions that broadcast are in both, though maybe only in one of the shapes.
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
  // All products and sums of nothing are 0, and sizes may multiply to more than an int64 holds.
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
    // The last dimensions that broadcast stand above each other.
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
  // Of the dimensions that broadcast, the operand may lack some.
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
  // Into the order in which rows of memory stay rows, if one does that.
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
  // Dimensions of both operands and the result are batches, of one operand and the result rows or
  // columns, of both operands only what is summed over.
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

int64_t Einsum::cost() const {
  int64_t cost = shape_.num_elements();
  if (operands_.size() == 2 && !is_zero_) cost += product_.cost();
  for (const Operand& operand : operands_) cost += operand.num_elements();
  return cost;
}

template <typename T>
const T* Einsum::Prepare(const Operand& operand, const T* values, ThreadPool* threads,
                         std::vector<std::unique_ptr<T[]>>* buffers) {
  const auto buffer = [buffers](int64_t size) {
    buffers->emplace_back(new T[static_cast<size_t>(size)]);
    return buffers->back().get();
  };
  if (operand.has_diagonal) {
    T* const diagonal = buffer(operand.diagonal.num_elements());
    operand.diagonal.Run(sizeof(T), values, diagonal, threads);
    values = diagonal;
  }
  if (operand.has_sum) {
    T* const sum = buffer(operand.num_elements());
    operand.sum.Run<SumReducer>(values, sum, threads);
    values = sum;
  }
  if (operand.has_copy) {
    T* const copy = buffer(operand.num_elements());
    operand.copy.Run(sizeof(T), values, copy, threads);
    values = copy;
  }
  return values;
}

template <typename T>
void Einsum::Run(const std::vector<const T*>& operands, Span<T> result, ThreadPool* threads) const {
  if (is_zero_ || has_holes_) {
    threads->ParallelFor(static_cast<int64_t>(result.size()), 1,
                         [result](int64_t begin, int64_t end) {
                           std::fill(result.data() + begin, result.data() + end, T(0));
                         });
  }
  if (is_zero_) return;
  std::vector<std::unique_ptr<T[]>> buffers;
  const T* values = Prepare(operands_[0], operands[operands_[0].index], threads, &buffers);
  if (operands_.size() == 2) {
    const T* const right = Prepare(operands_[1], operands[operands_[1].index], threads, &buffers);
    T* product = result.data();
    if (has_spread_) {
      buffers.emplace_back(new T[static_cast<size_t>(product_.shape().num_elements())]);
      product = buffers.back().get();
    }
    product_.Run(values, right, product, threads);
    values = product;
  }
  if (has_spread_) spread_.Run(sizeof(T), values, result.data(), threads);
}

template void Einsum::Run(const std::vector<const float*>&, Span<float>, ThreadPool*) const;
template void Einsum::Run(const std::vector<const double*>&, Span<double>, ThreadPool*) const;
template void Einsum::Run(const std::vector<const int32_t*>&, Span<int32_t>, ThreadPool*) const;
template void Einsum::Run(const std::vector<const int64_t*>&, Span<int64_t>, ThreadPool*) const;
template void Einsum::Run(const std::vector<const half*>&, Span<half>, ThreadPool*) const;
template void Einsum::Run(const std::vector<const bfloat16*>&, Span<bfloat16>, ThreadPool*) const;

}  // namespace pluggable
