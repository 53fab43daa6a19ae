// The wrap policy against TRAC-IK's KDL-RR, which clamps a value or wraps it with fmod.
#include <gtest/gtest.h>

#include "tests/limited.hpp"

namespace iklab::wrap_test {
namespace {

constexpr double kTwoPi = 2 * EIGEN_PI;

// As in kdl_tl.cpp. angle: only a joint that merely rotates is wrapped.
double kdl(double q, const Joint& j, bool angle) {
  if (q < j.lower) {
    const double round = j.lower - std::fmod(j.lower - q, kTwoPi) + kTwoPi;
    return !angle || round > j.upper ? j.lower : round;
  }
  if (q > j.upper) {
    const double round = j.upper + std::fmod(q - j.upper, kTwoPi) - kTwoPi;
    return !angle || round < j.lower ? j.upper : round;
  }
  return q;
}

TEST(Wrap, WrapsAnglesLikeKdlAndClampsOtherJointsSeed67) {
  Random random(67);
  int round = 0, clamped = 0;
  for (int trial = 0; trial < 400; ++trial) {
    // Limits of different ranges: some joints return within them, some do not.
    const test::LimitedScene s = test::limitedScene(random, random.uniform(1, 6));
    std::vector<double> row = test::panelRow("truncated");
    row[kMaxStep] = kInfinity;
    const iklab::Model model{s.tree, s.task};
    const std::vector<Goal> goals = test::randomGoals(s.task, 3, random);
    RunSettings run;
    Runner free(test::solverOf(model, run, row), run, s.theta);
    run.limitPolicy = LimitPolicy::wrap;
    Runner runner(test::solverOf(model, run, row), run, s.theta);
    for (Runner* each : {&free, &runner}) {
      each->beginFrame(goals, true, kInfinity);
      each->update();
    }
    bool all = true;
    for (int c = 0; c < s.theta.size(); ++c) {
      const Joint& j = s.tree.moving(c);
      const bool angle = j.kind == JointKind::revolute && !s.tree.leads(c);
      const double there = free.theta()[c], wanted = kdl(there, j, angle);
      ASSERT_NEAR(runner.theta()[c], wanted, 1e-12 * (1 + std::abs(there))) << trial << ", " << c;
      ASSERT_TRUE(runner.theta()[c] >= j.lower && runner.theta()[c] <= j.upper);
      const bool stays = there >= j.lower && there <= j.upper;
      if (stays) ASSERT_EQ(runner.theta()[c], there);  // To the bit.
      const bool goes = !stays && wanted != j.lower && wanted != j.upper;
      // An angle that wraps makes the complete step.
      if (goes) ASSERT_EQ(runner.step()[c], free.step()[c]);
      round += goes;
      clamped += !stays && !goes;
      all &= stays || goes;
    }
    if (!all) continue;
    for (size_t i = 0; i < runner.pose().tip.size(); ++i)
      ASSERT_LT((runner.pose().tip[i] - free.pose().tip[i]).norm(), 1e-9);
  }
  EXPECT_GT(round, 50);
  EXPECT_GT(clamped, 100);
}

// One link of 1 m that rotates about z within -span to span, at its upper limit, with a goal
// beyond.
Stop stopAtLimit(LimitPolicy policy, double span) {
  TreeBuilder builder;
  JointSpec joint;
  joint.id = "a", joint.lower = -span, joint.upper = span;
  builder.joint(joint);
  builder.effector({"tip", "a", {1, 0, 0}});
  const Tree tree = builder.build().take();
  Task task;
  task.add(0, false, 1);
  const iklab::Model model{tree, task};
  RunSettings run;
  run.mode = RunMode::converge;
  run.limitPolicy = policy;
  Runner runner(test::solverOf(model, run, test::panelRow("dls")), run, Vector::Constant(1, span));
  Goal goal;
  goal.position = {std::cos(span + 0.5), std::sin(span + 0.5), 0};
  runner.beginFrame({goal}, true, kInfinity);
  while (runner.stop() == Stop::none) runner.update();
  return runner.stop();
}

TEST(Wrap, LimitsStopOnlyJointsThatCannotWrap) {
  EXPECT_EQ(stopAtLimit(LimitPolicy::clamp, 3.5), Stop::atLimit);
  EXPECT_EQ(stopAtLimit(LimitPolicy::wrap, 3.5), Stop::reached);
  EXPECT_EQ(stopAtLimit(LimitPolicy::wrap, 2), Stop::atLimit);
}

}  // namespace
}  // namespace iklab::wrap_test
