// Shared by the methods that compute a complete step.
#pragma once

#include "iklab/ik/methods/optimisation/line_search.hpp"

namespace iklab {

// Applies the step with alpha 1 or, if there is a pull, with the alpha of `backtrack`; if that is
// 0, calls giveUp.
void applyFullStep(const Vector& whole, const Vector* pull, LineSearch& search, const Model& model,
                   const Problem& problem, Report& report);

}  // namespace iklab
