// Random trees at random poses, and the result of one update there.
#pragma once

#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::test {

struct OneStep {
  Tree tree;
  Task task;
  Vector theta, e;
  Matrix j;
  int rank0;  // Working rank.
};

inline OneStep randomOneStep(Random& random) {
  OneStep s{randomTree(random), {}, {}, {}, {}, 0};
  s.task = randomTask(s.tree, random);
  s.theta = randomVector(s.tree.columns(), 3, random);
  s.e = randomVector(s.task.rows(), 1, random);
  Pose pose(s.tree);
  forwardKinematics(s.tree, s.theta, pose);
  Jacobian jacobian(s.tree, s.task);
  jacobian.compute(pose);
  s.j = jacobian.matrix();
  s.rank0 = Model(s.tree, s.task).workingRank;
  return s;
}

inline Solved solve(const OneStep& s, const Row& row) {
  return solveOnce(s.tree, s.task, s.theta, s.e, row);
}

// True if sigma_1 / sigma_rank is moderate: random trees may be singular, these tests need the
// others.
inline bool wellConditioned(const OneStep& s) {
  const Vector sigma = singularValues(s.j);
  return sigma[s.rank0 - 1] > 1e-3 * sigma[0];
}

}  // namespace iklab::test
