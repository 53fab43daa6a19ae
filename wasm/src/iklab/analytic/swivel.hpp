// Arms with seven axes of which the first three meet in a shoulder S and the last three in a wrist W.
// At one pose of the tip, the elbow E is on a circle about the line S W. The swivel angle psi is its
// place there (the SEW angle of Elias & Wen 2023, arXiv 2307.13122):
//
//   p = (W - S) / |W - S|,  x = ((p - t) x f) x p / |...|,  y = p x x
//   psi = atan2(y . (E - S), x . (E - S))
//
// The directions t and f are constant and perpendicular. x depends smoothly on p but for p = t: the
// stereographic choice. Here t points from the shoulder back along axis 1 through the base, where the
// wrist hardly is. With the wrist in front of the shoulder, psi = 0 is the elbow opposite to t.
//
// For a given psi: q4 from |W - S|, then the rotations of the shoulder and of the wrist, of which
// each has two solutions.
#pragma once

#include <optional>

#include "iklab/analytic/chain_solutions.hpp"

namespace iklab::detail {

struct SwivelArm {
  SevenAxis chain;   // o4 is E: the point of axis 4 that is nearest to S.
  SevenAxis ideal;   // The axes of shoulder and wrist meet exactly.
  double idealised;  // The largest distance removed, as a share of the length.
  Vec shoulder;
  Vec wristInTip;
  Vec behind, front;  // t, f
};

// Empty if the axes do not meet, or axis 4 leads through S or W.
std::optional<SwivelArm> swivelArmOf(const SevenAxis& chain);

// psi in (-pi, pi]. With a straight arm, the circle is a point: psi is then its limit for q4 from
// above.
double swivelOf(const SwivelArm& arm, const Seven& q);

// psi is met as exactly as the goal: each step of Newton's method has, as its seventh equation, that
// E is in the half-plane of psi.
void solveSwivel(const SwivelArm& arm, const Frame6& goal, const Seven& start, double psi,
                 ChainSolutions<7>& found);

}  // namespace iklab::detail
