// Orocos KDL's Levenberg-Marquardt (ChainIkSolverPos_LMA) on the same problems, where it is installed
// (liborocos-kdl-dev): what our batches are measured beside.
#pragma once

#include "iklab/ik/restarts.hpp"

namespace iklab {

// For a chain from the world to one oriented target.
class KdlSolver {
 public:
  static bool present();
  KdlSolver(Model::Pointer model, const StopRules& rules, const Restarts& restarts);
  // whether a pose within the limits is found that our own forward kinematics finds near enough; begun
  // again from random ones. KDL knows no limits: what leaves them is no solution.
  bool solve(const Vector& start, const Goal& goal, std::uint64_t seed);

 private:
  struct Lma;
  bool near(const Vector& theta, const Goal& goal) const;

  Model::Pointer model_;
  StopRules rules_;
  Restarts restarts_;
  std::shared_ptr<Lma> lma_;
};

}  // namespace iklab
