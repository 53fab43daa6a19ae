// Why a solve ends, and a run of two stages.
#include <gtest/gtest.h>

#include "tests/world.hpp"

namespace iklab::stop_test {
namespace {

using Row = std::vector<double>;
using test::converging, test::planarChain, test::World;

TEST(Stop, ReportsEachStopReason) {
  const Vector straight = Vector::Zero(3), bent = Eigen::Vector3d(0.3, 0.8, -0.5);
  Row dls = test::panelRow("dls");
  dls[test::paramIndex("dls", "lambda")] = 0.2;

  World reached(planarChain(3), dls, bent, converging());
  reached.aim({1, 1, 0});
  EXPECT_EQ(reached.converge(), Stop::reached);
  EXPECT_LE(reached.runner->error(), reached.settings.rules.tolerance);

  // Straight arm, target on its axis: J^T e = 0.
  for (const char* method :
       {"transpose", "pseudoinverse", "truncated", "dls", "filtered", "sdls"}) {
    World stalled(planarChain(3), test::panelRow(method), straight, converging());
    stalled.aim({1.5, 0, 0});
    EXPECT_EQ(stalled.converge(), Stop::stalled) << method;
    EXPECT_EQ(stalled.runner->updates(), 1);
  }

  RunSettings s = converging();
  s.limitPolicy = LimitPolicy::clamp;
  World atLimit(planarChain(3, -0.2, 0.2), test::panelRow("dls"), Eigen::Vector3d(0.1, 0.1, 0.1),
                s);
  atLimit.aim({0, 2, 0});
  EXPECT_EQ(atLimit.converge(), Stop::atLimit);
  EXPECT_EQ(atLimit.runner->theta(), Vector(Eigen::Vector3d(0.2, 0.2, 0.2)));

  Row cholesky = test::panelRow("pseudoinverse");
  cholesky[test::paramIndex("pseudoinverse", "solve")] = 1;
  World breakdown(planarChain(3), cholesky, Eigen::Vector3d(0.5, 0, 0), converging());
  breakdown.aim({1, 1, 0});
  EXPECT_EQ(breakdown.converge(), Stop::breakdown);
  EXPECT_TRUE(breakdown.runner->step().isZero(0));

  World unreachable(planarChain(3), test::panelRow("dls"), bent, converging());
  unreachable.aim({0, 5, 0});
  EXPECT_EQ(unreachable.converge(), Stop::noImprovement);

  s = converging();
  s.rules.minImprovement = 0;
  Row wild = test::panelRow("truncated");
  wild[kMaxStep] = kInfinity;
  World oscillating(planarChain(3), wild, bent, s);
  oscillating.aim({0, 5, 0});
  EXPECT_EQ(oscillating.converge(), Stop::oscillating);
  EXPECT_EQ(oscillating.runner->memory().rises, 3);

  s.rules.maxUpdates = 7;
  World limit(planarChain(3), test::panelRow("dls"), bent, s);
  limit.aim({0, 2.9, 0});
  EXPECT_EQ(limit.converge(), Stop::iterationLimit);
  EXPECT_EQ(limit.runner->updates(), 7);
}

TEST(Stop, CountsUpdatesSinceTheLastTargetMove) {
  RunSettings s = converging();
  s.rules.minImprovement = 0;
  s.rules.maxUpdates = 5;
  World world(planarChain(3), test::panelRow("dls"), Eigen::Vector3d(0.3, 0.8, -0.5), s);
  world.aim({0, 2.9, 0});
  EXPECT_EQ(world.converge(), Stop::iterationLimit);
  world.aim({0, 2.8, 0});
  EXPECT_EQ(world.runner->stop(), Stop::none);
  EXPECT_EQ(world.converge(), Stop::iterationLimit);
  EXPECT_EQ(world.runner->updates(), 10);
  EXPECT_EQ(world.runner->memory().updatesSinceMove, 5);
}

// Distance and angle of the first target, by quaternions instead of the rotation vector.
Eigen::Vector2d missOf(const World& world) {
  const Pose& pose = world.runner->pose();
  const Eigen::Quaterniond turned(pose.worldFromTip[0]);
  return {(world.goals[0].position - pose.tip[0]).norm(),
          turned.angularDistance(world.goals[0].orientation)};
}

// An update that increases the distance but decreases the angle by more is no rise, and vice versa.
TEST(Stop, UsesPositionAndOrientationOfOrientedTargets) {
  constexpr double kWeight = 0.3;
  const test::Json document = test::preset("arm-6.json");
  const auto start = document["start"].get<std::vector<double>>();
  const auto turn = document["targets"][0]["orientation"].get<std::vector<double>>();
  RunSettings s = converging();
  s.rules.minImprovement = 0;
  int fartherAway = 0;
  for (const char* method : {"transpose", "dls", "levenberg-marquardt"}) {
    World arm(test::treeFrom(test::preset("trees/ur5.json")), test::panelRow(method),
              Eigen::Map<const Vector>(start.data(), static_cast<int>(start.size())), s, kWeight);
    arm.goals[0].orientation.coeffs() = Eigen::Map<const Eigen::Vector4d>(turn.data());
    arm.goals[0].orientation.normalize();
    arm.aim({3, -0.655, 0.225});
    const bool descends = method == std::string("levenberg-marquardt");
    int rises = 0;
    for (int u = 0; u < 200 && !arm.runner->frameDone(); ++u) {
      const Eigen::Vector2d before = missOf(arm);
      arm.runner->update();
      const Eigen::Vector2d now = missOf(arm);
      const double whole = std::hypot(now[0], kWeight * now[1]);
      const double gain = std::hypot(before[0], kWeight * before[1]) - whole;
      if (std::abs(gain) < 1e-9) break;  // At rest: rounding would decide whether it is a rise.
      rises += gain < 0;
      fartherAway += descends && now[0] > before[0];
      EXPECT_NEAR(arm.runner->seen().objective(), whole, 1e-9) << method;
      ASSERT_EQ(arm.runner->memory().rises, rises) << method << " update " << u;
    }
    EXPECT_GT(arm.runner->updates(), 3) << method;
    EXPECT_FALSE(descends && rises > 0);
  }
  EXPECT_GE(fartherAway, s.rules.maxRises) << "the distance alone tells nothing here";
}

TEST(TwoStage, SwitchesStagesOnce) {
  Row row = test::panelRow("two-stage");
  row[test::paramIndex("two-stage", "switchAt")] = 0.5;
  World world(planarChain(4), row, Vector::Constant(4, 0.3), converging());
  world.aim({1, 2, 0});
  int switches = 0;
  bool near = world.runner->error() <= 0.5;
  for (int u = 0; u < 2000 && !world.runner->frameDone(); ++u) {
    world.runner->update();
    const bool nowNear = world.runner->error() <= 0.5;
    switches += near != nowNear;
    near = nowNear;
  }
  EXPECT_EQ(world.runner->stop(), Stop::reached);
  EXPECT_EQ(switches, 1);
}

TEST(TwoStage, ClampFirstOnlyLeavesTheSecondStageUnclamped) {
  for (const bool firstOnly : {false, true}) {
    Row row = test::panelRow("two-stage");
    row[test::paramIndex("two-stage", "switchAt")] = 100;  // Always the second stage.
    row[test::paramIndex("two-stage", "clampFirstOnly")] = firstOnly;
    row[kClampMode] = static_cast<double>(ClampMode::fixed);
    row[kClampDistance] = 0.01;
    World world(planarChain(3), row, Eigen::Vector3d(0.3, 0.8, -0.5));
    world.aim({-1, 1, 0});
    world.runner->update();
    EXPECT_EQ(world.runner->step().norm() > 0.1, firstOnly);
  }
}

}  // namespace
}  // namespace iklab::stop_test
