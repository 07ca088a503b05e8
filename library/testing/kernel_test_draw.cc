// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_test_draw.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pluggable::tests {
namespace {

AttrValue OfType(const std::string& type) {
  AttrValue value;
  value.type = type;
  value.given = true;
  return value;
}

constexpr int64_t kMaxElements = 4000;

}  // namespace

std::vector<int64_t> Permutation(int64_t n, Random& random) {
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<size_t>(random.Int(0, static_cast<int64_t>(i) - 1))]);
  }
  return order;
}

Draw::Draw(const OpDef& def, const Types& types, Random* random)
    : def_(def), random_(random), drawn_(def.inputs.size()) {
  call_.op = def.name;
  call_.inputs.resize(def.inputs.size());
  for (size_t i = 0; i < def.inputs.size(); ++i) {
    const ArgDef& arg = def.inputs[i];
    call_.inputs[i].is_list = !arg.number_attr.empty() || !arg.type_list_attr.empty();
    call_.inputs[i].is_variable = arg.type == TF_RESOURCE;
  }
  DrawAttrs(types);
}

void Draw::DrawAttrs(const Types& types) {
  for (const AttrDef& attr : def_.attrs) {
    AttrValue value = DrawAttr(attr);
    types.ForEach([&attr, &value](const TypeConstraint& constraint) {
      if (attr.name == constraint.attr) value.ints = {constraint.type};
    });
    if (value.given) call_.attrs.push_back({attr.name, std::move(value)});
  }
}

AttrValue Draw::DrawAttr(const AttrDef& attr) {
  const bool keep_default = attr.default_value.given && random_->OneIn(2);
  if (keep_default) return attr.default_value;
  AttrValue value = OfType(attr.type);
  const AttrValue& allowed = attr.allowed_values;
  if (attr.type == "bool") {
    value.ints = {random_->Int(0, 1)};
  } else if (attr.type == "type") {
    value.ints = {allowed.ints.empty() ? int64_t{TF_FLOAT} : random_->Of(allowed.ints)};
  } else if (attr.type == "string" && !allowed.strings.empty()) {
    value.strings = {random_->Of(allowed.strings)};
  } else if (attr.default_value.given && attr.type != "float") {
    return attr.default_value;  // the op's generator knows the other values
  } else if (attr.type == "int") {
    const int64_t low = attr.has_minimum ? attr.minimum : 1;
    value.ints = {random_->Int(low, low + 3)};
  } else if (attr.type == "float") {
    value.floats = {random_->Of({0.0f, 0.1f, 0.25f, 0.5f, 1.0f, 2.0f, -1.0f})};
  } else if (attr.type == "string") {
    value.strings = {""};
  }
  return value;
}

AttrValue* Draw::FindAttr(const std::string& attr) {
  for (NamedAttr& named : call_.attrs) {
    if (named.name == attr) return &named.value;
  }
  return nullptr;
}

const AttrValue* Draw::FindAttr(const std::string& attr) const {
  return const_cast<Draw*>(this)->FindAttr(attr);
}

bool Draw::HasAttr(const std::string& attr) const { return FindAttr(attr) != nullptr; }

int64_t Draw::Int(const std::string& attr) const {
  const AttrValue* value = FindAttr(attr);
  return value == nullptr || value->ints.empty() ? 0 : value->ints[0];
}

std::string Draw::String(const std::string& attr) const {
  const AttrValue* value = FindAttr(attr);
  return value == nullptr || value->strings.empty() ? "" : value->strings[0];
}

void Draw::SetInt(const std::string& attr, int64_t value) { SetInts(attr, {value}); }

void Draw::SetInts(const std::string& attr, std::vector<int64_t> values) {
  if (AttrValue* value = FindAttr(attr)) value->ints = std::move(values);
}

void Draw::SetFloat(const std::string& attr, float number) {
  if (AttrValue* value = FindAttr(attr)) value->floats = {number};
}

void Draw::SetString(const std::string& attr, const std::string& text) {
  if (AttrValue* value = FindAttr(attr)) value->strings = {text};
}

