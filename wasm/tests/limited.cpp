#include "tests/limited.hpp"

namespace iklab::test {

LimitedScene limitedScene(Random& random, double range) {
  const auto bound = [&](int column, JointSpec& s) {
    s.comfort = random.uniform(-0.3, 0.3) * range;
    s.weight = random.uniform(0.5, 3);
    if (column < 0 || random.unit() < 0.2) return;
    s.lower = -range * random.uniform(0.5, 1.5);
    s.upper = range * random.uniform(0.5, 1.5);
  };
  LimitedScene s{changed(randomTree(random), bound), {}, {}, {}, {}};
  s.task = randomTask(s.tree, random);
  s.theta.resize(s.tree.columns());
  for (int c = 0; c < s.theta.size(); ++c) {
    const Joint& j = s.tree.moving(c);
    s.theta[c] = std::isfinite(j.lower) ? random.uniform(j.lower, j.upper) : random.uniform(-2, 2);
  }
  s.e = randomVector(s.task.rows(), 1, random);
  refresh(s);
  return s;
}

void refresh(LimitedScene& s) {
  Pose pose(s.tree);
  forwardKinematics(s.tree, s.theta, pose);
  Jacobian jacobian(s.tree, s.task);
  jacobian.compute(pose);
  s.j = jacobian.matrix();
}

Vector limitedStep(const LimitedScene& s, const std::vector<double>& row, bool limitsHold) {
  const Model model{s.tree, s.task};
  const auto method = test::methodFrom(model, row);
  State state(model);
  Problem problem(model, state);
  Report report(model);
  state.theta = s.theta;
  forwardKinematics(s.tree, s.theta, state.pose);
  problem.poseChanged();
  problem.error = problem.unclampedError = s.e;
  problem.limitsHold = limitsHold;
  problem.maxStep = row[kMaxStep];
  problem.maxSlide = row[kMaxSlide];
  method->update(problem, report);
  return report.step;
}

}  // namespace iklab::test
