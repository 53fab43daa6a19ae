// The example that reads a Pinocchio model, with the closed form of an arm. The folder pinocchio/
// stands in for Pinocchio.
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "examples/from_pinocchio.hpp"

namespace iklab::pinocchio_test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Translation3d;
using Eigen::Vector3d;

constexpr double kHeight = 0.5, kUpperArm = 0.7, kTool = 0.2;  // Metres.
constexpr double kQuarter = std::numbers::pi / 2;

Matrix3d about(const Vector3d& axis, double angle) {
  return AngleAxisd(angle, axis).toRotationMatrix();
}

// A waist about z, a shoulder about y by a rotated frame, a slide along the arm, and a tool frame
// that is rotated by 90 degrees, where roll and yaw are not unique.
pinocchio::Model arm() {
  pinocchio::Model arm;
  const Eigen::VectorXd any = Eigen::VectorXd::Ones(1);
  const auto waist =
      arm.addJoint(0, pinocchio::JointModelRZ(), {Matrix3d::Identity(), {0, 0, kHeight}}, "waist",
                   any, any, Eigen::VectorXd::Constant(1, -2), Eigen::VectorXd::Constant(1, 2.5));
  const auto shoulder = arm.addJoint(waist, pinocchio::JointModelRUBZ(),
                                     {about(Vector3d::UnitX(), -kQuarter), {0, 0, 0}}, "shoulder");
  const auto slide =
      arm.addJoint(shoulder, pinocchio::JointModelPrismaticUnaligned({3, 0, 0}),
                   {Matrix3d::Identity(), {kUpperArm, 0, 0}}, "slide", any, any,
                   Eigen::VectorXd::Constant(1, 0), Eigen::VectorXd::Constant(1, 0.4));
  arm.addFrame(pinocchio::Frame("tool", slide, {about(Vector3d::UnitY(), kQuarter), {kTool, 0, 0}},
                                pinocchio::OP_FRAME));
  return arm;
}

TEST(Pinocchio, EffectorPoseMatchesTheClosedForm) {
  const Tree tree = treeFromPinocchio(arm(), {"tool"}).take();
  const double waist = 0.6, shoulder = -0.4, slide = 0.3;
  const Vector theta = Vector3d(waist, shoulder, slide);
  const Isometry3d tool = effectorPose(tree, theta, "tool").take();
  const double length = kUpperArm + slide + kTool;
  const double out = length * std::cos(shoulder);
  const Vector3d wanted(out * std::cos(waist), out * std::sin(waist),
                        kHeight - length * std::sin(shoulder));
  EXPECT_LT((tool.translation() - wanted).norm(), 1e-14);
  const Matrix3d rotation = about(Vector3d::UnitZ(), waist) * about(Vector3d::UnitY(), shoulder) *
                            about(Vector3d::UnitX(), -kQuarter) *
                            about(Vector3d::UnitY(), kQuarter);
  EXPECT_TRUE(tool.linear().isApprox(rotation, 1e-14));
}

TEST(Pinocchio, KeepsNamesOrderKindsAndLimits) {
  const auto model = Model::make(treeFromPinocchio(arm(), {"tool"}), {{.effector = "tool"}}).take();
  EXPECT_EQ(model->jointNames(), (std::vector<std::string>{"waist", "shoulder", "slide"}));
  const Tree& tree = model->tree;
  EXPECT_EQ(tree.moving(0).lower, -2);
  EXPECT_EQ(tree.moving(0).upper, 2.5);
  EXPECT_EQ(tree.moving(1).lower, -kInfinity);
  EXPECT_EQ(tree.moving(1).upper, kInfinity);
  EXPECT_EQ(tree.moving(2).kind, JointKind::prismatic);
  EXPECT_EQ(tree.moving(2).upper, 0.4);
}

TEST(Pinocchio, ConfigurationHasCosineAndSineOfUnboundedJoints) {
  const Vector q = pinocchioConfiguration(arm(), Vector3d(0.6, -0.4, 0.3));
  ASSERT_EQ(q.size(), 4);
  EXPECT_EQ(q[0], 0.6);
  EXPECT_EQ(q[1], std::cos(-0.4));
  EXPECT_EQ(q[2], std::sin(-0.4));
  EXPECT_EQ(q[3], 0.3);
}

TEST(Pinocchio, ReadsUnlimitedJointsAndScrews) {
  pinocchio::Model lift;
  const auto screw =
      lift.addJoint(0, pinocchio::JointModelHZ(0.05), pinocchio::SE3::Identity(), "screw");
  lift.addFrame(
      pinocchio::Frame("plate", screw, {Matrix3d::Identity(), {1, 0, 0}}, pinocchio::BODY));
  const Tree tree = treeFromPinocchio(lift, {"plate"}).take();
  EXPECT_EQ(tree.moving(0).upper, kInfinity);
  const Isometry3d plate = effectorPose(tree, Vector::Constant(1, 2), "plate").take();
  EXPECT_LT((plate.translation() - Vector3d(std::cos(2), std::sin(2), 0.1)).norm(), 1e-14);
}

TEST(Pinocchio, NamesWhatItCannotRead) {
  pinocchio::Model floating = arm();
  EXPECT_EQ(treeFromPinocchio(floating, {"hand"}).reason(), "there is no frame 'hand'");
  EXPECT_EQ(treeFromPinocchio(floating, {"universe"}).reason(),
            "frame 'universe': no joint moves it");
  floating.addJoint(0, pinocchio::JointModelFreeFlyer(), pinocchio::SE3::Identity(), "base");
  EXPECT_EQ(treeFromPinocchio(floating, {"tool"}).reason(),
            "joint 'base': JointModelFreeFlyer is not supported");
}

}  // namespace
}  // namespace iklab::pinocchio_test
