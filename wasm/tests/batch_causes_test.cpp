// Causes of batch rows, checked against single diagnoses, closed forms and finite differences.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "iklab/diagnosis.hpp"
#include "iklab/lab/batch.hpp"
#include "tests/batched.hpp"

namespace iklab::batch_causes_test {
namespace {

double field(const Batch& batch, int row, BatchField at) {
  return batch.rows()[static_cast<size_t>(row * kBatchStride + at)];
}

Vector poseOf(const Batch& batch, int row) {
  const auto n = static_cast<int>(batch.start().size());
  return Eigen::Map<const Vector>(&batch.poses()[static_cast<size_t>(row * n)], n);
}

Cause causeOf(const Batch& batch) { return static_cast<Cause>(batch.causes()[kBatchCause]); }
int jointOf(const Batch& batch) {
  const double joint = batch.causes()[kBatchCauseJoint];
  return std::isnan(joint) ? -1 : static_cast<int>(joint);
}

// |e|^2 / 2 of one target, from the pose of its effector.
double objective(const Tree& tree, const TaskTarget& target, const Goal& goal,
                 const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  const double turn = target.oriented
                          ? target.orientationWeight * goal.orientation.angularDistance(
                                                           Eigen::Quaterniond(pose.worldFromTip[0]))
                          : 0;
  return 0.5 * ((goal.position - pose.tip[0]).squaredNorm() + turn * turn);
}

// Negative central difference: how strongly the error pulls a joint upward.
double pull(const Tree& tree, const TaskTarget& target, const Goal& goal, const Vector& theta,
            int column) {
  constexpr double kStep = 1e-6;
  Vector up = theta, down = theta;
  up[column] += kStep, down[column] -= kStep;
  return (objective(tree, target, goal, down) - objective(tree, target, goal, up)) / (2 * kStep);
}

// Every method; the reported joint is the limiting joint with the largest gradient, by finite
// differences.
TEST(BatchCauses, MatchSingleDiagnosesAndNameTheHardestPulledJoint) {
  const test::BatchScene scene = test::batchScene("arm-6");
  LabSpec spec = scene.spec;
  const Model::Pointer model = modelOf(scene.tree, spec).take();
  std::map<Cause, int> seen;
  int several = 0;
  for (const auto& method : test::methods()) {
    const std::vector<double> panel = test::panelRow(method->id);
    const auto batch = test::open(scene,
                                  {{.kind = Sampling::box,
                                    .start = StartKind::random,
                                    .seed = 5,
                                    .low = Eigen::Vector3d(-1.2, -1.2, -0.3),
                                    .high = Eigen::Vector3d(1.2, 1.2, 1.2),
                                    .anyTurn = true}},
                                  panel);
    const Solver solver =
        solverOf(model, spec.run.limitPolicy, *MethodRegistry::builtIn(), panel).take();
    constexpr int kRows = 12;
    ASSERT_EQ(batch->solve(0, kRows), "");
    for (int i = 0; i < kRows; ++i) {
      ASSERT_EQ(batch->diagnose(i), "");
      if (field(*batch, i, kBatchSolved) == 1) {
        EXPECT_TRUE(std::isnan(batch->causes()[kBatchCause]));
        EXPECT_EQ(jointOf(*batch), -1);
        continue;
      }
      const Cause cause = causeOf(*batch);
      const int joint = jointOf(*batch);
      batch->draw(i);
      const std::vector<Goal> goals = test::goalsOf(*batch);
      const Vector theta = poseOf(*batch, i);
      const Diagnosis why = diagnose(solver, theta, goals, spec.run.rules,
                                     static_cast<Stop>(field(*batch, i, kBatchStop)))
                                .take();
      ++seen[cause];
      EXPECT_EQ(word(cause), word(why.cause)) << method->id << " " << i;
      if (cause != Cause::jointLimits) {
        EXPECT_EQ(joint, -1);
        continue;
      }
      int hardest = -1;
      double most = -1;
      for (const LimitingJoint& each : why.limiting) {
        const double by = pull(model->tree, model->task.targets()[0], goals[0], theta, each.column);
        const Joint& j = model->tree.moving(each.column);
        const bool held =
            each.upper ? theta[each.column] >= j.upper : theta[each.column] <= j.lower;
        const double outward = held ? std::max(0., each.upper ? by : -by) : 0;
        if (outward > most) most = outward, hardest = each.column;
      }
      several += why.limiting.size() > 1 && most > 0;
      if (most > 0)
        EXPECT_EQ(joint, hardest) << method->id << " " << i;
      else
        EXPECT_GE(joint, 0);
    }
  }
  EXPECT_GE(several, 3);
  for (const Cause each : {Cause::outOfReach, Cause::jointLimits}) EXPECT_GE(seen[each], 10);
  EXPECT_GE(seen.size(), 5u);
}

// Two planar links with elbow limits: the law of cosines classifies every position.
TEST(BatchCauses, OfATwoLinkArmMatchTheLawOfCosinesSeed3) {
  constexpr double kUpper = 1, kFore = 0.6, kLower = 0.3, kMost = 2;
  TreeBuilder builder;
  builder.joint({.id = "shoulder"});
  JointSpec elbow;
  elbow.id = "elbow", elbow.parent = "shoulder", elbow.xyz = {kUpper, 0, 0};
  elbow.lower = kLower, elbow.upper = kMost;
  builder.joint(elbow);
  builder.effector({"tool", "elbow", {kFore, 0, 0}});
  const auto radius = [&](double angle) {
    return std::sqrt(kUpper * kUpper + kFore * kFore + 2 * kUpper * kFore * std::cos(angle));
  };
  test::BatchScene scene{builder.build().take(), {}};
  scene.spec.targets.resize(1);
  scene.spec.run.limitPolicy = LimitPolicy::clamp;
  scene.spec.run.rules.maxUpdates = 3;
  scene.spec.start = (Vector(2) << 0, 1).finished();
  const auto batch = test::open(scene,
                                {{.kind = Sampling::box,
                                  .start = StartKind::random,
                                  .seed = 3,
                                  .low = Eigen::Vector3d(-2, -2, 0),
                                  .high = Eigen::Vector3d(2, 2, 0)}},
                                test::panelRow("dls"));
  std::map<std::string, int> seen;
  constexpr int kRows = 400;
  constexpr double kNear = 1e-3;  // Metres: as large as the tolerance; closer cases are skipped.
  ASSERT_EQ(batch->solve(0, kRows), "");
  for (int i = 0; i < kRows; ++i) {
    ASSERT_EQ(batch->diagnose(i), "");
    if (field(*batch, i, kBatchSolved) == 1) continue;
    batch->draw(i);
    const double r = test::goalsOf(*batch)[0].position.norm();
    const double edges[] = {kUpper - kFore, radius(kMost), radius(kLower), kUpper + kFore};
    if (std::any_of(std::begin(edges), std::end(edges),
                    [&](double edge) { return std::abs(r - edge) < kNear; }))
      continue;
    const bool reach = edges[0] < r && r < edges[3], within = edges[1] < r && r < edges[2];
    const char* expected = !reach ? "out-of-reach" : !within ? "joint-limits" : "method";
    ++seen[expected];
    const Cause cause = causeOf(*batch);
    const bool ofMethod =
        cause >= Cause::singularPose && cause < Cause::undiagnosed && cause != Cause::noPoseFound;
    EXPECT_STREQ(ofMethod ? "method" : word(cause), expected) << i << " at " << r;
    EXPECT_EQ(jointOf(*batch), expected == std::string("joint-limits") ? 1 : -1);
  }
  for (const char* each : {"out-of-reach", "joint-limits", "method"}) EXPECT_GE(seen[each], 20);
}

TEST(BatchCauses, RejectRowsThatWereNotSolved) {
  const auto batch = test::open(test::batchScene("arm-6"), {}, test::panelRow("dls"));
  EXPECT_NE(batch->diagnose(0), "");
  ASSERT_EQ(batch->solve(0, 2), "");
  EXPECT_EQ(batch->diagnose(2), "row must be from 0 to 1; got 2");
  EXPECT_EQ(batch->diagnose(-1), "row must be from 0 to 1; got -1");
}

TEST(BatchCauses, AreTheSameForRowsSolvedTogetherOrOneByOne) {
  const test::BatchScene scene = test::batchScene("arm-6");
  const test::BatchSpec spec{{.start = StartKind::random, .seed = 9}};
  const auto whole = test::open(scene, spec, test::panelRow("transpose"));
  const auto one = test::open(scene, spec, test::panelRow("transpose"));
  ASSERT_EQ(whole->solve(0, 16), "");
  int unsolved = 0;
  for (int i = 15; i >= 0; --i) {
    ASSERT_EQ(one->solve(i, 1), "");
    ASSERT_EQ(whole->diagnose(i), "");
    ASSERT_EQ(one->diagnose(0), "");
    for (size_t k = 0; k < kBatchCauseStride; ++k)
      EXPECT_TRUE(whole->causes()[k] == one->causes()[k] ||
                  (std::isnan(whole->causes()[k]) && std::isnan(one->causes()[k])));
    unsolved += !std::isnan(one->causes()[kBatchCause]);
  }
  EXPECT_GE(unsolved, 5);
}

}  // namespace
}  // namespace iklab::batch_causes_test
