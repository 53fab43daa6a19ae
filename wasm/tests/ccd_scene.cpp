#include "tests/ccd_scene.hpp"

namespace iklab::ccd_scene {

Vector sweepOf(const Scene& s, bool limits, double gain, double maxTurn) {
  const Model model{s.tree, s.task, 1};
  std::vector<double> row = test::panelRow("ccd");
  row[test::paramIndex("ccd", "maxTurn")] = maxTurn;
  const auto method = test::methodFrom(model, row);
  State state(model);
  state.theta = s.theta;
  state.goals = s.goals;
  forwardKinematics(s.tree, s.theta, state.pose);
  Problem problem(model, state);
  taskError(s.task, state.pose, s.goals, problem.unclampedError);
  problem.gain = gain;
  problem.error = gain * problem.unclampedError;
  problem.limitsHold = limits;
  Report report(model);
  method->update(problem, report);
  return report.step;
}

}  // namespace iklab::ccd_scene
