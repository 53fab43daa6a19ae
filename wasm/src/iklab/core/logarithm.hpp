// Derivatives of the logarithm of a rotation: with phi = log R and R exp(-omega),
//   -dphi = (I + 1/2 [phi] + c(|phi|) [phi]^2) omega
#pragma once

namespace iklab {

// c(x) = (1 - x/2 cot(x/2)) / x^2 for 0 <= x <= pi: 1/12 at 0, 1/pi^2 at pi.
double logarithmFactor(double x);
// c'(x) / x
double logarithmSlope(double x);

}  // namespace iklab
