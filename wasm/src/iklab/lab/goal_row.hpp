// A goal as numbers of a buffer: position x y z (metres), quaternion x y z w.
#pragma once

#include <algorithm>

#include "iklab/core/kinematics.hpp"

namespace iklab {

inline Goal read(const double* row) {
  Goal g;
  g.position = Eigen::Map<const Eigen::Vector3d>(row);
  g.orientation.coeffs() = Eigen::Map<const Eigen::Vector4d>(row + 3);
  return g;
}

inline void write(const Goal& g, double* row) {
  std::copy_n(g.position.data(), 3, row);
  std::copy_n(g.orientation.coeffs().data(), 4, row + 3);
}

}  // namespace iklab
