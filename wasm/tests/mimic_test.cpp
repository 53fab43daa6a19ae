// Mimic joints: how a tree resolves them, and its kinematics against the same tree with all joints
// free and an explicit coupling, J_free C.
#include <gtest/gtest.h>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/methods/geometric/parent_frame.hpp"
#include "tests/coupled.hpp"

namespace iklab::mimic_test {
namespace {

using test::Coupled;

JointSpec joint(const std::string& id, const MimicSpec& mimic = {}, double lower = -kInfinity,
                double upper = kInfinity) {
  JointSpec s;
  s.id = id;
  s.lower = lower, s.upper = upper;
  s.mimic = mimic;
  return s;
}

Result<Tree> treeOf(const std::vector<JointSpec>& joints) {
  TreeBuilder builder;
  for (const JointSpec& s : joints) builder.joint(s);
  builder.effector({"tip", "a"});
  return builder.build();
}

std::string reasonOf(const std::vector<JointSpec>& joints) {
  const Result<Tree> tree = treeOf(joints);
  return tree ? "" : tree.reason();
}

TEST(Mimic, InvalidMimicsAreRejectedWithAReason) {
  EXPECT_EQ(reasonOf({joint("a"), joint("b", {"x"})}),
            "joint 'b': it mimics 'x', which is unknown");
  JointSpec fixed = joint("f");
  fixed.kind = JointKind::fixed;
  EXPECT_EQ(reasonOf({joint("a"), joint("b", {"f"}), fixed}),
            "joint 'b': it mimics 'f', which is fixed");
  fixed.mimic = {"a"};
  EXPECT_EQ(reasonOf({joint("a"), fixed}), "joint 'f': it mimics 'a', but is fixed itself");
  EXPECT_EQ(reasonOf({joint("a", {"a"})}),
            "joint 'a': what it mimics, 'a', follows a loop of mimics");
  EXPECT_EQ(reasonOf({joint("a"), joint("c", {"d"}), joint("d", {"e"}), joint("e", {"d"})}),
            "joint 'c': what it mimics, 'd', follows a loop of mimics");
  for (const double value : {kNotUsed, kInfinity, -1e16}) {
    EXPECT_EQ(reasonOf({joint("a"), joint("b", {"a", value})}),
              "joint 'b': it mimics 'a', multiplier and offset must be numbers, at most 1e15");
    EXPECT_NE(reasonOf({joint("a"), joint("b", {"a", 1, value})}), "");
  }
  EXPECT_EQ(reasonOf({joint("a"), joint("b", {"a", 1e10}), joint("c", {"b", 1e10})}),
            "joint 'c' follows 'a' by more than 1e15");
}

TEST(Mimic, LimitsThatAllowNoValueAreRejected) {
  EXPECT_EQ(reasonOf({joint("a", {}, -1, 1), joint("b", {"a", 2, 5}, -1, 1)}),
            "joint 'b' follows 'a': no value of 'a' keeps all that follow it within limits");
  EXPECT_EQ(reasonOf({joint("a", {}, -1, 1), joint("b", {"a", 0, 5}, -1, 1)}),
            "joint 'b' follows 'a' and stays at 5, beyond its limits");
  EXPECT_EQ(reasonOf({joint("a", {}, -1, 1), joint("b", {"a", 0, 0.5}, -1, 1)}), "");
  // Both are fixed by limits: 0.9 / 3 is not exactly 0.3.
  EXPECT_EQ(reasonOf({joint("a", {}, 0.3, 0.3), joint("b", {"a", 3}, 0.9, 0.9)}), "");
  EXPECT_NE(reasonOf({joint("a"), joint("b", {"a", 1e-15}, 1e15, kInfinity)}), "");
}

TEST(Mimic, ChainOfMimicsNarrowsTheLimitsOfItsLeader) {
  // c = 0.5 (-2 a + 0.4) + 1 = -a + 1.2.
  JointSpec a = joint("a", {}, -1, 1);
  a.rest = 0.9;
  const Tree tree =
      treeOf({joint("c", {"b", 0.5, 1}, 0.5, 1.5), joint("b", {"a", -2, 0.4}, -5, 1.6), a}).take();
  EXPECT_EQ(tree.columns(), 1);
  EXPECT_EQ(tree.followers(), (std::vector{0, 1}));
  EXPECT_EQ(tree.groups(), (std::vector{0}));
  const Joint& c = tree.joints()[0];
  EXPECT_EQ(c.column, 0);
  EXPECT_EQ(c.ratio, -1);
  EXPECT_EQ(c.shift, 1.2);
  EXPECT_NEAR(tree.moving(0).lower, -0.3, 1e-15);  // Limit of c; -0.6 is the limit of b.
  EXPECT_NEAR(tree.moving(0).upper, 0.7, 1e-15);
  EXPECT_EQ(tree.rest()[0], tree.moving(0).upper);
  EXPECT_EQ(tree.turning(0), 2);
  EXPECT_EQ(tree.bound(0, 1, 7), 0.5);
}

// Pose, J and its products, and the Hessian, at a random pose of each of many trees.
TEST(Mimic, KinematicsMatchTheExplicitCouplingSeed71) {
  Random random(71);
  int above = 0, other = 0, shared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Coupled s = test::randomCoupled(random);
    const Task task = test::randomTask(s.tree, random);
    const Vector theta = test::randomVector(s.tree.columns(), 2, random);
    const std::vector<Goal> goals = test::randomGoals(task, 2, random);
    test::Posed ours(s.tree, task, theta, goals), free(s.free, task, s.all(theta), goals);
    const Jacobian& j = ours.problem.jacobian();
    const Matrix expected = free.problem.jacobian().matrix() * s.c;
    for (size_t k = 0; k < s.tree.effectors().size(); ++k)
      EXPECT_LT((ours.state.pose.tip[k] - free.state.pose.tip[k]).norm(), 1e-12) << trial;
    EXPECT_LT((j.matrix() - expected).cwiseAbs().maxCoeff(), 1e-11) << trial;

    const Vector x = test::randomVector(s.tree.columns(), 1, random);
    const Vector e = test::randomVector(task.rows(), 1, random);
    Vector y(task.rows()), z(s.tree.columns());
    j.times(x, y);
    j.transposeTimes(e, z);
    const test::Products products(j);
    EXPECT_LT((y - expected * x).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((z - expected.transpose() * e).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((products.outer - expected * expected.transpose()).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((products.inner - expected.transpose() * expected).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(j.norm(), expected.norm(), 1e-10) << trial;

    const Matrix h = test::errorHessian(s.tree, task, ours.state.pose, ours.problem.unclampedError);
    const Matrix whole =
        test::errorHessian(s.free, task, free.state.pose, free.problem.unclampedError);
    const Matrix projected = s.c.transpose() * whole * s.c;
    EXPECT_LT((h - projected).cwiseAbs().maxCoeff(), 1e-9 * (1 + projected.norm())) << trial;

    ParentFrameJacobian paper(ours.model), paperFree(free.model);
    EXPECT_LT(
        (paper.compute(ours.problem) - paperFree.compute(free.problem) * s.c).cwiseAbs().maxCoeff(),
        1e-10)
        << trial;

    for (const int i : s.tree.followers()) {
      const int leader = s.tree.jointOfColumn(s.tree.joints()[i].column);
      const auto carries = [&](int a, int b) {
        const auto& chain = s.tree.chainToJoint(b);
        return std::find(chain.begin(), chain.end(), a) != chain.end();
      };
      above += carries(i, leader);
      other += !carries(i, leader) && !carries(leader, i);
    }
    if (task.targets().size() > 1)
      for (const int c : s.tree.groups())
        shared += !expected.col(c).head<3>().isZero(0) && !expected.col(c).tail<3>().isZero(0);
  }
  EXPECT_GT(above, 50);   // Followers above their leaders.
  EXPECT_GT(other, 50);   // Followers on other branches.
  EXPECT_GT(shared, 20);  // Columns that two effectors share.
}

// The differences do not use the joint axes from which J is computed.
TEST(Mimic, DerivativesMatchFiniteDifferencesSeed72) {
  Random random(72);
  const double h = 1e-5;
  for (int trial = 0; trial < 300; ++trial) {
    const Coupled s = test::randomCoupled(random);
    const Task task = test::randomTask(s.tree, random);
    const Vector theta = test::randomVector(s.tree.columns(), 2, random);
    const std::vector<Goal> goals = test::randomGoals(task, 2, random);
    test::Posed posed(s.tree, task, theta, goals);
    const Matrix j = posed.problem.jacobian().matrix();
    const Vector e = posed.problem.unclampedError;
    const Matrix hessian = test::errorHessian(s.tree, task, posed.state.pose, e);
    const double scale = 1 + j.squaredNorm() + j.norm() * e.norm();
    for (int c = 0; c < s.tree.columns(); ++c) {
      Vector gradient[2];
      std::vector<Eigen::Vector3d> tips[2];
      for (const int side : {0, 1}) {
        Vector moved = theta;
        moved[c] += side ? h : -h;
        posed.place(moved, goals);
        tips[side] = posed.state.pose.tip;
        gradient[side] =
            -posed.problem.jacobian().matrix().transpose() * posed.problem.unclampedError;
      }
      for (const TaskTarget& t : task.targets()) {
        const Eigen::Vector3d slope = (tips[1][t.effector] - tips[0][t.effector]) / (2 * h);
        EXPECT_LT((j.col(c).segment<3>(t.row) - slope).norm(), 1e-8 * scale) << trial;
      }
      EXPECT_LT((hessian.col(c) - (gradient[1] - gradient[0]) / (2 * h)).norm(), 1e-7 * scale)
          << trial;
    }
  }
}

}  // namespace
}  // namespace iklab::mimic_test
