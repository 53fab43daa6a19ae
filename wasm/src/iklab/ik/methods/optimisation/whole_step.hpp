// Shared by the methods that compute a complete step.
#pragma once

#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {

// Takes the step with alpha 1, or with a pull the alpha of `backtrack`; if that is 0, calls giveUp.
void takeWhole(const Vector& whole, const Vector* pull, LineSearch& search, const Model& model,
               const Problem& problem, Report& report);

}  // namespace iklab