size_t Draw::IndexOf(const std::string& arg) const {
  size_t i = 0;
  while (i < def_.inputs.size() && def_.inputs[i].name != arg) ++i;
  return i;
}

bool Draw::HasInput(const std::string& arg) const { return IndexOf(arg) < def_.inputs.size(); }

bool Draw::IsList(const std::string& arg) const {
  return HasInput(arg) && call_.inputs[IndexOf(arg)].is_list;
}

TF_DataType Draw::TypeOf(const std::string& arg) const {
  const size_t i = IndexOf(arg);
  if (i == def_.inputs.size()) return TF_FLOAT;
  const ArgDef& input = def_.inputs[i];
  if (input.type == TF_RESOURCE) {
    // The type of a random generator's state; such ops have a dtype for their results.
    if (def_.FindAttr("shape_dtype") != nullptr || def_.attrs.empty()) return TF_INT64;
    return static_cast<TF_DataType>(Int(HasAttr("dtype") ? "dtype" : "T"));
  }
  if (input.type_attr.empty()) return static_cast<TF_DataType>(input.type);
  return static_cast<TF_DataType>(Int(input.type_attr));
}

void Draw::Input(const std::string& arg, const Dims& dims) {
  Input(arg, RandomTensor(TypeOf(arg), dims, values_, random_));
}

void Draw::Input(const std::string& arg, const Dims& dims, const std::vector<int64_t>& values) {
  Input(arg, IntegerTensor(TypeOf(arg), dims, values));
}

void Draw::Input(const std::string& arg, HostTensor tensor) {
  const size_t i = IndexOf(arg);
  if (i == def_.inputs.size()) return;
  drawn_[i] = true;
  call_.inputs[i].tensors.push_back(std::move(tensor));
}

void Draw::SmallIntegers(const std::string& arg, const Dims& dims, int64_t least, int64_t most) {
  std::vector<int64_t> values(static_cast<size_t>(NumElements(dims)));
  for (int64_t& value : values) value = random_->Int(least, most);
  Input(arg, dims, values);
}

void Draw::InputList(const std::string& arg, const std::vector<Dims>& dims) {
  for (const Dims& shape : dims) Input(arg, shape);
  if (HasInput(arg))
    SetInt(def_.inputs[IndexOf(arg)].number_attr, static_cast<int64_t>(dims.size()));
}

int64_t Draw::Dim() {
  return random_->OneIn(24) ? 0 : random_->Of({1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 17});
}

Dims Draw::Shape(int64_t min_rank, int64_t max_rank) {
  const int64_t rank = random_->Int(min_rank, max_rank);
  Dims dims;
  for (int64_t i = 0; i < rank; ++i) dims.push_back(Dim());
  while (NumElements(dims) > kMaxElements) {
    *std::max_element(dims.begin(), dims.end()) = random_->Int(1, 3);
  }
  if (rank > 0 && NumElements(dims) > 0 && random_->OneIn(30)) {  // for more than one thread
    dims[static_cast<size_t>(random_->Int(0, rank - 1))] *= 1 + 40000 / NumElements(dims);
  }
  return dims;
}

Dims Draw::BroadcastableTo(const Dims& shape) {
  Dims dims = shape;
  if (random_->OneIn(2)) return dims;
  for (int64_t& dim : dims) {
    if (random_->OneIn(3)) dim = dim == 1 ? random_->Int(1, 3) : 1;
  }
  const int64_t rank = static_cast<int64_t>(dims.size());
  if (random_->OneIn(2)) dims.erase(dims.begin(), dims.begin() + random_->Int(0, rank));
  if (!dims.empty() && random_->OneIn(12)) random_->Of({&dims.front(), &dims.back()})[0] += 1;
  return dims;
}

int64_t Draw::Axis(int64_t rank) { return rank == 0 ? 0 : random_->Int(-rank, rank - 1); }

OpCall Draw::Finish() {
  for (size_t i = 0; i < def_.inputs.size(); ++i) {
    if (drawn_[i]) continue;
    const ArgDef& arg = def_.inputs[i];
    if (!call_.inputs[i].is_list) {
      Input(arg.name, Shape(0, 3));
    } else if (!arg.number_attr.empty()) {
      InputList(arg.name, std::vector<Dims>(static_cast<size_t>(random_->Int(1, 4)), Shape(0, 3)));
    }
  }
  return std::move(call_);
}

