// The rules applied around a method: step limits, gain, limit policies.
#include <gtest/gtest.h>

#include "tests/reference.hpp"
#include "tests/world.hpp"

namespace iklab::runner_test {
namespace {

using Row = std::vector<double>;
using test::planarChain, test::World;

TEST(StepLimit, ScalesTheWholeStepByOneFactor) {
  Row row = test::panelRow("pseudoinverse");
  row[kMaxStep] = kInfinity;
  const Vector start = Eigen::Vector3d(0.3, 0.8, -0.5);
  World whole(planarChain(3), row, start);
  whole.aim({-1, 1, 0});
  whole.runner->update();
  const double largest = whole.runner->step().cwiseAbs().maxCoeff();
  row[kMaxStep] = largest / 3;
  World limited(planarChain(3), row, start);
  limited.aim({-1, 1, 0});
  limited.runner->update();
  EXPECT_LT((3 * limited.runner->step() - whole.runner->step()).norm(), 1e-14);
}

TEST(StepLimit, LimitsPrismaticAndRevoluteJointsSeparately) {
  TreeBuilder builder;
  JointSpec slide, hinge;
  slide.id = "slide", slide.kind = JointKind::prismatic, slide.axis = {0, 0, 1};
  hinge.id = "hinge", hinge.parent = "slide";
  builder.joint(slide);
  builder.joint(hinge);
  builder.effector({"tip", "hinge", {1, 0, 0}});
  Row row = test::panelRow("pseudoinverse");
  row[kMaxStep] = 0.1;
  row[kMaxSlide] = 0.05;
  World world(builder.build().take(), row, Vector::Zero(2));
  // Rotation 0.2, slide 5: scaled by a half for the rotation, then again for the slide.
  world.aim({1, 0.2, 5});
  world.runner->update();
  EXPECT_NEAR(world.runner->step()[0], 0.05, 1e-15);
  EXPECT_NEAR(world.runner->step()[1], 0.1 * 0.05 / 2.5, 1e-15);
}

TEST(Gain, MultipliesTheError) {
  Row row = test::panelRow("dls");
  const Vector start = Eigen::Vector3d(0.3, 0.8, -0.5);
  World whole(planarChain(3), row, start);
  row[kGain] = 0.25;
  World quarter(planarChain(3), row, start);
  for (World* w : {&whole, &quarter}) {
    w->aim({1.5, 1.5, 0});
    w->runner->update();
  }
  EXPECT_LT((whole.runner->step() - 4 * quarter.runner->step()).norm(), 1e-14);
}

TEST(LimitPolicy, ClampStopsAtTheLimitExactly) {
  RunSettings s;
  s.limitPolicy = LimitPolicy::clamp;
  World world(planarChain(3, -0.5, 0.5), test::panelRow("dls"), Vector::Zero(3), s);
  world.aim({-1, 2, 0});
  for (int u = 0; u < 50; ++u) {
    world.runner->update();
    EXPECT_LE(world.runner->theta().maxCoeff(), 0.5);
    EXPECT_GE(world.runner->theta().minCoeff(), -0.5);
  }
  EXPECT_EQ(world.runner->theta()[0], 0.5);
}

// Lock against brute force: the step must be the solution for its own set of joints at a limit,
// with every other joint inside its limits.
TEST(LimitPolicy, LockSolvesForTheUnlockedJointsSeed41) {
  Random random(41);
  int locked = 0;
  for (int trial = 0; trial < 200; ++trial) {
    RunSettings s;
    s.limitPolicy = LimitPolicy::lock;
    Row row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = 0.3;
    row[kMaxStep] = kInfinity;
    const Vector start = test::randomVector(4, 0.6, random);
    World world(planarChain(4, -0.6, 0.6), row, start, s);
    world.aim({random.uniform(-4, 4), random.uniform(-4, 4), 0});
    Pose pose(world.tree);
    forwardKinematics(world.tree, start, pose);
    Jacobian jacobian(world.tree, world.task);
    jacobian.compute(pose);
    const Vector e = world.goals[0].position - pose.tip[0];
    world.runner->update();
    const Vector now = world.runner->theta(), step = now - start;

    Matrix free = jacobian.matrix();
    Vector left = e;
    int held = 0;
    for (int c = 0; c < 4; ++c) {
      EXPECT_LE(std::abs(now[c]), 0.6);
      if (std::abs(now[c]) != 0.6) continue;
      left -= jacobian.matrix().col(c) * step[c];
      free.col(c).setZero();
      ++held;
    }
    locked += held;
    Matrix normal = free.transpose() * free + 0.09 * Matrix::Identity(4, 4);
    const Vector rest = test::leastNorm(normal, free.transpose() * left);
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(step[c], std::abs(now[c]) == 0.6 ? step[c] : rest[c], 1e-11) << trial;
  }
  EXPECT_GT(locked, 100);
}

// The repeated solve lets the free joints compensate for the locked one; clamping does not.
TEST(LimitPolicy, LockEndsNearerToTheTargetThanClamp) {
  double error[2];
  for (const LimitPolicy policy : {LimitPolicy::clamp, LimitPolicy::lock}) {
    RunSettings s;
    s.limitPolicy = policy;
    Row row = test::panelRow("dls");
    row[test::paramIndex("dls", "lambda")] = 0.1;
    const Vector start = Eigen::Vector3d(0.55, 0.3, 0.3);
    World world(planarChain(3, -0.6, 0.6), row, start, s);
    world.aim({1.5, 2.2, 0});
    world.runner->update();
    error[policy == LimitPolicy::lock] = world.runner->error();
  }
  EXPECT_LT(error[1], error[0]);
}

TEST(LimitPolicy, IgnoreMovesJointsBeyondTheirLimits) {
  World world(planarChain(3, -0.1, 0.1), test::panelRow("dls"), Vector::Zero(3));
  world.aim({0, 2, 0});
  for (int u = 0; u < 20; ++u) world.runner->update();
  EXPECT_GT(world.runner->theta()[0], 0.1);
}

}  // namespace
}  // namespace iklab::runner_test
