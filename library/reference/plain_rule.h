// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the rules of optimizers have in common.

#ifndef PLUGGABLE_REFERENCE_PLAIN_RULE_H_
#define PLUGGABLE_REFERENCE_PLAIN_RULE_H_

#include "compute/training_rule.h"

namespace pluggable {

// How one element goes along its gradient. A rule has these members:
//
//   kName                  the op's name, without what all have
//   kRule                  what the rule computes, kOther if it is none of those
//   kVariables, kScalars   names of the op's resources and scalars, in the order of the op
//   kGradientInput         which input the gradient is
//   kGradient              its name, where the op takes a whole one
//   kFlag                  a boolean attribute, or null
//   kCountsSteps           whether the last scalar is the number of the step, an int64
//   Rule(scalars, flag)    prepares a step, in the type that is computed in
//   rule(variables, gradient)   makes the step of one element
struct PlainRule {
  static constexpr auto kRule = compute::TrainingRule::kOther;
  static constexpr const char* kGradient = "grad";
  static constexpr const char* kFlag = nullptr;
  static constexpr bool kCountsSteps = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_PLAIN_RULE_H_
