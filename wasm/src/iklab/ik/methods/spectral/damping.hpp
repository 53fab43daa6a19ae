// Rules for lambda (Tabaczynski 2005, section 2.5.2, and the papers named at each rule).
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

// lambda^2 for `problem`; all rules except `constant` and `error` need the decomposition.
double chooseLambdaSquared(const DlsOptions& options, const Problem& problem, int workingRank);

}  // namespace iklab
