// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_fuzz_extremes.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t k31 = int64_t{1} << 31;
constexpr int64_t k32 = int64_t{1} << 32;
constexpr int64_t k62 = int64_t{1} << 62;

// An extreme number, some of them near `old`, the value of a valid call.
int64_t ExtremeLong(int64_t old, Random* random) {
  const int64_t base =
      random->Of({kMost, kMost - 31, kMost / 2, k62, k32, k31, k31 - 1, int64_t{1} << 40,
                  int64_t{3} << 60, int64_t{0}, int64_t{-1}, -k31, -k32, -k62, kLeast, kLeast + 1});
  switch (random->Int(0, 3)) {
    case 0:
      return base;
    case 1:  // is `old` where only 32 bits are read
      return base == kMost ? old : (base & ~(k32 - 1)) | (old & (k32 - 1));
    case 2:
      return base > 0 ? base - random->Int(0, 9) : base + random->Int(0, 9);
    default:
      return random->Int(-2, 9);
  }
}

int64_t ExtremeOf(TF_DataType type, int64_t old, Random* random) {
  const auto narrow = [random](int64_t least, int64_t most) {
    return random->Of({least, least + 1, most, most - 1, most / 2, int64_t{0}, int64_t{-1}});
  };
  switch (type) {
    case TF_INT8:
    case TF_UINT8:
      return narrow(std::numeric_limits<int8_t>::min(), std::numeric_limits<int8_t>::max());
    case TF_INT16:
    case TF_UINT16:
      return narrow(std::numeric_limits<int16_t>::min(), std::numeric_limits<int16_t>::max());
    case TF_INT32:
    case TF_UINT32:
      return narrow(-k31, k31 - 1);
    default:
      return ExtremeLong(old, random);
  }
}

bool HoldsIntegers(const HostTensor& tensor) {
  constexpr TF_DataType kIntegers[] = {TF_INT8,  TF_INT16,  TF_INT32,  TF_INT64,
                                       TF_UINT8, TF_UINT16, TF_UINT32, TF_UINT64};
  return !tensor.bytes.empty() &&
         std::find(std::begin(kIntegers), std::end(kIntegers), tensor.dtype) != std::end(kIntegers);
}

// Changes one or several values, or two neighbours alike: a sum such as before + size + after can
// look valid only if two of them are extreme.
void CorruptValues(HostTensor* tensor, Random* random) {
  if (tensor->bytes.empty()) return;  // it has just lost them
  std::vector<int64_t> values = Integers(*tensor);
  const int64_t last = static_cast<int64_t>(values.size()) - 1;
  if (last > 0 && random->OneIn(2)) {
    const auto first = static_cast<size_t>(random->Int(0, last - 1));
    values[first] = values[first + 1] = ExtremeOf(tensor->dtype, values[first], random);
  } else {
    for (int64_t n = random->Int(1, 3); n > 0; --n) {
      int64_t& value = values[static_cast<size_t>(random->Int(0, last))];
      value = ExtremeOf(tensor->dtype, value, random);
    }
  }
  *tensor = IntegerTensor(tensor->dtype, tensor->dims, values);
}

// TensorFlow multiplies sizes from the first one on, so such a tensor can exist. Tensors of the
// same shape often must match it.
void MakeHugeAndEmpty(const HostTensor* victim, const std::vector<HostTensor*>& all,
                      Random* random) {
  const Dims old = victim->dims;
  Dims dims = old;
  if (dims.empty()) dims = {1};
  const auto empty = static_cast<size_t>(random->Int(0, Rank(dims) - 1));
  int64_t before = 1;  // elements, by the sizes so far
  for (size_t d = 0; d < dims.size(); ++d) {
    if (random->OneIn(3)) dims[d] = random->Of({int64_t{1}, int64_t{2}, k31, k32, k62, kMost});
    if (d == empty) dims[d] = 0;
    if (__builtin_mul_overflow(before, dims[d], &before)) {
      dims[d] = 0;
      before = 0;
    }
  }
  const bool is_alone = random->OneIn(2);
  for (HostTensor* const tensor : all) {
    const bool is_meant = tensor == victim || (!is_alone && tensor->dims == old);
    if (is_meant) *tensor = IntegerTensor(tensor->dtype, dims, {});
  }
}

void CorruptAttr(AttrValue* attr, Random* random) {
  if (attr->type == "list(int)" && (attr->ints.empty() || random->OneIn(8))) {
    attr->ints.resize(static_cast<size_t>(random->Of({0, 1, 3, 9})), 1);
    return;
  }
  int64_t& value =
      attr->ints[static_cast<size_t>(random->Int(0, static_cast<int64_t>(attr->ints.size()) - 1))];
  value = ExtremeLong(value, random);
}

bool IsNumber(const OpDef& def, const std::string& attr) {
  const auto is_named = [&attr](const ArgDef& arg) { return arg.number_attr == attr; };
  return std::any_of(def.inputs.begin(), def.inputs.end(), is_named) ||
         std::any_of(def.outputs.begin(), def.outputs.end(), is_named);
}

}  // namespace

void MakeExtreme(const OpDef& def, OpCall* call, Random* random) {
  std::vector<HostTensor*> integers;
  std::vector<HostTensor*> all;
  for (InputArg& input : call->inputs) {
    for (HostTensor& tensor : input.tensors) {
      if (tensor.dtype != TF_STRING) all.push_back(&tensor);
      if (HoldsIntegers(tensor)) integers.push_back(&tensor);
    }
  }
  std::vector<AttrValue*> attrs;
  for (NamedAttr& attr : call->attrs) {
    const bool is_integer = attr.value.type == "int" || attr.value.type == "list(int)";
    if (is_integer && !attr.value.ints.empty() && !IsNumber(def, attr.name)) {
      attrs.push_back(&attr.value);
    }
  }
  // Usually changes one thing at a time, so that the call passes earlier checks.
  const bool has_integers = !attrs.empty() || !integers.empty();
  if (!all.empty() && random->OneIn(has_integers ? 4 : 2)) {
    MakeHugeAndEmpty(random->Of(all), all, random);
    if (random->OneIn(2)) return;
  }
  for (int64_t n = random->OneIn(3) ? 2 : 1; n > 0; --n) {
    if (!attrs.empty() && (integers.empty() || random->OneIn(2))) {
      CorruptAttr(random->Of(attrs), random);
    } else if (!integers.empty()) {
      CorruptValues(random->Of(integers), random);
    }
  }
}

}  // namespace pluggable::tests
