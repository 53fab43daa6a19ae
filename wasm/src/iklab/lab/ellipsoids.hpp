// The manipulability ellipsoid of each target: the displacements of its effector for joint changes
// of norm 1.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "iklab/ik/problem.hpp"

namespace iklab {

class Ellipsoids {
 public:
  explicit Ellipsoids(const Model& model);
  Ellipsoids(const Ellipsoids&) = delete;
  Ellipsoids& operator=(const Ellipsoids&) = delete;

  // Computes the ellipsoids for the pose and goals of a probe (probe.hpp). Returns the fault of the
  // probe, and then all axes are NaN; empty if there is none.
  std::string measure(std::span<const double> probe);

  // k x 9: half axes sigma_i u_i of the target's own position rows, longest first.
  std::span<const double> axes() const { return axes_; }

 private:
  void measure(size_t target, double* to);

  const Model& model_;
  State state_;
  Jacobian jacobian_;
  Svd tip_;  // Decomposition of one target's position rows.
  Matrix rows_;
  std::vector<double> axes_;
};

}  // namespace iklab
