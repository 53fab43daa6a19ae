// Vectors and matrices of any size, in doubles.
#pragma once

#include <Eigen/Core>

#include "iklab/math/lane.hpp"

namespace iklab {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Summed in order, so that every build has the same bits: Eigen's own sums depend on its packet
// sizes. x must not be empty.
inline double squareOf(const Vector& x) {
  return detail::squareOf(x.data(), static_cast<int>(x.size()));
}
inline double dotOf(const Vector& x, const Vector& y) {
  return detail::dot(x.data(), y.data(), static_cast<int>(x.size()));
}

}  // namespace iklab
