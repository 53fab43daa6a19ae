#include <gtest/gtest.h>

#include "tests/support.hpp"

namespace iklab::tree_test {
namespace {

JointSpec hinge(const std::string& id, const std::string& parent) {
  JointSpec s;
  s.id = id;
  s.parent = parent;
  return s;
}

std::string reasonOf(const std::vector<JointSpec>& joints, const std::vector<EffectorSpec>& tips) {
  TreeBuilder builder;
  for (const JointSpec& s : joints) builder.joint(s);
  for (const EffectorSpec& s : tips) builder.effector(s);
  const Result<Tree> tree = builder.build();
  return tree ? "" : tree.reason();
}

const std::vector<EffectorSpec> kTip = {{"tip", "a"}};

TEST(Tree, RejectsInvalidTreesWithAReason) {
  EXPECT_EQ(reasonOf({}, kTip), "the tree has no joint");
  EXPECT_EQ(reasonOf({hinge("a", "")}, {}), "the tree has no effector");
  EXPECT_EQ(reasonOf({hinge("a", "b"), hinge("b", "a")}, kTip), "the joints form a cycle");
  EXPECT_EQ(reasonOf({hinge("a", "a")}, kTip), "the joints form a cycle");
  EXPECT_EQ(reasonOf({hinge("a", ""), hinge("a", "")}, kTip), "two joints are called 'a'");
  EXPECT_EQ(reasonOf({hinge("a", "x")}, kTip), "joint 'a': its parent 'x' is unknown");
  EXPECT_EQ(reasonOf({hinge("a", "")}, {{"tip", "x"}}),
            "effector 'tip': its parent 'x' is unknown");
  EXPECT_EQ(reasonOf({hinge("a", "")}, {{"t", "a"}, {"t", "a"}}), "two effectors are called 't'");
  EXPECT_EQ(reasonOf({hinge("a", "")}, {{"t", "a", {0, 2e15, 0}}}),
            "effector 't': a number is beyond 1e15");
  JointSpec s = hinge("a", "");
  s.axis.setZero();
  EXPECT_EQ(reasonOf({s}, kTip), "joint 'a': its axis has length 0");
  s = hinge("a", "");
  s.lower = 1, s.upper = -1;
  EXPECT_EQ(reasonOf({s}, kTip), "joint 'a': its lower limit is above its upper one");
  s = hinge("a", "");
  s.xyz.x() = kNotUsed;
  EXPECT_EQ(reasonOf({s}, kTip), "joint 'a': a number is not finite");
  s = hinge("a", "");
  s.kind = JointKind::fixed;
  EXPECT_EQ(reasonOf({s}, kTip), "no joint of the tree moves");
}

TEST(Tree, AcceptsJointsInAnyOrder) {
  TreeBuilder builder;
  builder.joint(hinge("c", "b"));
  JointSpec fixed = hinge("b", "a");
  fixed.kind = JointKind::fixed;
  builder.joint(fixed);
  builder.joint(hinge("a", ""));
  builder.effector({"tip", "c"});
  const Tree tree = builder.build().take();
  EXPECT_EQ(tree.columns(), 2);
  EXPECT_EQ(tree.order(), (std::vector{2, 1, 0}));
  // Columns have the order of the document: c is column 0; a is column 1, although it is above c.
  EXPECT_EQ(tree.pathToEffector(0), (std::vector{1, 0}));
  EXPECT_EQ(tree.chainToEffector(0), (std::vector{2, 0}));
}

TEST(Tree, AcceptsAtMost256Joints) {
  for (const int count : {256, 257}) {
    std::vector<JointSpec> chain = {hinge("a", "")};
    for (int i = 1; i < count; ++i)
      chain.push_back(hinge("j" + std::to_string(i), i == 1 ? "a" : "j" + std::to_string(i - 1)));
    const std::string reason = reasonOf(chain, kTip);
    EXPECT_EQ(reason, count == 256 ? "" : "the tree has 257 joints, at most 256 are allowed");
  }
}

TEST(Tree, NormalisesAxesOfAnyLength) {
  for (const double scale : {1e-200, 1e-9, 1.0, 1e200}) {
    JointSpec s = hinge("a", "");
    s.axis = Eigen::Vector3d(3, 0, 4) * scale;
    TreeBuilder builder;
    builder.joint(s);
    builder.effector({"tip", "a"});
    const Tree tree = builder.build().take();
    EXPECT_NEAR((tree.joints()[0].axis - Eigen::Vector3d(0.6, 0, 0.8)).norm(), 0, 1e-15) << scale;
  }
}

TEST(Tree, WithEffectorReplacesTheToolFrame) {
  const EffectorSpec other{"tip", "b", {0.1, -0.2, 0.3}, {0.4, -0.5, 0.6}};
  TreeBuilder builder, expected;
  for (TreeBuilder* each : {&builder, &expected})
    each->joint(hinge("a", "")), each->joint(hinge("b", "a"));
  builder.effector({"tip", "b", {1, 0, 0}});
  expected.effector(other);
  const Tree tree = builder.build().take().withEffector(0, other.xyz, other.rpy).take();
  const Tree same = expected.build().take();
  Pose here(tree), there(same);
  const Vector theta = Eigen::Vector2d(0.3, -0.7);
  forwardKinematics(tree, theta, here);
  forwardKinematics(same, theta, there);
  EXPECT_EQ(here.tip[0], there.tip[0]);
  EXPECT_EQ(here.worldFromTip[0], there.worldFromTip[0]);
  EXPECT_EQ(tree.withEffector(0, {0, 2e15, 0}, other.rpy).reason(),
            "effector 'tip': a number is beyond 1e15");
}

}  // namespace
}  // namespace iklab::tree_test
