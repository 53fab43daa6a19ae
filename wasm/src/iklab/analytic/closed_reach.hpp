// Proof that a six-joint arm has no solution for any goal of a ball around one goal: the subproblems
// of its closed form with intervals instead of angles.
//
//   a cos t + b sin t in [c - r, c + r]   <=>   t - atan2(b, a) in +- [acos x+, acos x-],
//   x+- = (c +- r) / sqrt(a^2 + b^2)
//
// r is the radius of the ball, which includes what differs between the arm and its class
// (arm_class.hpp), and all rounding errors. Where an interval proves nothing, it is halved. Each
// class ends in a condition on a length, such as |v| in [|a - b|, a + b] of two links a and b.
#pragma once

#include "iklab/analytic/arm_class.hpp"
#include "iklab/analytic/reach_shell.hpp"

namespace iklab::detail {

// chain: from which `arm` was made. Does not allocate.
std::optional<OutOfReach> outsideClosedForm(const SixAxis& chain, const ArmClass& arm,
                                            const GoalBall& ball);

}  // namespace iklab::detail
