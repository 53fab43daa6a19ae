// Proof that a planar chain cannot reach a goal within its joint limits: branch and bound over boxes
// of joint values (Land & Doig 1960; the box with the least bound first).
//
// For a box of half-widths w around values q, the tip is within r = sum 2 |t - o_i| sin(w_i / 2) of
// its place t at q. In a direction u it moves by at most
//
//   s = sum |u . dt/dq_i| w_i + 1/2 sum |d2t / dq_i dq_k| w_i w_k,
//
// which also decides where the arm is almost stretched. The first joint needs no boxes: it moves
// what the others reach along an arc, whose distance is known.
#pragma once

#include "iklab/analytic/reach_shell.hpp"

namespace iklab::detail {

// At most 5 joints besides a last one that only orients the tip.
std::optional<OutOfReach> outsideBoxes(const ZeroChain& chain, const GoalBall& ball,
                                       const OutOfReachOptions& options);

}  // namespace iklab::detail
