#include "iklab/core/ready_pose.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iklab/dh.hpp>
#include <iklab/urdf.hpp>

#include "iklab/core/dexterity.hpp"
#include "iklab/core/pose_score.hpp"
#include "iklab/core/pose_search.hpp"
#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::ready_pose_test {
namespace {

using ready::Limb;
using ready::Rows;
using ready::Values;
using test::randomTree;
using test::randomVector;

Eigen::Vector3d eigen(const rigid::Vec3& v) { return {v[0], v[1], v[2]}; }
Values valuesOf(const Vector& theta) { return {theta.begin(), theta.end()}; }

TEST(RigidFrame, MatchesEigen) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Vector rpy = randomVector(3, i < 1000 ? 4 : 1000, random);
    const rigid::RotationMatrix turn = rigid::rpyRotation({rpy[0], rpy[1], rpy[2]});
    const Eigen::Matrix3d expected = rotationFromRpy(rpy);
    const rigid::Vec3 again = rigid::rpyFromRotation(turn);
    const Eigen::Matrix3d back = rotationFromRpy(eigen(again));
    for (size_t row = 0; row < 3; ++row) {
      EXPECT_LT((eigen(turn[row]) - expected.row(row).transpose()).norm(), 1e-14);
      EXPECT_LT((back.row(row) - expected.row(row)).norm(), 1e-13);
    }
    const rigid::Vec3 axis = rigid::normalized({rpy[1], rpy[2], rpy[0]});
    const Eigen::Matrix3d about = Eigen::AngleAxisd(rpy[0], eigen(axis)).toRotationMatrix();
    const rigid::RotationMatrix own = rigid::rotationAbout(axis, rpy[0]);
    for (size_t row = 0; row < 3; ++row)
      EXPECT_LT((eigen(own[row]) - about.row(row).transpose()).norm(), 1e-14);
  }
}

TEST(Limbs, MatchForwardKinematicsAndItsDerivatives) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Tree tree = randomTree(random);
    const Vector theta = randomVector(tree.columns(), 2, random);
    Pose pose(tree);
    forwardKinematics(tree, theta, pose);
    for (size_t e = 0; e < tree.effectors().size(); ++e) {
      const Limb limb = ready::makeLimb(tree, e);
      const ready::LimbPose stand = ready::computeLimbPose(limb, valuesOf(theta));
      EXPECT_LT((eigen(stand.tip()) - pose.tip[e]).norm(), 1e-12);
      // The effect of a joint on the tip, by differences.
      for (size_t m = 0; m < limb.movers.size(); ++m) {
        Limb moved = limb;
        Joint joint = *limb.movers[m].joint;
        moved.movers[m].joint = &joint;
        joint.shift += 1e-6;
        const ready::LimbPose after = ready::computeLimbPose(moved, valuesOf(theta));
        const Rows twist = ready::computeTwist(limb, stand, m, 1);
        const Eigen::Vector3d shift = (eigen(after.tip()) - eigen(stand.tip())) / 1e-6;
        EXPECT_LT((shift - Eigen::Vector3d(twist[0], twist[1], twist[2])).norm(), 1e-4);
      }
    }
  }
}

TEST(PrincipalDirections, AreEigenvectors) {
  Random random(7);
  for (size_t size = 1; size <= ready::kRows; ++size) {
    Matrix a(size, size);
    std::array<Rows, ready::kRows> rows = {};
    for (size_t i = 0; i < size; ++i)
      for (size_t j = 0; j <= i; ++j) rows[i][j] = rows[j][i] = random.uniform(-2, 2);
    for (size_t i = 0; i < size; ++i)
      for (size_t j = 0; j < size; ++j) a(i, j) = rows[i][j];
    const auto [values, vectors] = ready::computePrincipalAxes(rows, size);
    Vector sorted(size);
    for (size_t k = 0; k < size; ++k) {
      sorted[k] = values[k];
      const Vector v = Eigen::Map<const Vector>(vectors[k].data(), size);
      EXPECT_LT((a * v - values[k] * v).norm(), 1e-10);
      EXPECT_NEAR(v.norm(), 1, 1e-12);
    }
    std::sort(sorted.begin(), sorted.end());
    EXPECT_LT((sorted - test::eigenvalues(a)).norm(), 1e-12);
  }
}

