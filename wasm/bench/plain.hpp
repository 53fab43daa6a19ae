// A straightforward implementation with a dense J, the standard library's sine and cosine and
// Eigen's factorisations: the reference for the kernels of the core.
#pragma once

#include "iklab/lab/lab.hpp"

namespace iklab {

class PlainStepper {
 public:
  struct Options {
    std::string method;  // transpose, dls or sdls
    double parameter;    // lambda for dls, gamma_max for sdls.
    double maxStep;      // Radians.
    double timeStep;     // Seconds.
  };
  // targets: positions only, one per effector in order.
  PlainStepper(const Tree& tree, const std::vector<LabTarget>& targets, const Vector& start,
               const Options& options);
  void update();
  const Vector& theta() const { return theta_; }

 private:
  Eigen::Vector3d goal(const LabTarget& target) const;
  void pose();
  void jacobian();
  Vector transposeStep() const;
  Vector dampedStep() const;
  Vector selectiveStep() const;

  const Tree& tree_;
  const std::vector<LabTarget>& targets_;
  Options options_;
  int frame_ = 0;
  Vector theta_, e_;
  Matrix j_;
  std::vector<Eigen::Isometry3d> frames_;
  std::vector<Eigen::Vector3d> tips_;
};

}  // namespace iklab
