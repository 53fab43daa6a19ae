// Cyclic coordinate descent on few joints: closed forms and well-known starts.
#include <gtest/gtest.h>

#include "tests/ccd_scene.hpp"

namespace iklab::ccd_planar_test {
namespace {

using namespace ccd_scene;

Scene twoLinks(double one, double two, const Vector3d& target, double first, double second,
               double limit = kInfinity) {
  TreeBuilder builder;
  JointSpec a, b;
  a.id = "a", b.id = "b", b.parent = "a", b.xyz = {one, 0, 0};
  a.lower = b.lower = -limit, a.upper = b.upper = limit;
  builder.joint(a);
  builder.joint(b);
  builder.effector({"tip", "b", {two, 0, 0}});
  Scene s{builder.build().take(), {}, Eigen::Vector2d(first, second), std::vector<Goal>(1)};
  s.task.add(0, false, 1);
  s.goals[0].position = target;
  return s;
}

TEST(CcdPlanar, SweepOfTwoLinksMatchesTheClosedForm) {
  Random random(55);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d t(random.uniform(-2, 2), random.uniform(-2, 2), 0);
    Scene s = twoLinks(1, 0.7, t, random.uniform(-2, 2), random.uniform(-2, 2));
    const auto direction = [](const Vector3d& v) { return std::atan2(v.y(), v.x()); };
    const Vector3d elbow(std::cos(s.theta[0]), std::sin(s.theta[0]), 0);
    // The second link points at the target; then the first joint turns the tip towards it.
    const Vector3d tip = elbow + 0.7 * (t - elbow).normalized();
    const double second = direction(t - elbow) - s.theta[0];
    const double first = s.theta[0] + direction(t) - direction(tip);
    s.theta += sweepOf(s);
    EXPECT_NEAR(std::remainder(s.theta[1] - second, 2 * EIGEN_PI), 0, 1e-12);
    EXPECT_NEAR(std::remainder(s.theta[0] - first, 2 * EIGEN_PI), 0, 1e-12);
    if (t.norm() > 1.5 || t.norm() < 0.5) continue;
    for (int update = 0; update < 300; ++update) s.theta += sweepOf(s);
    const double bend = (t.squaredNorm() - 1 - 0.49) / 1.4;  // Law of cosines.
    EXPECT_NEAR(std::cos(s.theta[1]), bend, 1e-9);
  }
}

TEST(CcdPlanar, DoesNotBendAStraightArmThatPointsAtTheTarget) {
  EXPECT_TRUE(sweepOf(twoLinks(1, 1, {1.5, 0, 0}, 0, 0)).isZero(0));
  EXPECT_TRUE(sweepOf(twoLinks(1, 1, {5, 0, 0}, 0, 0)).isZero(0));
  // Target behind the arm: both joints turn by +180 degrees.
  const Vector back = sweepOf(twoLinks(1, 0.5, {-5, 0, 0}, 0, 0));
  EXPECT_DOUBLE_EQ(back[0], EIGEN_PI);
  EXPECT_DOUBLE_EQ(back[1], EIGEN_PI);
}

TEST(CcdPlanar, DoesNotMoveAJointWhoseAxisContainsTheTarget) {
  const Vector step = sweepOf(twoLinks(1, 1, {0, 0, 0.3}, 0.2, 0.9));
  EXPECT_NEAR(step[1], EIGEN_PI - 0.9, 1e-15);  // Folds back onto the base.
  EXPECT_EQ(step[0], 0);                        // No error is left for the first joint.
}

TEST(CcdPlanar, ReachesATargetAtBothJointLimitsWithoutPassingThem) {
  // Both joints within half a radian; the target is the tip position with both joints at their
  // limits.
  const double limit = 0.5;
  Scene s = twoLinks(1, 1, {std::cos(0.5) + std::cos(1.0), std::sin(0.5) + std::sin(1.0), 0}, 0, 0,
                     limit);
  for (int update = 0; update < 200; ++update) {
    s.theta += sweepOf(s, true);
    EXPECT_LE(s.theta.cwiseAbs().maxCoeff(), limit);
  }
  EXPECT_LT((s.theta - Eigen::Vector2d(limit, limit)).norm(), 1e-6);
}

TEST(CcdPlanar, BalancesTwoTargetsThatPullApart) {
  TreeBuilder builder;
  JointSpec hinge;
  hinge.id = "hinge";
  builder.joint(hinge);
  builder.effector({"a", "hinge", {1, 0, 0}});
  builder.effector({"b", "hinge", {1, 0, 0}});
  Scene s{builder.build().take(), {}, Vector::Zero(1), std::vector<Goal>(2)};
  s.task.add(0, false, 1);
  s.task.add(1, false, 1);
  s.goals[0].position = {2, 2, 0};
  s.goals[1].position = {2, -2, 0};
  EXPECT_EQ(sweepOf(s)[0], 0);  // The pulls cancel.
  s.goals[1].position = {2, -1, 0};
  EXPECT_NEAR(sweepOf(s)[0], std::atan2(1, 4), 1e-15);  // Toward the sum of both goals.
}

}  // namespace
}  // namespace iklab::ccd_planar_test
