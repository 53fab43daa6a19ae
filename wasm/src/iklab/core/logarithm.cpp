#include "iklab/core/logarithm.hpp"

#include <cmath>

namespace iklab {

double logarithmFactor(double x) {
  const double x2 = x * x;
  if (x < 0.3) return 1.0 / 12 + x2 * (1.0 / 720 + x2 * (1.0 / 30240 + x2 / 1209600));
  return (1 - 0.5 * x / std::tan(0.5 * x)) / x2;
}

double logarithmSlope(double x) {
  const double x2 = x * x;
  if (x < 0.3) return 1.0 / 360 + x2 * (1.0 / 7560 + x2 * (1.0 / 201600 + x2 * (1.0 / 5987520)));
  const double sine = std::sin(0.5 * x);
  return (0.25 * x / (sine * sine) - 0.5 / std::tan(0.5 * x) - 2 * x * logarithmFactor(x)) /
         (x2 * x);
}

}  // namespace iklab
