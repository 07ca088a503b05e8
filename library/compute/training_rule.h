// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The rules of optimizers.

#ifndef PLUGGABLE_COMPUTE_TRAINING_RULE_H_
#define PLUGGABLE_COMPUTE_TRAINING_RULE_H_

#include <cstdint>

namespace pluggable::compute {

// The computation of an optimizer's step on one element. The first line of a rule names its
// variables, its scalars, and its flag if it has one. The other lines run in order; grad is the
// gradient's element. A result that is not a variable is an intermediate value; one that depends
// only on scalars can be computed once a step. T is the type of the computation: float for half and
// bfloat16, whose variables are rounded once, at the end. `plugingen formulas` prints the rules in
// OpenCL C, CUDA and C++.
//
// If an optimizer's sparse op uses another formula than the dense op, it has a second rule,
// kSparse*.
enum class TrainingRule : uint8_t {
  kOther,  // none of these: only the plan's loop knows

  // var, m, v; beta1_power, lr, beta1, beta2, epsilon
  //   alpha = lr / (1 - beta1_power)
  //   m = m + (grad - m) * (1 - beta1)
  //   decayed = beta2 * v
  //   v = decayed < abs(grad) ? abs(grad) : decayed
  //   var = var - alpha * (m / (v + epsilon))
  kAdaMax,
  // var, accum, accum_update; lr, rho, epsilon
  //   accum = accum * rho + grad * grad * (1 - rho)
  //   change = sqrt(accum_update + epsilon) / sqrt(accum + epsilon) * grad
  //   accum_update = accum_update * rho + change * change * (1 - rho)
  //   var = var - change * lr
  kAdadelta,
  // var, accum; lr; update_slots
  //   accum = update_slots ? accum + grad * grad : accum
  //   var = var - grad * lr / sqrt(accum)
  kAdagrad,
  // var, gradient_accumulator, gradient_squared_accumulator; lr, l1, l2, global_step
  //   gradient_accumulator = gradient_accumulator + grad
  //   gradient_squared_accumulator = gradient_squared_accumulator + grad * grad
  //   bound = l1 * global_step
  //   size = abs(gradient_accumulator)
  //   excess = size - bound < 0 ? 0 : size - bound
  //   rest = bound > 0 ? excess : size
  //   divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
  //   var = -copysign(rest, gradient_accumulator) * lr / divisor
  kAdagradDA,
  // var, accum; lr, epsilon; update_slots
  //   accum = update_slots ? accum + grad * grad : accum
  //   var = var - grad * lr / (sqrt(accum) + epsilon)
  kAdagradV2,
  // var, m, v; beta1_power, beta2_power, lr, beta1, beta2, epsilon; use_nesterov
  //   alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
  //   m = m + (grad - m) * (1 - beta1)
  //   v = v + (grad * grad - v) * (1 - beta2)
  //   mean = use_nesterov ? grad * (1 - beta1) + beta1 * m : m
  //   var = var - mean * alpha / (sqrt(v) + epsilon)
  kAdam,
  // var, m, v, vhat; beta1_power, beta2_power, lr, beta1, beta2, epsilon
  //   alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
  //   m = m + (grad - m) * (1 - beta1)
  //   v = v + (grad * grad - v) * (1 - beta2)
  //   vhat = vhat < v ? v : vhat
  //   var = var - m * alpha / (sqrt(vhat) + epsilon)
  kAdamWithAmsgrad,
  // var, m; lr, alpha, sign_decay, beta
  //   m = m * beta + grad * (1 - beta)
  //   same_sign = (T(grad > 0) - T(grad < 0)) * sign(m)
  //   var = var - lr * (alpha + sign_decay * same_sign) * grad
  kAddSign,
  // var, mg, ms, mom; lr, rho, momentum, epsilon
  //   ms = ms + (grad * grad - ms) * (1 - rho)
  //   mg = mg + (grad - mg) * (1 - rho)
  //   mom = mom * momentum + grad * lr / sqrt(ms - mg * mg + epsilon)
  //   var = var - mom
  kCenteredRMSProp,
  // var, accum, linear; lr, l1, l2, lr_power; multiply_linear_by_lr
  //   gradient_scale = multiply_linear_by_lr ? lr : 1
  //   power_scale = multiply_linear_by_lr ? 1 : 1 / lr
  //   next_accum = accum + grad * grad
  //   next_power = lr_power == T(-0.5) ? sqrt(next_accum) : pow(next_accum, -lr_power)
  //   power = lr_power == T(-0.5) ? sqrt(accum) : pow(accum, -lr_power)
  //   linear = linear + (grad * gradient_scale - (next_power - power) * power_scale * var)
  //   bound = l1 * gradient_scale
  //   outside = (linear < 0 ? -bound : bound) - linear
  //   divisor = next_power * power_scale + 2 * l2 * gradient_scale
  //   var = abs(linear) > bound ? outside / divisor : 0
  //   accum = next_accum
  kFtrl,
  // var, accum, linear; lr, l1, l2, l2_shrinkage, lr_power; multiply_linear_by_lr
  //   gradient_scale = multiply_linear_by_lr ? lr : 1
  //   power_scale = multiply_linear_by_lr ? 1 : 1 / lr
  //   next_accum = accum + grad * grad
  //   next_power = lr_power == T(-0.5) ? sqrt(next_accum) : pow(next_accum, -lr_power)
  //   power = lr_power == T(-0.5) ? sqrt(accum) : pow(accum, -lr_power)
  //   slope = grad + 2 * l2_shrinkage * var
  //   linear = linear + (slope * gradient_scale - (next_power - power) * power_scale * var)
  //   bound = l1 * gradient_scale
  //   outside = (linear < 0 ? -bound : bound) - linear
  //   divisor = next_power * power_scale + 2 * l2 * gradient_scale
  //   var = abs(linear) > bound ? outside / divisor : 0
  //   accum = next_accum
  kFtrlV2,
  // var; alpha
  //   var = var - alpha * grad
  kGradientDescent,
  // var, accum; lr, momentum; use_nesterov
  //   accum = accum * momentum - grad * lr
  //   var = var + (use_nesterov ? accum * momentum - grad * lr : accum)
  kKerasMomentum,
  // var, accum; lr, momentum; use_nesterov
  //   accum = accum * momentum + grad
  //   var = var - (use_nesterov ? grad * lr + accum * momentum * lr : accum * lr)
  kMomentum,
  // var, m; lr, logbase, sign_decay, beta
  //   m = m * beta + grad * (1 - beta)
  //   same_sign = (T(grad > 0) - T(grad < 0)) * sign(m)
  //   var = var - lr * exp(logbase * sign_decay * same_sign) * grad
  kPowerSign,
  // var, accum; lr, l1, l2
  //   accum = accum + grad * grad
  //   rate = lr / sqrt(accum)
  //   moved = var - grad * rate
  //   excess = abs(moved) - rate * l1
  //   rest = excess < 0 ? 0 : excess
  //   var = copysign(rest, moved) / (1 + rate * l2)
  kProximalAdagrad,
  // var; alpha, l1, l2
  //   moved = var - grad * alpha
  //   excess = abs(moved) - alpha * l1
  //   rest = excess < 0 ? 0 : excess
  //   var = copysign(rest, moved) / (1 + alpha * l2)
  kProximalGradientDescent,
  // var, ms, mom; lr, rho, momentum, epsilon
  //   ms = ms + (grad * grad - ms) * (1 - rho)
  //   mom = mom * momentum + grad * lr / sqrt(ms + epsilon)
  //   var = var - mom
  kRMSProp,
  // var, mg, ms, mom; lr, rho, momentum, epsilon
  //   ms = ms * rho + grad * grad * (1 - rho)
  //   mg = mg * rho + grad * (1 - rho)
  //   mom = mom * momentum + grad * lr / sqrt(ms - mg * mg + epsilon)
  //   var = var - mom
  kSparseCenteredRMSProp,
  // var, accum, linear; lr, l1, l2, lr_power; multiply_linear_by_lr
  //   gradient_scale = multiply_linear_by_lr ? lr : 1
  //   power_scale = multiply_linear_by_lr ? 1 : 1 / lr
  //   next_accum = accum + grad * grad
  //   next_power = lr_power == T(-0.5) ? sqrt(next_accum) : pow(next_accum, -lr_power)
  //   power = lr_power == T(-0.5) ? sqrt(accum) : pow(accum, -lr_power)
  //   linear = linear + (grad * gradient_scale - (next_power - power) * power_scale * var)
  //   bound = l1 * gradient_scale
  //   capped = bound < linear ? bound : linear
  //   bounded = capped < -bound ? -bound : capped
  //   var = (bounded - linear) / (next_power * power_scale + 2 * l2 * gradient_scale)
  //   accum = next_accum
  kSparseFtrl,
  // var, accum, linear; lr, l1, l2, l2_shrinkage, lr_power; multiply_linear_by_lr
  //   gradient_scale = multiply_linear_by_lr ? lr : 1
  //   power_scale = multiply_linear_by_lr ? 1 : 1 / lr
  //   next_accum = accum + grad * grad
  //   next_power = lr_power == T(-0.5) ? sqrt(next_accum) : pow(next_accum, -lr_power)
  //   power = lr_power == T(-0.5) ? sqrt(accum) : pow(accum, -lr_power)
  //   slope = grad + 2 * l2_shrinkage * var
  //   linear = linear + (slope * gradient_scale - (next_power - power) * power_scale * var)
  //   bound = l1 * gradient_scale
  //   capped = bound < linear ? bound : linear
  //   bounded = capped < -bound ? -bound : capped
  //   var = (bounded - linear) / (next_power * power_scale + 2 * l2 * gradient_scale)
  //   accum = next_accum
  kSparseFtrlV2,
  // var, ms, mom; lr, rho, momentum, epsilon
  //   ms = ms * rho + grad * grad * (1 - rho)
  //   mom = mom * momentum + grad * lr / sqrt(ms + epsilon)
  //   var = var - mom
  kSparseRMSProp,
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_TRAINING_RULE_H_
