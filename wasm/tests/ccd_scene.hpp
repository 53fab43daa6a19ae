// One sweep of CCD on one problem, without the Runner.
#pragma once

#include "tests/support.hpp"

namespace iklab::ccd_scene {

using Eigen::Vector3d;

struct Scene {
  Tree tree;
  Task task;
  Vector theta;
  std::vector<Goal> goals;
};

Vector sweepOf(const Scene& s, bool limits = false, double gain = 1, double maxTurn = 0);

}  // namespace iklab::ccd_scene
