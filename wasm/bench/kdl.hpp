// Orocos KDL's Levenberg-Marquardt (ChainIkSolverPos_LMA) on the same problems, if it is installed
// (liborocos-kdl-dev): the reference for our batches.
#pragma once

#include "iklab/ik/restarts.hpp"

namespace iklab {

// Only for a chain from the world to one oriented target.
class KdlSolver {
 public:
  static bool present();
  KdlSolver(Model::Pointer model, const StopRules& rules, const Restarts& restarts);
  // A pose within the limits and, by our own forward kinematics, within the tolerances; the start
  // if it finds none. Restarts from random poses. KDL ignores limits: a pose outside them is not a
  // solution.
  Vector solve(const Vector& start, const Goal& goal, std::uint64_t seed);

 private:
  struct Lma;
  bool near(const Vector& theta, const Goal& goal) const;

  Model::Pointer model_;
  StopRules rules_;
  Restarts restarts_;
  std::shared_ptr<Lma> lma_;
};

}  // namespace iklab
