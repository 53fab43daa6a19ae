// The gradient of manipulability against tr(J^+ dJ/dtheta), computed pair by pair of joints with
// Eigen's J^+. secondary_test compares it with differences of w.
#include <algorithm>
#include <gtest/gtest.h>

#include "iklab/ik/secondary.hpp"
#include "tests/coupled.hpp"
#include "tests/reference.hpp"

namespace iklab::manipulability_test {
namespace {

constexpr double kGain = 0.3;

// dJ for one joint: of two joints in a chain, the axis of the upper one rotates the velocity of the
// lower one.
Matrix derivative(const Model& model, const Pose& pose, int a) {
  const auto& joints = model.tree.joints();
  Matrix out = Matrix::Zero(model.rows(), model.columns());
  for (const TaskTarget& t : model.task.targets()) {
    const auto& chain = model.tree.chainToEffector(t.effector);
    const auto at = std::find(chain.begin(), chain.end(), a);
    if (at == chain.end()) continue;
    for (auto b = chain.begin(); b != chain.end(); ++b) {
      const int upper = b < at ? *b : a, lower = b < at ? a : *b;
      if (!joints[upper].turns()) continue;
      const Joint& j = joints[*b];
      const Eigen::Vector3d velocity = pointVelocity(model.tree, pose, lower, pose.tip[t.effector]);
      auto column = out.col(j.column);
      column.segment<3>(t.row) += j.ratio * pose.axis[upper].cross(velocity);
      if (t.oriented && at < b && j.turns())
        column.segment<3>(t.row + 3) +=
            j.ratio * t.orientationWeight * pose.axis[a].cross(pose.axis[*b]);
    }
  }
  return out;
}

struct Expected {
  Vector motion;
  double scale;      // Scale of the summed terms.
  double condition;  // Condition of J, restricted to its working rank.
};

Expected expectedAt(const test::Posed& posed) {
  const Model& model = posed.model;
  const test::Svd svd = test::decompose(posed.problem.jacobian().matrix());
  const int rank = model.workingRank;
  const Vector sigma = svd.sigma.head(rank);
  const Matrix v = svd.v.leftCols(rank);
  const Matrix inverse = v * sigma.cwiseInverse().asDiagonal() * svd.u.leftCols(rank).transpose();
  Expected e{Vector::Zero(model.columns()), 0, sigma[0] / sigma[rank - 1]};
  const auto& joints = model.tree.joints();
  for (size_t a = 0; a < joints.size(); ++a) {
    if (joints[a].column < 0) continue;
    const Matrix dj = derivative(model, posed.state.pose, static_cast<int>(a));
    const double factor = kGain * joints[a].ratio * sigma.prod();
    e.motion[joints[a].column] += factor * (inverse * dj).trace();
    e.scale = std::max(e.scale, std::abs(factor) * inverse.norm() * dj.norm());
  }
  e.motion -= v * (v.transpose() * e.motion);
  return e;
}

Vector motionOf(const test::Posed& posed) {
  Secondary secondary(posed.model);
  Vector step = Vector::Zero(posed.model.columns());
  secondary.add({SecondaryKind::manipulability, kGain}, posed.problem, step);
  EXPECT_EQ(step, secondary.motion());
  return step;
}

TEST(Manipulability, GradientMatchesTheSumOverPairsOfJointsSeed53) {
  Random random(53);
  int moved[2] = {}, oriented = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const bool coupled = trial % 2;
    const Tree tree = coupled ? test::randomCoupled(random).tree : test::randomTree(random);
    const Task task = test::randomTask(tree, random);
    const Vector theta = test::randomVector(tree.columns(), 2, random);
    const test::Posed posed(tree, task, theta, test::randomGoals(task, 1, random));
    const Expected expected = expectedAt(posed);
    if (!(expected.condition < 100)) continue;  // Otherwise J^+ is dominated by rounding.
    EXPECT_LE((motionOf(posed) - expected.motion).norm(), 1e-12 * expected.scale) << trial;
    if (expected.motion.norm() < 1e-6) continue;
    ++moved[coupled && tree.coupled()];
    oriented += task.targets()[0].oriented;
  }
  EXPECT_GE(moved[0], 30);
  EXPECT_GE(moved[1], 30);
  EXPECT_GE(oriented, 30);
}

// A trunk of 64 joints and eight arms of 24, with revolute and prismatic joints.
TEST(Manipulability, GradientMatchesWith256Joints) {
  TreeBuilder builder;
  Random random(54);
  const auto joint = [&](int i, int parent) {
    JointSpec s;
    s.id = "j" + std::to_string(i);
    if (parent >= 0) s.parent = "j" + std::to_string(parent);
    s.kind = i % 16 == 15 ? JointKind::prismatic : JointKind::revolute;
    s.xyz = {0, 0, 0.1};
    s.axis = test::randomVector(3, 1, random);
    builder.joint(s);
  };
  for (int i = 0; i < 256; ++i) joint(i, i < 64 ? i - 1 : (i - 64) % 24 == 0 ? 63 : i - 1);
  for (int k = 0; k < 8; ++k)
    builder.effector({"e" + std::to_string(k), "j" + std::to_string(87 + 24 * k), {0, 0, 0.1}});
  const Tree tree = builder.build().take();
  Task task;
  for (int k = 0; k < 8; ++k) task.add(k, k % 2 == 0, 0.5);
  const test::Posed posed(tree, task, test::randomVector(256, 1, random), std::vector<Goal>(8));
  const Expected expected = expectedAt(posed);
  EXPECT_LE((motionOf(posed) - expected.motion).norm(), 1e-12 * expected.scale);
  EXPECT_GT(expected.motion.norm(), 1e-3 * expected.scale);
}

}  // namespace
}  // namespace iklab::manipulability_test
