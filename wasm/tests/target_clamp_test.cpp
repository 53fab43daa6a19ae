// The modes and rules of the target clamp.
#include <gtest/gtest.h>

#include "tests/world.hpp"

namespace iklab::target_clamp_test {
namespace {

using Row = std::vector<double>;
using test::planarChain, test::World;

// The clamped error, recovered from a transpose step with alpha 1: J^T e.
TEST(TargetClamp, AdaptiveDistanceFollowsEachRule) {
  for (const ClampRule rule : {ClampRule::paper, ClampRule::published, ClampRule::repaired}) {
    Row row = test::panelRow("transpose");
    row[test::paramIndex("transpose", "alpha")] = 0.05;
    row[kMaxStep] = kInfinity;
    row[kClampMode] = static_cast<double>(ClampMode::adaptive);
    row[kClampRule] = static_cast<double>(rule);
    row[kClampDistance] = 0.2;
    World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
    world.aim({-1, 1, 0});
    double allowed = kInfinity;
    for (int u = 0; u < 6; ++u) {
      Pose pose(world.tree);
      forwardKinematics(world.tree, world.runner->theta(), pose);
      Jacobian jacobian(world.tree, world.task);
      jacobian.compute(pose);
      Vector e = world.goals[0].position - pose.tip[0];
      const double before = e.norm();
      if (before > allowed) e *= allowed / before;
      world.runner->update();
      EXPECT_LT((world.runner->step() - 0.05 * jacobian.matrix().transpose() * e).norm(), 1e-14)
          << "update " << u;
      const double gained = before - world.runner->error();
      allowed = 0.2 + std::max(0.0, rule == ClampRule::paper ? gained : -gained);
    }
  }
}

// Two targets: the program reads entries 1 to 3 of e for the second one.
TEST(TargetClamp, PublishedRuleReadsTheWrongEntries) {
  Task task;
  task.add(0, false, 1);
  task.add(1, false, 1);
  Vector before(6), after(6), e(6);
  before << 1, 2, 2, 4, 0, 0;  // |e_1| = 3, |e_2| = 4, entries 1 to 3: (2, 2, 4).
  after << 0, 0, 5, 0, 7, 0;   // |e_1| = 5, |e_2| = 7.
  const auto allowed = [&](ClampRule rule) {
    const iklab::TargetClamp clamp{ClampMode::adaptive, rule, 0.1, 1};
    std::array<double, 2> adapted{kInfinity, kInfinity};
    clamp.adapt(task, before, after, adapted);
    e.setConstant(100);
    clamp.apply(task, adapted, e);
    return Eigen::Vector2d(e.head<3>().norm(), e.tail<3>().norm());
  };
  EXPECT_LT((allowed(ClampRule::paper) - Eigen::Vector2d(0.1, 0.1)).norm(), 1e-13);
  EXPECT_LT((allowed(ClampRule::repaired) - Eigen::Vector2d(2.1, 3.1)).norm(), 1e-13);
  EXPECT_LT((allowed(ClampRule::published) - Eigen::Vector2d(2.1, 7.1 - std::sqrt(24))).norm(),
            1e-13);
}

TEST(TargetClamp, IsReleasedOnlyByATargetJump) {
  Row row = test::panelRow("transpose");
  row[test::paramIndex("transpose", "alpha")] = 0.01;
  row[kClampMode] = static_cast<double>(ClampMode::adaptive);
  row[kClampDistance] = 0.2;
  World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
  world.aim({-1, 1, 0});
  world.runner->update();
  const double whole = world.runner->step().norm();
  // The target has moved, but no farther than the distance.
  world.runner->beginFrame(world.goals, true, 0.2);
  world.runner->update();
  EXPECT_LT(world.runner->step().norm(), 0.5 * whole);
  world.runner->beginFrame(world.goals, true, 0.21);
  world.runner->update();
  EXPECT_GT(world.runner->step().norm(), 0.5 * whole);
}

}  // namespace
}  // namespace iklab::target_clamp_test
