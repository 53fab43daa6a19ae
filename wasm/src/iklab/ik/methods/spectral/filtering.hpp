// step = sum tau_i (u_i^T e) v_i: the sum that all spectral methods share.
#pragma once

#include "iklab/ik/method_of.hpp"

namespace iklab {

// step += sum tau(i) alpha_i v_i over the directions for which tau is not zero.
template <class Tau>
void addFiltered(const Svd& svd, const Vector& e, Tau tau, Vector& step) {
  for (int i = 0; i < svd.count(); ++i)
    if (const double t = tau(i); t != 0) step += (t * svd.u(i).dot(e)) * svd.v(i);
}

// sigma / (sigma^2 + lambda^2); with lambda 0 the pseudoinverse's 1/sigma, 0 at rounding level.
inline double dampedFilter(double sigma, double lambdaSquared, double noise) {
  if (lambdaSquared == 0) return sigma > noise ? 1 / sigma : 0;
  return sigma / (sigma * sigma + lambdaSquared);
}

}  // namespace iklab