// Two links of one metre in the x y plane.
Tree planar(double lower, double upper) {
  TreeBuilder builder;
  builder.joint({.id = "a", .lower = lower, .upper = upper});
  builder.joint({.id = "b", .parent = "a", .xyz = {1, 0, 0}, .lower = lower, .upper = upper});
  builder.effector({.id = "tip", .parent = "b", .xyz = {1, 0, 0}});
  return builder.build().take();
}

struct Seen {
  size_t rank;
  double room;
};
Seen seen(const Tree& tree, const Values& pose) {
  const Limb limb = ready::makeLimb(tree, 0);
  const ready::ConstrainedRows place;
  const auto freedom = ready::computeFreedom(tree, limb, ready::computeLimbPose(limb, pose), place);
  return {freedom.rank, ready::dexterity(tree, limb, freedom, place, pose, 2)};
}

TEST(RoomOfTwoLinks, MatchesTheInverseJacobianAndTheLimits) {
  // J = (-1 -1; 1 0) there: the rows of its inverse have lengths 1 and sqrt(2).
  const Values bent = {0, EIGEN_PI / 2};
  const Tree free = planar(-kInfinity, kInfinity);
  EXPECT_NEAR(seen(free, bent).room, 1 / std::sqrt(2.0), 1e-12);
  EXPECT_EQ(seen(free, bent).rank, 2u);
  // A joint reaches its limit.
  EXPECT_NEAR(seen(planar(-0.3, 2.5), bent).room, 0.3, 1e-12);
  EXPECT_EQ(seen(planar(0, 2.5), bent).room, 0);
  // If straight, a direction is lost.
  EXPECT_EQ(seen(free, {0, 0}).rank, 1u);
  EXPECT_EQ(seen(free, {0, 0}).room, 0);
  EXPECT_LT(seen(free, {0, 1e-3}).room, 2e-3);
}

// The score of the two links with the tip at a distance and an angle above the x axis, y up.
double scoreAt(double distance, double angle, double elbow = 1) {
  const Tree tree = planar(-kInfinity, kInfinity);
  const Limb limb = ready::makeLimb(tree, 0);
  const ready::ConstrainedRows place;
  const std::array<ready::Vec3, 2> upwardAndFront = {ready::Vec3{0, 1, 0}, ready::Vec3{1, 0, 0}};
  const ready::LimbFrame frame(tree, limb, place, upwardAndFront, {0, 0}, false);
  const double bend = elbow * 2 * std::acos(distance / 2);
  return ready::poseScore(frame, {angle - bend / 2, bend}, 0);
}

TEST(PoseScore, PrefersAToolInFrontOfTheBaseAtHalfReachAboveTheGround) {
  const double angle = 0.5, best = scoreAt(1, angle, -1);
  EXPECT_GT(best, scoreAt(1.9, angle, -1));          // nearly at full reach
  EXPECT_GT(best, scoreAt(0.15, angle, -1));         // inside the base
  EXPECT_GT(best, scoreAt(1, 1.5, -1));              // above the base
  EXPECT_GT(best, scoreAt(1, EIGEN_PI - angle, 1));  // behind the base: the mirror image
  EXPECT_GT(best, scoreAt(1, -angle, 1));            // below the ground: the mirror image
  EXPECT_GT(best, scoreAt(1, angle, 1));             // with the elbow below the ground
  EXPECT_GT(best / 4, scoreAt(1.9, angle, -1));
}

TEST(RoundedTo, GivesTheNearestDecimal) {
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    const int places = std::array{2, 3, 6, 12}[i % 4];
    const double value = random.uniform(-1, 1) * std::pow(10, random.uniform(-3, 14));
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", places, value);
    EXPECT_EQ(rigid::roundTo(value, places), std::strtod(text, nullptr)) << value;
  }
  // Halves are rounded away from zero; printf need not do that.
  EXPECT_EQ(rigid::roundTo(0.0625, 3), 0.063);
  EXPECT_EQ(rigid::roundTo(-0.0625, 3), -0.063);
  // The double 1.005 is slightly less than 1.005.
  EXPECT_EQ(rigid::roundTo(1.005, 2), 1);
  EXPECT_EQ(rigid::roundTo(8.345, 2), 8.35);
}

