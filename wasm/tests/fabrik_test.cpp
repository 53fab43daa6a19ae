// FABRIK against a simple implementation on points, for joints that can follow the points.
#include <gtest/gtest.h>

#include "tests/fabrik_scene.hpp"

namespace iklab::fabrik_test {
namespace {

using namespace fabrik_scene;

TEST(Fabrik, MovesBallJointsLikeThePlainAlgorithmOnPoints) {
  Random random(71);
  for (int trial = 0; trial < 60; ++trial) {
    Scene s = chain(kLengths, kBall);
    s.theta = test::randomVector(s.tree.columns(), 1.2, random);
    aim(s, inReach(random, 1.9));
    Points points = pointsOf(s, s.theta);
    for (int u = 0; u < 30; ++u) {
      points = s.plain.pass(points);
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      ASSERT_LT(apart(pointsOf(s, s.theta), points), 1e-9) << trial << " update " << u;
    }
    // The fixed point: every link keeps its length, the effector is at its target.
    for (size_t i = 1; i < points.size(); ++i)
      EXPECT_NEAR((points[i] - points[i - 1]).norm(), s.plain.length[i], 1e-12);
    EXPECT_LT((points.back() - s.goals[0].position).norm(), 1e-3);
  }
}

TEST(Fabrik, SeveralPassesEqualSeveralUpdates) {
  Random random(72);
  Scene s = chain(kLengths, kBall);
  s.theta = test::randomVector(s.tree.columns(), 1, random);
  aim(s, inReach(random, 1.9));
  Points points = pointsOf(s, s.theta);
  for (int u = 0; u < 3; ++u) points = s.plain.pass(points);
  EXPECT_LT(apart(pointsOf(s, s.theta + update(s, false, 3).step), points), 1e-9);
}

TEST(Fabrik, PlanarHingesFollowThePointsExactly) {
  Random random(73);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s = chain(kLengths, kHingeZ);
    s.theta = test::randomVector(s.tree.columns(), 1.2, random);
    aim(s, kBase + Vector3d(random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3), 0));
    for (int u = 0; u < 10; ++u) {
      const Points expected = s.plain.pass(pointsOf(s, s.theta));
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      EXPECT_LT(apart(pointsOf(s, s.theta), expected), 1e-9);
    }
  }
}

TEST(Fabrik, StraightensTheChainTowardsAnUnreachableTarget) {
  Random random(74);
  for (const double distance : {kReach, kReach + 1e-9, 3.0, 1e6, 1e12}) {
    Scene s = chain(kLengths, kBall);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    const Vector3d way = test::randomVector(3, 1, random).normalized();
    aim(s, kBase + distance * way);
    const Fitted fitted = update(s);
    const Points points = pointsOf(s, s.theta + fitted.step);
    double along = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      along += s.plain.length[i];
      const Vector3d direction = (s.goals[0].position - kBase).normalized();
      EXPECT_LT((points[i] - (kBase + along * direction)).norm(), 1e-9) << distance;
    }
    EXPECT_LE(fitted.infeasibility, 1e-9);
  }
}

// A trunk and two arms, all ball joints: the point where they branch is a sub-base.
TEST(Fabrik, BranchedChainsMatchThePlainAlgorithmOnPoints) {
  TreeBuilder builder;
  addRun(builder, "root", "", kBase, kBall);
  addRun(builder, "waist", "root", {0.5, 0, 0}, kBall);
  for (const std::string side : {"a", "b"}) {
    addRun(builder, side, "waist", {0.4, 0, 0}, kBall);  // Both at the same position.
    addRun(builder, side + "-elbow", side, {0.3, 0, 0}, kBall);
    builder.effector({"tip-" + side, side + "-elbow", {0.6, 0, 0}});
  }
  Random random(75);
  for (int trial = 0; trial < 40; ++trial) {
    Scene s{builder.build().take(), {}, {}, {}, {}, std::vector<Goal>(2)};
    s.ids = {"root", "waist", "a", "a-elbow", "tip-a", "b-elbow", "tip-b"};
    s.plain.children = {{1}, {2}, {3, 5}, {4}, {}, {6}, {}};
    s.plain.length = {0, 0.5, 0.4, 0.3, 0.6, 0.3, 0.6};
    s.task.add(0, false, 1);
    s.task.add(1, false, 1);
    s.goals[0].position = s.plain.targets[4] = inReach(random, 1.6);
    s.goals[1].position = s.plain.targets[6] = inReach(random, 1.6);
    s.theta = test::randomVector(s.tree.columns(), 1, random);
    Points points = pointsOf(s, s.theta);
    for (int u = 0; u < 10; ++u) {
      points = s.plain.pass(points);
      const Fitted fitted = update(s);
      s.theta += fitted.step;
      EXPECT_LE(fitted.infeasibility, 1e-9);
      ASSERT_LT(apart(pointsOf(s, s.theta), points), 1e-8) << trial << " update " << u;
    }
  }
}

}  // namespace
}  // namespace iklab::fabrik_test
