// FABRIK where joints cannot follow the points exactly: reported infeasibility, limits, prismatic
// and screw joints, orientations.
#include <gtest/gtest.h>

#include "tests/fabrik_scene.hpp"

namespace iklab::fabrik_joints_test {
namespace {

using namespace fabrik_scene;

double misfit(const Points& a, const Points& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return sum;
}

TEST(FabrikJoints, ReportsTheDistanceBetweenHingesAndPoints) {
  Random random(76);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kHingeZ, true);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    aim(s, inReach(random, 1.5));
    const Points before = pointsOf(s, s.theta), wanted = s.plain.pass(before);
    const Fitted fitted = update(s, false, 1, 100);
    const Points after = pointsOf(s, s.theta + fitted.step);
    EXPECT_GT(fitted.infeasibility, 1e-3);
    EXPECT_NEAR(fitted.infeasibility, apart(after, wanted), 1e-12);
    // Nearer than before the update, and no nearby angles are better.
    EXPECT_LE(misfit(after, wanted), misfit(before, wanted));
    for (int i = 0; i < 200; ++i) {
      const double size = std::pow(10, random.uniform(-2, -0.5));
      const Vector other = test::randomVector(s.tree.columns(), size, random);
      EXPECT_GT(misfit(pointsOf(s, s.theta + fitted.step + other), wanted),
                misfit(after, wanted) - 1e-6);
    }
  }
}

TEST(FabrikJoints, ReachesNearlyAllTargetsWithHinges) {
  Random random(77);
  int reached = 0;
  for (int trial = 0; trial < 12; ++trial) {
    Scene s = chain(kLengths, kHingeZ, true);
    s.theta = test::randomVector(s.tree.columns(), 0.5, random);
    aim(s, pointsOf(s, test::randomVector(s.tree.columns(), 1, random)).back());
    for (int u = 0; u < 500; ++u) s.theta += update(s).step;
    reached += (pointsOf(s, s.theta).back() - s.goals[0].position).norm() < 1e-4;
  }
  EXPECT_GE(reached, 11);
}

TEST(FabrikJoints, KeepsJointsWithinTheirLimits) {
  Random random(78);
  for (int trial = 0; trial < 30; ++trial) {
    Scene s = chain(kLengths, trial % 2 ? kBall : kHingeZ, trial % 2 == 0);
    s.theta = test::randomVector(s.tree.columns(), 2.4, random);
    aim(s, inReach(random, 2));
    for (int u = 0; u < 20; ++u) {
      s.theta += update(s, true).step;
      EXPECT_LE(s.theta.cwiseAbs().maxCoeff(), 2.5 + 1e-12);
    }
  }
}

Scene slider(JointKind kind, double lower, double upper) {
  TreeBuilder builder;
  JointSpec turn, lift, slide;
  turn.id = "turn", turn.xyz = kBase;
  lift.id = "lift", lift.parent = "turn", lift.axis = Vector3d::UnitY();
  slide.id = "slide", slide.parent = "lift", slide.axis = Vector3d::UnitX();
  slide.kind = kind, slide.lower = lower, slide.upper = upper, slide.pitch = 0.3;
  for (const JointSpec& s : {turn, lift, slide}) builder.joint(s);
  builder.effector({"tip", "slide", {0.2, 0, 0}});
  Scene s{builder.build().take(), {}, {}, {"turn", "slide", "tip"}, Eigen::Vector3d(0.2, -0.3, 0.9),
          std::vector<Goal>(1)};
  s.task.add(0, false, 1);
  return s;
}

TEST(FabrikJoints, PrismaticJointAdjustsTheLengthOfItsLink) {
  Scene s = slider(JointKind::prismatic, 0.5, 2);
  const auto tipFor = [&](const Vector3d& target) {
    s.goals[0].position = kBase + target;
    for (int u = 0; u < 100; ++u) {
      s.theta += update(s, true).step;
      EXPECT_GE(s.theta[2], 0.5 - 1e-12);
      EXPECT_LE(s.theta[2], 2 + 1e-12);
    }
    return Vector3d(pointsOf(s, s.theta).back() - kBase);
  };
  // A polar arm: its length equals the distance.
  const Vector3d target(0.8, 0.9, 1);
  EXPECT_LT((tipFor(target) - target).norm(), 1e-6);
  EXPECT_NEAR(s.theta[2], target.norm() - 0.2, 1e-6);
  // Beyond the slide's limit: straight and fully extended; nearer: fully retracted.
  EXPECT_LT((tipFor({0, 5, 0}) - Vector3d(0, 2.2, 0)).norm(), 1e-6);
  EXPECT_NEAR(tipFor({0.3, 0.1, 0}).norm(), 0.7, 1e-6);
}

TEST(FabrikJoints, GantryAndScrewReachTheirTargets) {
  Scene screw = slider(JointKind::screw, -20, 20);
  screw.goals[0].position = kBase + Vector3d(0.3, 0.5, 0.4);
  for (int u = 0; u < 200; ++u) screw.theta += update(screw).step;
  EXPECT_LT((pointsOf(screw, screw.theta).back() - screw.goals[0].position).norm(), 1e-6);

  TreeBuilder builder;
  for (int i = 0; i < 3; ++i) {
    JointSpec s;
    s.id = std::to_string(i), s.kind = JointKind::prismatic, s.axis = Vector3d::Unit(i);
    if (i > 0) s.parent = std::to_string(i - 1);
    builder.joint(s);
  }
  builder.effector({"tip", "2", {0.1, 0, 0}});
  Scene gantry{builder.build().take(), {}, {}, {"tip"}, Vector::Zero(3), std::vector<Goal>(1)};
  gantry.task.add(0, false, 1);
  gantry.goals[0].position = {1, -2, 3};
  for (int u = 0; u < 200; ++u) gantry.theta += update(gantry).step;
  EXPECT_LT((gantry.theta - Vector3d(0.9, -2, 3)).norm(), 1e-6);
}

TEST(FabrikJoints, BallJointsReachOrientedTargets) {
  Random random(79);
  int reached = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kBall);
    s.task = Task();
    s.task.add(0, true, 0.3);
    Pose pose(s.tree);
    forwardKinematics(s.tree, test::randomVector(s.tree.columns(), 0.8, random), pose);
    s.goals[0] = {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
    s.theta = test::randomVector(s.tree.columns(), 0.8, random);
    for (int u = 0; u < 60; ++u) {
      const Fitted fitted = update(s);
      EXPECT_LE(fitted.infeasibility, 1e-9);
      s.theta += fitted.step;
    }
    forwardKinematics(s.tree, s.theta, pose);
    Vector e(6);
    taskError(s.task, pose, s.goals, e);
    reached += e.norm() < 1e-4;
  }
  EXPECT_GE(reached, 38);
}

TEST(FabrikJoints, DoesNotBendAStraightArmThatPointsAtTheTarget) {
  Scene s = chain({1, 1, 1}, kBall);
  aim(s, kBase + Vector3d(2, 0, 0));
  EXPECT_LT(update(s).step.norm(), 1e-12);
  // Target at the arm's base: the angles stay finite.
  aim(s, kBase);
  for (int u = 0; u < 20; ++u) s.theta += update(s).step;
  EXPECT_TRUE(s.theta.allFinite());
}

}  // namespace
}  // namespace iklab::fabrik_joints_test
