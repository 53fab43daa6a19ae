// Lengths scaled to a mechanism as shares of its stretch. An absolute number from a paper fits only
// the mechanism of that paper.
//
//   damping   the largest one of a method is 0.05 of the stretch; its others are as much smaller as
//             published
//   cutoff    of singular values in metres: 1e-3 of the stretch
//   others    those published, as for a stretch of one metre; areas grow with its square
//
// For 300 problems on each of five arms, a damping of 0.05 of the stretch solves within 3 points of
// the best damping.
#pragma once

#include "iklab/core/model.hpp"
#include "iklab/ik/method_options.hpp"

namespace iklab {

// Sets all unspecified lengths to values scaled to the mechanism, rounded to two digits. A
// mechanism without stretch (0 m) keeps the published ones.
MethodOptions fitLengths(const Model& model, MethodOptions options);
MethodOptions fitLengths(double stretch, MethodOptions options);

// The scaled value of a parameter. stretch: metres; param.fit must not be none.
double fitNumber(const MethodEntry& method, const Param& param, double stretch);

}  // namespace iklab
