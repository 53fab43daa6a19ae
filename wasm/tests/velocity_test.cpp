// Joint velocities against closed forms of a planar arm, and against finite differences.
#include "iklab/velocity.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace iklab::velocity_test {
namespace {

using Eigen::Vector3d;

constexpr double kFirst = 1, kSecond = 0.7;  // Lengths of the links, metres.

Model::Pointer planarArm(double upper = kInfinity) {
  TreeBuilder arm;
  arm.joint({.id = "shoulder"});
  arm.joint({.id = "elbow", .parent = "shoulder", .xyz = {kFirst, 0, 0}, .upper = upper});
  arm.effector({.id = "tip", .parent = "elbow", .xyz = {kSecond, 0, 0}});
  return Model::make(arm.build(), {{.effector = "tip"}}).take();
}

Model::Pointer spatialArm() {
  const Vector3d axes[] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  TreeBuilder arm;
  for (int i = 0; i < 6; ++i)
    arm.joint({.id = std::to_string(i),
               .parent = i > 0 ? std::to_string(i - 1) : "",
               .xyz = {0.3, 0.05, 0.1},
               .axis = axes[i]});
  arm.effector({.id = "tip", .parent = "5", .xyz = {0.1, 0, 0.05}});
  return Model::make(arm.build(), {{.effector = "tip", .oriented = true}}).take();
}

// The closed form of the planar arm's Jacobian.
Eigen::Matrix2d planarJacobian(const Vector& theta) {
  const double a = theta[0], b = theta[0] + theta[1];
  Eigen::Matrix2d j;
  j << -kFirst * std::sin(a) - kSecond * std::sin(b), -kSecond * std::sin(b),
      kFirst * std::cos(a) + kSecond * std::cos(b), kSecond * std::cos(b);
  return j;
}

std::vector<Twist> along(double x, double y) { return {{.linear = {x, y, 0}}}; }

TEST(Velocity, InvertsThePlanarJacobianAwayFromSingularities) {
  const Vector theta = Eigen::Vector2d(0.3, 1.1);
  const JointVelocity found = solveVelocity(*planarArm(), theta, along(0.2, -0.1)).take();
  const Eigen::Vector2d wanted = planarJacobian(theta).inverse() * Eigen::Vector2d(0.2, -0.1);
  EXPECT_EQ(found.lambda, 0);
  EXPECT_EQ(found.scale, 1);
  EXPECT_LT((found.velocity - wanted).norm(), 1e-12);
  EXPECT_LT((found.twists[0].linear - Vector3d(0.2, -0.1, 0)).norm(), 1e-12);
}

TEST(Velocity, IsZeroIfNoJointMovesTheEffector) {
  TreeBuilder arm;
  arm.joint({.id = "spin", .axis = {0, 0, 1}});
  arm.effector({.id = "tip", .parent = "spin", .xyz = {0, 0, 1}});
  const auto model = Model::make(arm.build(), {{.effector = "tip"}});
  if (!model) GTEST_FAIL() << model.reason();
  const Vector theta = Vector::Zero(1);
  const JointVelocity found = solveVelocity(*model.value(), theta, along(0.2, 0.1)).take();
  EXPECT_EQ(found.velocity[0], 0);
  EXPECT_EQ(found.twists[0].linear.norm(), 0);
}

// 0, 90 degrees and the stretched arm between them: J loses its rank at 0.
TEST(Velocity, IsBoundedThroughASingularity) {
  const auto model = planarArm();
  const double damping = 0.1;
  for (double bend = -0.4; bend <= 0.4; bend += 0.0125) {
    const Vector theta = Eigen::Vector2d(0.3, std::abs(bend) < 1e-9 ? 0 : bend);
    for (const auto& v : {Eigen::Vector2d(std::cos(0.3), std::sin(0.3)), Eigen::Vector2d(0.1, 1)}) {
      const JointVelocity found =
          solveVelocity(*model, theta, along(v.x(), v.y()), {.damping = damping}).take();
      EXPECT_LE(found.velocity.norm(), v.norm() / damping * (1 + 1e-9)) << bend;
      // The normal equations with the smallest eigenvalue of J J^T in closed form.
      const Eigen::Matrix2d j = planarJacobian(theta), gram = j * j.transpose();
      const double half = 0.5 * gram.trace();
      const double smallest = half - std::sqrt(std::max(0.0, half * half - gram.determinant()));
      const double mu = std::max(0.0, damping * damping - smallest);
      EXPECT_NEAR(found.lambda * found.lambda, mu, 1e-12) << bend;
      const Eigen::Matrix2d damped = gram + mu * Eigen::Matrix2d::Identity();
      EXPECT_LT((found.velocity - j.transpose() * damped.inverse() * v).norm(), 1e-9) << bend;
    }
  }
}

TEST(Velocity, GivesTheTwistOfFiniteDifferences) {
  const auto model = spatialArm();
  Vector theta(6);
  theta << 0.4, 0.3, 0.8, -0.5, 0.9, 0.2;
  const std::vector<Twist> twists = {{{0.03, -0.02, 0.05}, {0.1, 0.2, -0.15}}};
  const JointVelocity found = solveVelocity(*model, theta, twists, {.damping = 1e-6}).take();
  const double h = 1e-5;
  const auto poseAt = [&](double time) {
    return effectorPose(model->tree, theta + time * found.velocity, "tip").take();
  };
  const Eigen::Isometry3d before = poseAt(-h), after = poseAt(h);
  const Eigen::AngleAxisd turned(after.linear() * before.linear().transpose());
  const Vector3d linear = (after.translation() - before.translation()) / (2 * h);
  const Vector3d angular = turned.axis() * turned.angle() / (2 * h);
  EXPECT_LT((linear - twists[0].linear).norm(), 1e-8);
  EXPECT_LT((angular - twists[0].angular).norm(), 1e-8);
  EXPECT_LT((found.twists[0].angular - twists[0].angular).norm(), 1e-10);
}

TEST(Velocity, HoldsAJointAtItsLimitAndMovesTheOther) {
  const double upper = 1.1;
  const Vector theta = Eigen::Vector2d(0.3, upper);
  const Eigen::Matrix2d j = planarJacobian(theta);
  const Eigen::Vector2d v = j * Eigen::Vector2d(0.2, 0.3);  // The elbow would pass its limit.
  const JointVelocity found =
      solveVelocity(*planarArm(upper), theta, along(v.x(), v.y()), {.damping = 1e-3}).take();
  EXPECT_EQ(found.heldByLimits, std::vector<int>{1});
  EXPECT_EQ(found.velocity[1], 0);
  // J without the elbow has rank 1, and its singular value is above the damping.
  EXPECT_EQ(found.lambda, 0);
  EXPECT_NEAR(found.velocity[0], j.col(0).dot(v) / j.col(0).squaredNorm(), 1e-12);
  const JointVelocity back = solveVelocity(*planarArm(upper), theta, along(-v.x(), -v.y())).take();
  EXPECT_TRUE(back.heldByLimits.empty());
  EXPECT_NEAR(back.velocity[1], -0.3, 1e-12);
}

TEST(Velocity, EndsAtTheLimitWithinTheHorizon) {
  const double upper = 1.15;
  const Vector theta = Eigen::Vector2d(0.3, 1.1);
  const Eigen::Vector2d v = planarJacobian(theta) * Eigen::Vector2d(0.2, 0.3);
  const auto at = [&](double horizon) {
    return solveVelocity(*planarArm(upper), theta, along(v.x(), v.y()), {.horizon = horizon})
        .take();
  };
  EXPECT_NEAR(at(0.1).velocity[1], 0.3, 1e-12);
  EXPECT_NEAR(at(0.5).velocity[1], 0.1, 1e-12);
  // The shoulder does what it can of the rest.
  const Eigen::Matrix2d j = planarJacobian(theta);
  EXPECT_EQ(at(0.5).lambda, 0);
  EXPECT_NEAR(at(0.5).velocity[0], j.col(0).dot(v - 0.1 * j.col(1)) / j.col(0).squaredNorm(),
              1e-12);
}

// The shoulder alone moves the tip along a circle, with the tip's distance from it as sigma.
TEST(Velocity, DampsTheFreeJointByItsOwnSingularValue) {
  const double upper = 3;  // The arm is folded: the tip is 0.32 m from the shoulder.
  const Vector theta = Eigen::Vector2d(0.3, upper);
  const Eigen::Matrix2d j = planarJacobian(theta);
  const Eigen::Vector2d v = j * Eigen::Vector2d(0.2, 0.3);
  const double squared =
      kFirst * kFirst + kSecond * kSecond + 2 * kFirst * kSecond * std::cos(upper);
  for (double damping : {0.1, 0.5}) {
    const JointVelocity found =
        solveVelocity(*planarArm(upper), theta, along(v.x(), v.y()), {.damping = damping}).take();
    ASSERT_EQ(found.heldByLimits, std::vector<int>{1});
    const double mu = std::max(0.0, damping * damping - squared);
    EXPECT_NEAR(found.lambda * found.lambda, mu, 1e-12);
    EXPECT_NEAR(found.velocity[0], j.col(0).dot(v) / (squared + mu), 1e-12);
  }
}

// A yaw and three pitches: if the yaw is held, the others move the tip in a plane, with rank 2.
Model::Pointer swivelArm() {
  TreeBuilder arm;
  arm.joint({.id = "yaw", .upper = 0.5});
  arm.joint({.id = "a", .parent = "yaw", .axis = {0, 1, 0}});
  arm.joint({.id = "b", .parent = "a", .xyz = {0.5, 0, 0}, .axis = {0, 1, 0}});
  arm.joint({.id = "c", .parent = "b", .xyz = {0.4, 0, 0}, .axis = {0, 1, 0}});
  arm.effector({.id = "tip", .parent = "c", .xyz = {0.3, 0, 0}});
  return Model::make(arm.build(), {{.effector = "tip"}}).take();
}

TEST(Velocity, MovesExactlyInThePlaneOfTheFreeJoints) {
  const auto model = swivelArm();
  const double yaw = 0.5;
  const Vector theta = Eigen::Vector4d(yaw, -0.4, 0.9, 0.5);
  const Vector3d out(std::cos(yaw), std::sin(yaw), 0), up = Vector3d::UnitZ();
  const Vector3d inPlane = 0.1 * out - 0.2 * up, across = 0.3 * up.cross(out);
  const JointVelocity found = solveVelocity(*model, theta, {{.linear = inPlane + across}}).take();
  EXPECT_EQ(found.heldByLimits, std::vector<int>{0});
  EXPECT_EQ(found.lambda, 0);
  EXPECT_LT((found.twists[0].linear - inPlane).norm(), 1e-12);
  const double h = 1e-5;
  const auto tipAt = [&](double time) -> Vector3d {
    return effectorPose(model->tree, theta + time * found.velocity, "tip").take().translation();
  };
  EXPECT_LT(((tipAt(h) - tipAt(-h)) / (2 * h) - inPlane).norm(), 1e-9);
}

// Stretched, the free joints lose their radial direction: the rank at this pose is 1.
TEST(Velocity, DampsASingularityOfTheFreeJoints) {
  const auto model = swivelArm();
  const double yaw = 0.5, damping = 0.1;
  const Vector theta = Eigen::Vector4d(yaw, 0, 0, 0);
  const Vector3d out(std::cos(yaw), std::sin(yaw), 0), up = Vector3d::UnitZ();
  const std::vector<Twist> twists = {{.linear = 0.1 * out + 0.2 * up + up.cross(out)}};
  const JointVelocity found = solveVelocity(*model, theta, twists, {.damping = damping}).take();
  EXPECT_EQ(found.heldByLimits, std::vector<int>{0});
  EXPECT_NEAR(found.lambda, damping, 1e-12);
  const Vector3d arms(1.2, 0.7, 0.3);  // From the axes of a, b, c to the tip; a turn lowers it.
  const Vector3d wanted = -arms * 0.2 / (arms.squaredNorm() + damping * damping);
  EXPECT_LT((found.velocity.tail<3>() - wanted).norm(), 1e-12);
}

TEST(Velocity, KeepsItsDirectionAtTheLargestVelocity) {
  const auto model = planarArm();
  const Vector theta = Eigen::Vector2d(0.3, 1.1);
  const Vector free = solveVelocity(*model, theta, along(0.2, -0.1)).take().velocity;
  const Vector most = Eigen::Vector2d(0.5 * std::abs(free[0]), 10);
  const JointVelocity slow =
      solveVelocity(*model, theta, along(0.2, -0.1), {.maxVelocity = most}).take();
  EXPECT_NEAR(slow.scale, 0.5, 1e-12);
  EXPECT_LT((slow.velocity - 0.5 * free).norm(), 1e-12);
  EXPECT_LT((slow.twists[0].linear - Vector3d(0.1, -0.05, 0)).norm(), 1e-12);
}

// Only the motion along y of the effector is constrained; the effector is rotated about z.
TEST(Velocity, IgnoresFreeComponents) {
  const double yaw = 0.5;
  TreeBuilder arm;
  arm.joint({.id = "x", .kind = JointKind::prismatic, .axis = {1, 0, 0}});
  arm.joint({.id = "y", .parent = "x", .kind = JointKind::prismatic, .axis = {0, 1, 0}});
  arm.effector({.id = "tip", .parent = "y", .rpy = {0, 0, yaw}});
  TargetSpec target{.effector = "tip"};
  target.freedom.frame = AxisFrame::target;
  target.freedom.position[0] = true;
  const auto model = Model::make(arm.build(), {target}).take();
  const Vector found = solveVelocity(*model, Vector::Zero(2), along(3, 0.2)).take().velocity;
  const Eigen::Vector2d across(-std::sin(yaw), std::cos(yaw));
  EXPECT_LT((found - across * across.dot(Eigen::Vector2d(3, 0.2))).norm(), 1e-12);
}

TEST(Velocity, RejectsInvalidInputWithAReason) {
  const auto model = planarArm(1);
  const auto reason = [&](const Vector& theta, const std::vector<Twist>& twists,
                          const VelocityOptions& options = {}) {
    return solveVelocity(*model, theta, twists, options).reason();
  };
  const Vector theta = Vector::Zero(2);
  EXPECT_EQ(reason(theta, {}), "twists must have 1 values; got 0");
  EXPECT_EQ(reason(Vector::Zero(3), along(0, 0)), "start must have 2 values; got 3");
  EXPECT_NE(reason(Eigen::Vector2d(0, 2), along(0, 0)), "");
  EXPECT_EQ(reason(theta, along(NAN, 0)), "twists[0] must be from -1e+15 to 1e+15; got nan");
  EXPECT_EQ(reason(theta, along(0, 0), {.damping = 0}), "damping must be above 0 and at most 1e15");
  EXPECT_EQ(reason(theta, along(0, 0), {.horizon = -1}), "horizon must be from 0 to 1e15");
  EXPECT_EQ(reason(theta, along(0, 0), {.maxVelocity = Vector::Ones(3)}),
            "maxVelocity must have 2 values; got 3");
  EXPECT_EQ(reason(theta, along(0, 0), {.maxVelocity = Vector::Zero(2)}),
            "maxVelocity must be above 0 for each joint");
}

}  // namespace
}  // namespace iklab::velocity_test
