// The step limit, for one problem or for several side by side.
#pragma once

#include "iklab/core/tree.hpp"
#include "iklab/math/lane.hpp"

namespace iklab {

// Scales the complete step by one factor for the rotations, then by one for the translations,
// including those of followers. maxTurn: radians; maxSlide: metres.
template <class Real>
void limitStep(const Tree& tree, Real maxTurn, Real maxSlide, Real* step) {
  const auto limit = [&](auto perUnit, Real most) {
    if (!detail::any(detail::below(most, detail::all<Real>(kInfinity)))) return;
    Real largest = detail::all<Real>(0);
    for (int c = 0; c < tree.columns(); ++c) {
      const Real size = perUnit(c) * detail::magnitude(step[c]);
      largest = detail::select(detail::below(largest, size), size, largest);
    }
    const Real share =
        detail::select(detail::below(most, largest), most / largest, detail::all<Real>(1));
    for (int c = 0; c < tree.columns(); ++c) step[c] *= share;
  };
  limit([&](int c) { return tree.turning(c); }, maxTurn);
  limit([&](int c) { return tree.sliding(c); }, maxSlide);
}

}  // namespace iklab
