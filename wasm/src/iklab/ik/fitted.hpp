// Lengths that fit a mechanism: shares of how far it stretches, where an absolute number of a paper fits
// the mechanism of that paper alone.
//
//   damping   the largest of a method 0.05 of the stretch, its others as much smaller as published
//   cutoff    of singular values in metres: 1e-3 of the stretch
//   others    those published, as for a stretch of one metre; areas grow with its square
//
// Of 300 problems on each of five arms, a damping of 0.05 of the stretch solves within 3 points of the
// best one.
#pragma once

#include "iklab/core/model.hpp"
#include "iklab/ik/method_options.hpp"

namespace iklab {

// The same with all lengths that were left open set to what fits, to two digits. A mechanism that does
// not stretch (0 m) leaves those published.
MethodOptions fittedTo(const Model& model, MethodOptions options);
MethodOptions fittedTo(double stretch, MethodOptions options);

// What fits a parameter of a method for a stretch in metres; param.fit is not none.
double fittedNumber(const MethodEntry& method, const Param& param, double stretch);

}  // namespace iklab
