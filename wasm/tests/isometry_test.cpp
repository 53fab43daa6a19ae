// Poses by name against products of elementary transformations, and the names of joints.
#include "iklab/core/isometry.hpp"

#include <gtest/gtest.h>

#include "iklab/model.hpp"

namespace iklab::isometry_test {
namespace {

using Eigen::AngleAxisd, Eigen::Isometry3d, Eigen::Translation3d, Eigen::Vector3d;

// A hinge, a fixed bend, a slide and a hinge that mimics the first, given in another order.
Result<Tree> mechanism() {
  TreeBuilder builder;
  builder.joint({.id = "slide",
                 .parent = "bend",
                 .kind = JointKind::prismatic,
                 .xyz = {0, 0, 0.2},
                 .axis = {1, 0, 0}});
  builder.joint({.id = "base", .xyz = {0.1, 0, 0.3}, .axis = {0, 0, 1}});
  builder.joint({.id = "bend",
                 .parent = "base",
                 .kind = JointKind::fixed,
                 .xyz = {0.4, 0, 0},
                 .rpy = {0, 0.5, 0}});
  builder.joint({.id = "copy",
                 .parent = "slide",
                 .axis = {0, 1, 0},
                 .mimic = {.joint = "base", .multiplier = -2, .offset = 0.1}});
  builder.effector({.id = "tool", .parent = "copy", .xyz = {0, 0, 0.6}});
  return builder.build();
}

Model::Pointer model() { return Model::make(mechanism(), {{.effector = "tool"}}).take(); }

TEST(Isometry, LinkPosesMatchProductsOfTransformations) {
  const Tree tree = mechanism().take();
  const double slide = 0.25, base = 0.7;
  const Vector theta = Eigen::Vector2d(slide, base);  // In the order of the joints.
  const Isometry3d first =
      Translation3d(0.1, 0, 0.3) * Isometry3d(AngleAxisd(base, Vector3d::UnitZ()));
  const Isometry3d bend =
      first * Translation3d(0.4, 0, 0) * Isometry3d(AngleAxisd(0.5, Vector3d::UnitY()));
  const Isometry3d slid = bend * Translation3d(slide, 0, 0.2);
  const Isometry3d copy = slid * Isometry3d(AngleAxisd(-2 * base + 0.1, Vector3d::UnitY()));
  const std::vector<LinkPose> links = linkPoses(tree, theta).take();
  ASSERT_EQ(links.size(), 4u);
  const std::pair<const char*, Isometry3d> wanted[] = {
      {"slide", slid}, {"base", first}, {"bend", bend}, {"copy", copy}};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(links[i].joint, wanted[i].first);
    EXPECT_TRUE(links[i].pose.isApprox(wanted[i].second, 1e-14)) << links[i].joint;
  }
  const Isometry3d tool = effectorPose(tree, theta, "tool").take();
  EXPECT_TRUE(tool.isApprox(copy * Translation3d(0, 0, 0.6), 1e-14));
}

TEST(Isometry, NamesWhatIsWrong) {
  const Tree tree = mechanism().take();
  EXPECT_EQ(effectorPose(tree, Vector::Zero(2), "hand").reason(), "there is no effector 'hand'");
  EXPECT_EQ(effectorPose(tree, Vector::Zero(3), "tool").reason(),
            "theta must have 2 values; got 3");
  EXPECT_EQ(linkPoses(tree, Vector::Zero(1)).reason(), "theta must have 2 values; got 1");
}

TEST(Isometry, GoalsKeepPositionAndOrientation) {
  const Isometry3d pose =
      Translation3d(1, -2, 3) * Isometry3d(AngleAxisd(2, Vector3d(1, 2, 2).normalized()));
  const Goal goal = goalOf(pose);
  EXPECT_EQ(goal.position, Vector3d(1, -2, 3));
  EXPECT_NEAR(goal.orientation.w(), std::cos(1), 1e-15);
  EXPECT_NEAR(goal.orientation.z(), std::sin(1) * 2 / 3, 1e-15);
  EXPECT_TRUE(poseOf(goal).isApprox(pose, 1e-14));
}

TEST(Models, NameTheirIndependentJointsInTheOrderOfTheta) {
  EXPECT_EQ(model()->jointNames(), (std::vector<std::string>{"slide", "base"}));
  EXPECT_EQ(model()->index("base"), 1);
  EXPECT_EQ(model()->index("bend"), std::nullopt);
  EXPECT_EQ(model()->index("copy"), std::nullopt);
  EXPECT_EQ(model()->index(""), std::nullopt);
}

}  // namespace
}  // namespace iklab::isometry_test
