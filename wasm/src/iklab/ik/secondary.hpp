// Secondary goals in the nullspace:  step += (I - J^+ J) phi,  phi = -gain grad H
//
// Buss & Kim 2004, section 2; H: rest pose; limit middle (Liegeois 1977); manipulability
// (Yoshikawa 1985), H = -w; clearance from a sphere (Maciejewski & Klein 1985).
// J^+ uses every sigma_i > 1e-9 sigma_1, whatever the method's own cutoff, so that the motion
// leaks into the task by no more than 1e-9 sigma_1 |phi|.
#pragma once

#include "iklab/ik/problem.hpp"
#include "iklab/ik/settings.hpp"

namespace iklab {

class Secondary {
 public:
  explicit Secondary(const Model& model);

  // Adds the motion to step (n). Does not allocate.
  void add(const SecondaryGoal& goal, const Problem& problem, Vector& step);

  // n: the motion that the last `add` added, zero without a goal.
  const Vector& motion() const { return gradient_; }

 private:
  void towardRest(const Vector& theta);
  void towardMiddle(const Vector& theta);
  void towardManipulability(const Problem& problem, const Pose& pose);
  void towardClearance(const SecondaryGoal& goal, const Pose& pose);
  void pushFrom(const Eigen::Vector3d& centre, double radius, const Pose& pose,
                const Eigen::Vector3d& point, const std::vector<int>& chain);
  void unfold(const Block& block, double w, const Problem& problem, const Pose& pose);
  void descendAlong(const Block& block, double w, const Matrix& jacobian, const Pose& pose);
  Eigen::Vector3d columnOf(const Matrix& jacobian, const Pose& pose, const Block& block,
                           int joint) const;

  const Model& model_;
  Vector gradient_;  // Gradient of H, then the motion.
  Matrix inverse_;   // J^+ of the working rank, n x m.
};

}  // namespace iklab
