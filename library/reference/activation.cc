// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/activation.h"

#include <algorithm>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/vectorized.h"
#include "reference/widen.h"

namespace pluggable {

namespace {

using namespace formula;  // NOLINT(google-build-using-namespace)

struct None {
  template <typename T>
  T operator()(T x) const {
    return x;
  }
};
struct Relu {
  template <typename T>
  T operator()(T x) const {
    return max(x, 0);
  }
};
struct Relu6 {
  template <typename T>
  T operator()(T x) const {
    return min(max(x, 0), 6);
  }
};
struct Elu {
  template <typename T>
  T operator()(T x) const {
    return x < 0 ? expm1(x) : x;
  }
};
struct Selu {
  template <typename T>
  T operator()(T x) const {
    return x < 0 ? T(1.7580993408473768) * expm1(x) : T(1.0507009873554805) * x;
  }
};
struct Sigmoid {
  template <typename T>
  T operator()(T x) const {
    return 1 / (1 + exp(-x));
  }
};
struct Tanh {
  template <typename T>
  T operator()(T x) const {
    return tanh(x);
  }
};
struct Softplus {
  template <typename T>
  T operator()(T x) const {
    return max(x, 0) + log1p(exp(-abs(x)));
  }
};
struct Gelu {
  template <typename T>
  T operator()(T x) const {
    return gelu(x);
  }
};

// Processes one row in place. Compilers vectorize a loop only if they know that what it reads and
// what it writes do not overlap.
template <typename Formula, bool kHasBias, bool kHasAddend, typename T>
void ApplyToRow(const T* __restrict bias, const T* __restrict addend, int64_t columns,
                T* __restrict y) {
  for (int64_t i = 0; i < columns; ++i) {
    T value = y[i];
    if constexpr (kHasBias) value += bias[i];
    if constexpr (kHasAddend) value += addend[i];
    y[i] = Formula()(value);
  }
}

template <typename Formula, typename T>
void ApplyFormula(const Epilogue<T>& epilogue, const Part& part, const T* in, T* out) {
  const T* const bias = epilogue.bias == nullptr ? nullptr : epilogue.bias + part.column;
  const T* const addend =
      epilogue.addend == nullptr ? nullptr : epilogue.addend + part.row * part.step + part.column;
  Vectorized([=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* const x = in + row * part.step;
      T* const y = out + row * part.step;
      if (x != y) std::copy(x, x + part.columns, y);
      if (bias != nullptr && addend != nullptr) {
        ApplyToRow<Formula, true, true>(bias, addend + row * part.step, part.columns, y);
      } else if (addend != nullptr) {
        ApplyToRow<Formula, false, true, T>(nullptr, addend + row * part.step, part.columns, y);
      } else if (bias != nullptr) {
        ApplyToRow<Formula, true, false, T>(bias, nullptr, part.columns, y);
      } else {
        ApplyToRow<Formula, false, false, T>(nullptr, nullptr, part.columns, y);
      }
    }
  })(int64_t{0}, part.rows);
}

// The same for half and bfloat16, using the loops for float.
template <typename T>
void ApplyToNarrow(const Epilogue<T>& epilogue, const Part& part, const T* in, T* out) {
  const Epilogue<float> activate{nullptr, nullptr, epilogue.activation};
  float wide[kWideRun];
  float operand[kWideRun];
  const auto add = [&wide, &operand](const T* values, int64_t count) {
    WidenRun(values, operand, count);
    for (int64_t i = 0; i < count; ++i) wide[i] += operand[i];
    RoundRun<T>(wide, count);
  };
  for (int64_t row = 0; row < part.rows; ++row) {
    for (int64_t column = 0; column < part.columns; column += kWideRun) {
      const int64_t count = std::min(kWideRun, part.columns - column);
      const int64_t at = row * part.step + column;
      WidenRun(in + at, wide, count);
      if (epilogue.bias != nullptr) add(epilogue.bias + part.column + column, count);
      if (epilogue.addend != nullptr) {
        add(epilogue.addend + part.row * part.step + part.column + at, count);
      }
      if (activate.HasWork()) activate.Apply({0, 1, 0, count, count}, wide, wide);
      NarrowRun(wide, out + at, count);
    }
  }
}

}  // namespace

Status ReadActivation(OpKernelConstruction* ctx, Activation* activation) {
  struct Name {
    const char* name;
    Activation activation;
  };
  static constexpr Name kNames[] = {
      {"", Activation::kNone},       {"Relu", Activation::kRelu},
      {"Relu6", Activation::kRelu6}, {"Elu", Activation::kElu},
      {"Selu", Activation::kSelu},   {"Sigmoid", Activation::kSigmoid},
      {"Tanh", Activation::kTanh},   {"Softplus", Activation::kSoftplus},
      {"Gelu", Activation::kGelu},
  };
  std::string text;
  Status status = ctx->GetAttr("activation", &text);
  if (!status.ok()) return status;
  for (const Name& known : kNames) {
    if (text == known.name) {
      *activation = known.activation;
      return Status();
    }
  }
  return errors::InvalidArgument("there is no activation '", text, "'");
}

template <typename T>
void Epilogue<T>::Apply(const Part& part, const T* in, T* out) const {
  if constexpr (kIsNarrowFloat<T>) {
    return ApplyToNarrow(*this, part, in, out);
  } else {
    switch (activation) {
      case Activation::kNone:
        return ApplyFormula<None>(*this, part, in, out);
      case Activation::kRelu:
        return ApplyFormula<Relu>(*this, part, in, out);
      case Activation::kRelu6:
        return ApplyFormula<Relu6>(*this, part, in, out);
      case Activation::kElu:
        return ApplyFormula<Elu>(*this, part, in, out);
      case Activation::kSelu:
        return ApplyFormula<Selu>(*this, part, in, out);
      case Activation::kSigmoid:
        return ApplyFormula<Sigmoid>(*this, part, in, out);
      case Activation::kTanh:
        return ApplyFormula<Tanh>(*this, part, in, out);
      case Activation::kSoftplus:
        return ApplyFormula<Softplus>(*this, part, in, out);
      case Activation::kGelu:
        return ApplyFormula<Gelu>(*this, part, in, out);
    }
  }
}

template struct Epilogue<float>;
template struct Epilogue<double>;
template struct Epilogue<half>;
template struct Epilogue<bfloat16>;

}  // namespace pluggable