OpCall DrawCall(const OpDef& def, const Types& types, Random* random) {
  Draw draw(def, types, random);
  if (random->OneIn(4)) draw.SetValues(Values::kSpecial);
  if (const Generator generator = FindGenerator(def.name)) {
    generator(draw);
  } else if (!def.inputs.empty()) {
    // Without a generator: most ops work element by element on tensors of one shape, or broadcast.
    const Dims shape = draw.Shape();
    for (const ArgDef& arg : def.inputs) {
      if (draw.IsList(arg.name)) {
        if (arg.number_attr.empty()) continue;
        draw.InputList(arg.name, std::vector<Dims>(static_cast<size_t>(random->Int(1, 4)), shape));
      } else {
        draw.Input(arg.name, draw.BroadcastableTo(shape));
      }
    }
  }
  return draw.Finish();
}

Generator FindGenerator(const std::string& op) {
  for (const OpGroup& group : OpGroups()) {
    if (const Generator generator = group.find(op)) return generator;
  }
  return nullptr;
}

bool CpuIsNoReference(const OpCall& call) {
  // The CPU's scatters crash if updates have fewer dimensions than the indices before their last
  // one.
  if (call.op.find("Scatter") != std::string::npos) {
    const size_t indices = call.op == "ScatterNd" ? 0 : 1;
    if (call.inputs[indices + 1].tensors[0].dims.size() + 1 <
        call.inputs[indices].tensors[0].dims.size()) {
      return true;
    }
  }
  return std::any_of(OpGroups().begin(), OpGroups().end(), [&call](const OpGroup& group) {
    return group.cpu_is_no_reference != nullptr && group.cpu_is_no_reference(call);
  });
}

size_t ComparableOutputs(const OpCall& call, size_t outputs) {
  if (call.op != "FusedBatchNormV3") return outputs;
  for (const NamedAttr& attr : call.attrs) {
    // Later outputs are reserved for the gradient, and each device uses them differently.
    if (attr.name == "is_training") return attr.value.ints[0] != 0 ? 3 : 1;
  }
  return 1;
}

void Corrupt(OpCall* call, Random* random) {
  std::vector<HostTensor*> tensors;
  for (InputArg& arg : call->inputs) {
    for (HostTensor& tensor : arg.tensors) tensors.push_back(&tensor);
  }
  if (tensors.empty()) return;
  HostTensor& victim = *random->Of(tensors);
  const bool integers = victim.dtype == TF_INT32 || victim.dtype == TF_INT64;
  if (integers && !victim.bytes.empty() && random->OneIn(2)) {
    std::vector<int64_t> values = Integers(victim);
    values[static_cast<size_t>(random->Int(0, static_cast<int64_t>(values.size()) - 1))] =
        random->Of<int64_t>({-1, -2, -7, 0, 1, 6, 9});
    victim = IntegerTensor(victim.dtype, victim.dims, values);
    return;
  }
  Dims dims = victim.dims;
  if (dims.empty() || random->OneIn(3)) {
    dims.insert(dims.begin(), random->Of<int64_t>({0, 1, 2}));
  } else if (random->OneIn(3)) {
    dims.pop_back();
  } else {
    dims[static_cast<size_t>(random->Int(0, static_cast<int64_t>(dims.size()) - 1))] +=
        random->Of<int64_t>({1, 2});
  }
  if (IsNarrow(victim.dtype)) {
    // The call may succeed after all. The CPU rounds every step of a sum, so sums must be short and
    // exact.
    std::vector<int64_t> values(static_cast<size_t>(NumElements(dims)));
    for (int64_t& value : values) value = random->Int(0, 1);
    victim = IntegerTensor(victim.dtype, dims, values);
    return;
  }
  victim = RandomTensor(victim.dtype, dims, Values::kPositive, random);
}

}  // namespace pluggable::tests
