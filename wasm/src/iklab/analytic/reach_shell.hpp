// The shell that contains all positions of an effector, from the lengths of the links alone.
//
// The point of a joint may be any point of its axis, so each choice is a bound; the best of a few
// counts. If a target has an orientation, the last axis is known, and the shell is that of a point
// on it.
#pragma once

#include "iklab/analytic/out_of_reach.hpp"
#include "iklab/analytic/zero_chain.hpp"

namespace iklab::detail {

// The goals within `options` of one goal.
struct GoalBall {
  Frame6 goal;
  bool oriented = false;
  double position = 0, rotation = 0;
};

std::optional<OutOfReach> outsideShell(const ZeroChain& chain, const GoalBall& ball);

}  // namespace iklab::detail