// Uses matrices, as in textbooks.
TEST(DhTree, MatchesTheProductOfDhMatrices) {
  using Eigen::AngleAxisd, Eigen::Translation3d, Eigen::Vector3d;
  Random random(17);
  for (int i = 0; i < 200; ++i) {
    const auto convention = i % 2 == 0 ? DhConvention::standard : DhConvention::modified;
    std::vector<DhRow> rows(static_cast<size_t>(2 + random.below(5)));
    for (DhRow& row : rows) {
      const auto turn = [&] {
        return i % 3 == 0 ? double(EIGEN_PI / 2) * random.below(4) : random.uniform(-3, 3);
      };
      row = {random.uniform(-1, 1), turn(), random.uniform(-1, 1), turn()};
      row.kind =
          static_cast<JointKind>(std::array{0, 0, 1, 3}[static_cast<size_t>(random.below(4))]);
    }
    rows[0].kind = JointKind::revolute;
    const Result<Tree> tree = dhTree(rows, convention, "hand");
    ASSERT_TRUE(tree) << tree.reason();
    const Vector theta = randomVector(tree.value().columns(), 2, random);
    Eigen::Isometry3d product = Eigen::Isometry3d::Identity();
    int column = 0;
    for (const DhRow& row : rows) {
      const double value = row.kind == JointKind::fixed ? 0 : theta[column++];
      const bool slides = row.kind == JointKind::prismatic;
      const Eigen::Isometry3d x =
          Translation3d(row.a, 0, 0) * AngleAxisd(row.alpha, Vector3d::UnitX());
      const Eigen::Isometry3d z = AngleAxisd(row.theta + (slides ? 0 : value), Vector3d::UnitZ()) *
                                  Translation3d(0, 0, row.d + (slides ? value : 0));
      product = product * (convention == DhConvention::standard ? z * x : x * z);
    }
    Pose pose(tree.value());
    forwardKinematics(tree.value(), theta, pose);
    EXPECT_LT((pose.tip[0] - product.translation()).norm(), 1e-10);
    EXPECT_EQ(tree.value().effectors()[0].id, "hand");
    EXPECT_EQ(tree.value().moving(0).id, "q1");
  }
}

TEST(ReadyPose, IsWithinLimitsAndDeterministic) {
  Random random(13);
  for (int i = 0; i < 60; ++i) {
    const Tree tree = randomTree(random);
    for (const UpAxis up : {UpAxis::x, UpAxis::y, UpAxis::z}) {
      const Vector pose = readyPose(tree, {}, up);
      ASSERT_EQ(pose.size(), tree.columns());
      for (int c = 0; c < tree.columns(); ++c) {
        EXPECT_GE(pose[c], tree.moving(c).lower);
        EXPECT_LE(pose[c], tree.moving(c).upper);
      }
      EXPECT_EQ(pose, readyPose(tree, defaultGoals(tree, up), up));
    }
  }
}

TEST(ReadyPose, IsTheStartPoseOfAUrdfRobot) {
  const std::string text = R"(<robot name="arm">
<link name="base"/><link name="upper"/><link name="lower"/><link name="tool0"/>
<joint name="lift" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
  <origin xyz="0 0 0.4"/><limit lower="-2" upper="2"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
  <origin xyz="0 0 0.5"/><limit lower="-2" upper="2"/></joint>
<joint name="tool" type="fixed"><parent link="lower"/><child link="tool0"/>
  <origin xyz="0 0 0.5"/></joint></robot>)";
  const urdf::Reading robot = urdf::parse(text);
  ASSERT_TRUE(robot) << robot.reason();
  const Tree& tree = robot.value().tree;
  const Vector start = robot.value().start();
  EXPECT_EQ(start, readyPose(tree));
  // Two equal links: the pose that can move in all directions is bent, with the tip in front of the
  // base.
  EXPECT_GT(std::abs(start[1]), 0.5);
  Pose pose(tree);
  forwardKinematics(tree, start, pose);
  EXPECT_GT(pose.tip[0].x(), 0.2);
  EXPECT_EQ(tree.rest(), Vector::Zero(2));
}

}  // namespace
}  // namespace iklab::ready_pose_test
