// The manipulability ellipsoid of each target: where its tip can go with a change of all joints of
// one length.
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

  // At the pose and goals of a probe (probe.hpp). What is wrong with these, and then the axes are no
  // numbers; empty: nothing is.
  std::string measure(std::span<const double> probe);

  // k x 9: half axes sigma_i u_i of the target's own position rows, longest first
  std::span<const double> axes() const { return axes_; }

 private:
  void measure(size_t target, double* to);

  const Model& model_;
  State state_;
  Jacobian jacobian_;
  Svd tip_;  // of one target's position rows
  Matrix rows_;
  std::vector<double> axes_;
};

}  // namespace iklab
