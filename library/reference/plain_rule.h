// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Common parts of the rules of optimizers.

#ifndef PLUGGABLE_REFERENCE_PLAIN_RULE_H_
#define PLUGGABLE_REFERENCE_PLAIN_RULE_H_

#include "compute/training_rule.h"

namespace pluggable {

// Updates one element of the variables by its gradient. A rule has these members:
//
//   kName                  the op's name without its prefix
//   kRule                  the rule in plans, kOther if it has no name there
//   kVariables, kScalars   names of the op's resources and scalars, in the order of the op
//   kGradientInput         the index of the gradient among the inputs
//   kGradient              its name, if the op has a dense gradient
//   kFlag                  a boolean attribute, or null
//   kCountsSteps           whether the last scalar is the number of the step, an int64
//   Rule(scalars, flag)    prepares a step, in the type of the computation
//   rule(variables, gradient)   updates one element
struct PlainRule {
  static constexpr auto kRule = compute::TrainingRule::kOther;
  static constexpr const char* kGradient = "grad";
  static constexpr const char* kFlag = nullptr;
  static constexpr bool kCountsSteps = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_PLAIN_RULE_H_
