// How large lambda should be (Tabaczynski 2005, section 2.5.2, and the papers named at each rule).
#pragma once

#include "ik/method.hpp"

namespace iklab {

enum class Damping {
  constant,
  smallestSingularValue,
  manipulability,
  boundedStep,
  boundedError,
  boundedCondition,
  error,
};

struct DampingRule {
  Damping rule;
  double lambda;                // constant
  double lambdaMax;             // smallest-singular-value, manipulability, bounded-error
  double region;                // sigma_m below which damping sets in
  double manipulabilityBound;   // w_0
  double stepBound;             // largest |step|_2
  double errorBound;            // metres
  double conditionBound;        // kappa > 1
  double errorGain, errorBias;  // g, b
};

// lambda^2 for `problem`; all rules but `constant` and `error` need the svd.
double chooseLambdaSquared(const DampingRule& rule, const Problem& problem, int workingRank);

}  // namespace iklab
