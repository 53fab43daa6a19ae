// Bounds of reach: closed forms of chains and slides, and random poses, which never exceed the
// bounds.
#include "iklab/core/reach.hpp"

#include <gtest/gtest.h>

#include "iklab/core/kinematics.hpp"
#include "tests/support.hpp"

namespace iklab::reach_test {
namespace {

using test::randomVector, test::randomTree;

// Hinges about z, links along x.
Tree chain(const std::vector<double>& links) {
  TreeBuilder builder;
  for (size_t i = 0; i < links.size(); ++i) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (i > 0) s.parent = "j" + std::to_string(i - 1), s.xyz = {links[i - 1], 0, 0};
    builder.joint(s);
  }
  builder.effector({"tip", "j" + std::to_string(links.size() - 1), {links.back(), 0, 0.5}});
  return builder.build().take();
}

TEST(Reach, OfAPlanarChainMatchesTheClosedForm) {
  const Reach reach = reachOf(chain({1, 0.3, 0.2}), 0, false);
  EXPECT_NEAR(reach.most, 1.5, 1e-15);
  EXPECT_NEAR(reach.least, 0.5, 1e-15);
  ASSERT_TRUE(reach.normal.has_value());
  EXPECT_NEAR(shortfall(reach, {2, 0, 0.5}), 0.5, 1e-15);
  EXPECT_NEAR(shortfall(reach, {0, 0.1, 0.5}), 0.4, 1e-15);
  EXPECT_NEAR(shortfall(reach, {1, 0, 0.9}), 0.4, 1e-15);    // Beside the plane.
  EXPECT_NEAR(shortfall(reach, {1.8, 0, 0.9}), 0.5, 1e-15);  // 3 : 4 : 5.
  EXPECT_EQ(shortfall(reach, {0.9, 0.4, 0.5}), 0);
}

// A hinge about z, then a joint that slides along x.
Tree sliding(JointKind kind, double lower, double upper, double pitch = 0) {
  TreeBuilder builder;
  JointSpec turn, slide;
  turn.id = "turn";
  slide.id = "slide", slide.parent = "turn", slide.axis = {1, 0, 0};
  slide.kind = kind, slide.lower = slide.rest = lower, slide.upper = upper, slide.pitch = pitch;
  builder.joint(turn), builder.joint(slide);
  builder.effector({"tip", "slide", Eigen::Vector3d::Zero()});
  return builder.build().take();
}

TEST(Reach, OfAPrismaticJointUsesItsLimitsOnlyWhenTheyHold) {
  const Tree tree = sliding(JointKind::prismatic, 0.5, 2);
  const Reach held = reachOf(tree, 0, true);
  EXPECT_NEAR(held.most, 2, 1e-15);
  EXPECT_NEAR(held.least, 0.5, 1e-15);
  EXPECT_NEAR(shortfall(held, {0.2, 0, 0}), 0.3, 1e-15);
  EXPECT_EQ(shortfall(reachOf(tree, 0, false), {9, 0, 0}), 0);
}

TEST(Reach, OfAScrewJointIsItsPitchTimesItsLimits) {
  for (const double pitch : {0.5, -0.5}) {
    const Tree tree = sliding(JointKind::screw, 1, 4, pitch);
    const Reach held = reachOf(tree, 0, true);
    EXPECT_NEAR(held.most, 2, 1e-15) << pitch;
    EXPECT_NEAR(held.least, 0.5, 1e-15) << pitch;
    EXPECT_NEAR(shortfall(held, {0.2, 0, 0}), 0.3, 1e-15) << pitch;
    EXPECT_EQ(shortfall(reachOf(tree, 0, false), {9, 0, 0}), 0) << pitch;
  }
  EXPECT_NEAR(stretchOf(sliding(JointKind::screw, -4, 1, 0.5), 0), 2, 1e-15);
}

TEST(Reach, ContainsAllRandomPosesSeed11) {
  Random random(11);
  int bounded = 0;
  for (int k = 0; k < 80; ++k) {
    const Tree tree = randomTree(random);
    Pose pose(tree);
    for (int e = 0; e < static_cast<int>(tree.effectors().size()); ++e) {
      const Reach held = reachOf(tree, e, true), free = reachOf(tree, e, false);
      bounded += std::isfinite(free.most);
      for (int n = 0; n < 30; ++n) {
        Vector theta = randomVector(tree.columns(), 3, random);
        forwardKinematics(tree, theta, pose);
        EXPECT_LT(shortfall(free, pose.tip[e]), 1e-9) << k;
        for (int c = 0; c < tree.columns(); ++c)
          theta[c] = std::clamp(theta[c], tree.moving(c).lower, tree.moving(c).upper);
        forwardKinematics(tree, theta, pose);
        EXPECT_LT(shortfall(held, pose.tip[e]), 1e-9) << k;
      }
    }
  }
  EXPECT_GT(bounded, 10);
}

}  // namespace
}  // namespace iklab::reach_test
