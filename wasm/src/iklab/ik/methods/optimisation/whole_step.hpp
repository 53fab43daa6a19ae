// What the methods share that know how far they want to go.
#pragma once

#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {

// alpha is 1, or with the pull what `backtrack` finds; where that is 0 the update gives up.
void takeWhole(const Vector& whole, const Vector* pull, LineSearch& search, const Model& model,
               const Problem& problem, Report& report);

}  // namespace iklab
