// Methods on mechanisms with mimic joints: they reach targets, respect limits and the step limit of
// every joint, and step as with the coupled matrix J_free C.
#include <gtest/gtest.h>

#include "tests/coupled.hpp"
#include "tests/reference.hpp"

namespace iklab::mimic_methods_test {
namespace {

using Eigen::Vector3d;
using test::Coupled;

// Hinges with random tilt; every third mimics another.
Tree coupledChain(Random& random) {
  TreeBuilder builder;
  for (int i = 0; i < 12; ++i) {
    JointSpec s;
    s.id = std::to_string(i);
    if (i > 0) s.parent = std::to_string(i - 1), s.xyz = {random.uniform(0.3, 0.6), 0, 0};
    const double tilt = random.uniform(-3.2, 3.2);
    s.axis = {random.uniform(-0.5, 0.5), std::cos(tilt), std::sin(tilt)};
    if (i % 3 == 1)
      s.mimic = {std::to_string(3 * random.below(4) + 2 * random.below(2)),
                 random.uniform(0.3, 1) * (random.unit() < 0.5 ? -1 : 1),
                 random.uniform(-0.3, 0.3)};
    builder.joint(s);
  }
  builder.effector({"tip", "11", {0.4, 0, 0}});
  return builder.build().take();
}

class Mimicking : public testing::TestWithParam<MethodEntry::Pointer> {};

// Another pose reaches the targets; default options.
TEST_P(Mimicking, ReachesMostTargetsSeed73) {
  Random random(73);
  int reached = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Tree tree = coupledChain(random);
    const auto model = Model::make(tree, {{"tip"}}).take();
    const Vector start = test::randomVector(tree.columns(), 1, random);
    const Vector there = start + test::randomVector(tree.columns(), 1, random);
    const std::vector<Goal> goals = test::goalsAt(tree, model->task, there);
    const Solver solver(model, MethodOptions(GetParam()->id));
    StopRules rules;
    rules.minImprovement = 0;
    rules.maxRises = 4000;
    reached += solver.solve(start, goals, rules).value().stop == Stop::reached;
  }
  EXPECT_GE(reached, 95);
}

TEST_P(Mimicking, KeepsEveryJointWithinItsLimitsSeed74) {
  Random random(74);
  int touched = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Coupled s = test::randomCoupled(random, 0.5);
    const auto model = std::make_shared<const Model>(s.tree, test::randomTask(s.tree, random));
    Settings settings;
    settings.limits = trial % 2 ? LimitPolicy::lock : LimitPolicy::clamp;
    const Solver solver(model, MethodOptions(GetParam()->id), settings);
    const std::vector<Goal> goals = test::randomGoals(model->task, 3, random);
    ASSERT_EQ(solver.fault() + faultOf(*model, s.theta, settings.limits), "") << trial;
    Workspace workspace(solver);
    Memory memory{s.theta};
    for (int k = 0; k < 20; ++k) {
      solver.update(memory, goals, workspace);
      EXPECT_TRUE(s.within(memory.theta, 1e-12)) << trial << ", update " << k;
    }
    touched += !s.within(memory.theta, -1e-12);
  }
  EXPECT_GT(touched, 20);
}

TEST_P(Mimicking, MovesNoJointBeyondTheStepLimitsSeed75) {
  Random random(75);
  int full = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Coupled s = test::randomCoupled(random);
    const auto model = std::make_shared<const Model>(s.tree, test::randomTask(s.tree, random));
    Settings settings;
    settings.maxStep = 0.1;
    settings.maxSlide = 0.05;
    const Solver solver(model, MethodOptions(GetParam()->id), settings);
    const std::vector<Goal> goals = test::randomGoals(model->task, 3, random);
    Workspace workspace(solver);
    Memory memory{s.theta};
    for (int k = 0; k < 5; ++k) {
      const Vector before = s.all(memory.theta);
      solver.update(memory, goals, workspace);
      const Vector way = s.all(memory.theta) - before;
      double most = 0;
      for (int c = 0; c < way.size(); ++c)
        most = std::max(most, std::abs(way[c]) / (s.free.moving(c).slides() ? 0.05 : 0.1));
      EXPECT_LE(most, 1 + 1e-9) << trial;
      full += most > 0.999;
    }
  }
  EXPECT_GT(full, 20);
}

INSTANTIATE_TEST_SUITE_P(Methods, Mimicking, testing::ValuesIn(test::methods()),
                         [](const auto& info) {
                           std::string name = info.param->id;
                           std::erase(name, '-');
                           return name;
                         });

TEST(MimickingDls, MatchesTheExplicitCouplingMatrixSeed76) {
  Random random(76);
  for (int trial = 0; trial < 200; ++trial) {
    const Coupled s = test::randomCoupled(random);
    const Task task = test::randomTask(s.tree, random);
    std::vector<double> row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = 0.3;
    const test::Posed free(s.free, task, s.all(s.theta), test::randomGoals(task, 2, random));
    const Vector& e = free.problem.unclampedError;
    const Vector expected = test::dampedStep(free.problem.jacobian().matrix() * s.c, e, 0.3);
    const Vector step = test::solveOnce(s.tree, task, s.theta, e, row).step;
    EXPECT_LT((step - expected).norm(), 1e-9 * (1 + expected.norm())) << trial;
  }
}

double sumOfSquares(const Coupled& s, const Task& task, const std::vector<Goal>& goals,
                    const Vector& theta) {
  Pose pose(s.free);
  forwardKinematics(s.free, s.all(theta), pose);
  double sum = 0;
  for (size_t i = 0; i < goals.size(); ++i) {
    const TaskTarget& t = task.targets()[i];
    sum += (goals[i].position - pose.tip[t.effector]).squaredNorm();
    if (t.oriented)  // The square of the chord: 4 (1 - cos) = |R - R'|^2.
      sum +=
          0.5 * t.orientationWeight * t.orientationWeight *
          (goals[i].orientation.toRotationMatrix() - pose.worldFromTip[t.effector]).squaredNorm();
  }
  return sum;
}

// No sweep raises the objective; a column shared by several joints ends where its gradient is zero.
TEST(MimickingCcd, SweepsNeverRaiseTheObjectiveOfCoupledJointsSeed77) {
  Random random(77);
  int alone = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Coupled s = test::randomCoupled(random);
    const Task task = test::randomTask(s.tree, random);
    const std::vector<Goal> goals = test::randomGoals(task, 2, random);
    test::Posed posed(s.tree, task, s.theta, goals);
    const auto method = posed.make(test::panelRow("ccd"));
    double before = sumOfSquares(s, task, goals, s.theta);
    for (int k = 0; k < 20; ++k) {
      Report report(posed.model);
      method->update(posed.problem, report);
      const Vector there = posed.state.theta + report.step;
      const double after = sumOfSquares(s, task, goals, there);
      EXPECT_LE(after, before * (1 + 1e-12) + 1e-20) << trial << ", sweep " << k;
      before = after;
      posed.place(there, goals);
    }
    if (s.tree.columns() > 1 || !s.tree.coupled() || task.targets()[0].oriented) continue;
    if (task.targets().size() > 1) continue;
    ++alone;
    const Vector slope =
        posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError;
    EXPECT_LT(slope.norm(), 1e-4 * (1 + posed.problem.jacobian().matrix().norm())) << trial;
  }
  EXPECT_GT(alone, 3);
}

}  // namespace
}  // namespace iklab::mimic_methods_test
