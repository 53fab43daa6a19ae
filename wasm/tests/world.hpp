// A runner with everything that it needs, for tests of the rules around a method.
#pragma once

#include "iklab/lab/runner.hpp"
#include "tests/support.hpp"

namespace iklab::test {

// n hinges about z, links of length 1 along x.
inline Tree planarChain(int n, double lower = -kInfinity, double upper = kInfinity) {
  TreeBuilder builder;
  for (int i = 0; i < n; ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {1, 0, 0};
    s.lower = lower, s.upper = upper;
    builder.joint(s);
  }
  builder.effector({"tip", "j" + std::to_string(n - 1), {1, 0, 0}});
  return builder.build().take();
}

struct World {
  // turnWeight: 0 for position targets.
  World(Tree t, const std::vector<double>& r, const Vector& start, RunSettings s = {},
        double turnWeight = 0)
      : tree(std::move(t)), row(r), settings(s) {
    for (size_t k = 0; k < tree.effectors().size(); ++k)
      task.add(static_cast<int>(k), turnWeight > 0, turnWeight > 0 ? turnWeight : 1);
    model = std::make_unique<Model>(tree, task);
    goals.resize(task.targets().size());
    runner = std::make_unique<Runner>(solverOf(*model, settings, row), settings, start);
  }
  void aim(const Eigen::Vector3d& target) {
    goals[0].position = target;
    runner->beginFrame(goals, true, kInfinity);
  }
  Stop converge(int atMost = 5000) {
    for (int u = 0; u < atMost && !runner->frameDone(); ++u) runner->update();
    return runner->stop();
  }

  Tree tree;
  Task task;
  std::vector<double> row;
  RunSettings settings;
  std::unique_ptr<Model> model;
  std::vector<Goal> goals;
  std::unique_ptr<Runner> runner;
};

// The stop rules of Buss & Kim's programs, the defaults of version 1 of a scenario.
inline constexpr StopRules kPaperRules{.minImprovement = 1e-5, .maxRises = 3};

inline RunSettings converging() {
  RunSettings s;
  s.mode = RunMode::converge;
  s.rules = kPaperRules;
  return s;
}

}  // namespace iklab::test
