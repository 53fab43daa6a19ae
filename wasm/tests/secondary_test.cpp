// The motion added by secondary goals against the projected finite-difference gradient of H, and
// its leak into the task.
#include <gtest/gtest.h>

#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::secondary_test {
namespace {

using Row = std::vector<double>;

struct Scene {
  Tree tree;
  Task task;
  Vector theta;
  int rank0;
};

// Every second joint has limits, so that limit-middle has an effect. coupled: some joints without
// limits follow others.
Scene randomScene(Random& random, bool coupled) {
  const Tree shape = test::randomTree(random);
  TreeBuilder builder;
  const std::string& first = shape.moving(0).id;
  for (const Joint& j : shape.joints()) {
    JointSpec s;
    s.id = j.id;
    if (coupled && j.column % 4 == 1) s.mimic = {first, random.uniform(-2, 2), 0.3};
    s.parent = j.parent < 0 ? "" : shape.joints()[j.parent].id;
    s.kind = j.kind;
    s.xyz = j.offset;
    s.axis = j.axis;
    s.pitch = j.pitch;
    s.rest = random.uniform(-1, 1);
    if (j.column >= 0 && j.column % 2 == 0) s.lower = -4, s.upper = 5;
    builder.joint(s);
  }
  for (const Effector& e : shape.effectors())
    builder.effector({e.id, shape.joints()[e.parent].id, e.offset});
  Scene s{builder.build().take(), {}, {}, 0};
  s.task = test::randomTask(s.tree, random);
  s.theta = test::randomVector(s.tree.columns(), 2, random);
  s.rank0 = Model(s.tree, s.task).workingRank;
  return s;
}

Matrix jacobianAt(const Scene& s, const Vector& theta, Pose& pose) {
  forwardKinematics(s.tree, theta, pose);
  Jacobian j(s.tree, s.task);
  j.compute(pose);
  return j.matrix();
}

double goal(const Scene& s, const Row& row, const Vector& theta) {
  Pose pose(s.tree);
  const Matrix j = jacobianAt(s, theta, pose);
  double h = 0;
  switch (static_cast<SecondaryKind>(static_cast<int>(row[kSecondaryKind]))) {
    case SecondaryKind::rest:
      for (int c = 0; c < theta.size(); ++c)
        h += 0.5 * std::pow(theta[c] - s.tree.moving(c).rest, 2);
      return h;
    case SecondaryKind::limitMiddle:
      for (int c = 0; c < theta.size(); ++c)
        if (std::isfinite(s.tree.moving(c).lower)) h += 0.5 * std::pow((theta[c] - 0.5) / 9, 2);
      return h;
    case SecondaryKind::manipulability: {
      const Vector sigma = test::singularValues(j);
      return -sigma.head(s.rank0).prod();
    }
    default:
      break;
  }
  const Eigen::Vector3d centre(row[kCentreX], row[kCentreY], row[kCentreZ]);
  for (const auto* points : {&pose.origin, &pose.tip})
    for (const Eigen::Vector3d& p : *points)
      h += 0.5 * std::pow(std::max(0.0, row[kRadius] - (p - centre).norm()), 2);
  return h;
}

// phi = -gain grad H, by central differences.
Vector wishedMotion(const Scene& s, const Row& row) {
  const double h = 1e-5;
  Vector phi(s.theta.size());
  for (int c = 0; c < phi.size(); ++c) {
    Vector low = s.theta, high = s.theta;
    low[c] -= h;
    high[c] += h;
    phi[c] = -row[kSecondaryGain] * (goal(s, row, high) - goal(s, row, low)) / (2 * h);
  }
  return phi;
}

// (I - J^+ J) phi, computed independently.
Vector expectedMotion(const Scene& s, const Row& row) {
  const Vector phi = wishedMotion(s, row);
  Pose pose(s.tree);
  const Matrix j = jacobianAt(s, s.theta, pose);
  const test::Svd svd = test::decompose(j);
  Vector projected = phi;
  for (int i = 0; i < svd.sigma.size(); ++i)
    if (svd.sigma[i] > 1e-9 * svd.sigma[0]) projected -= svd.v.col(i) * svd.v.col(i).dot(phi);
  return projected;
}

class SecondaryGoal : public testing::TestWithParam<SecondaryKind> {};

TEST_P(SecondaryGoal, MatchesTheProjectedGradientWithoutMovingTargetsSeed51) {
  Random random(51);
  int moved = 0, followed = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Scene s = randomScene(random, trial >= 200);
    Row row = test::panelRow("dls");
    row[kMaxStep] = kInfinity;
    row[kSecondaryKind] = static_cast<double>(GetParam());
    row[kSecondaryGain] = 0.3;
    row[kCentreX] = row[kCentreY] = row[kCentreZ] = 0.2;
    row[kRadius] = 2;

    // Targets at the tips: the method's own step is zero.
    Pose pose(s.tree);
    const Matrix j = jacobianAt(s, s.theta, pose);
    std::vector<Goal> goals;
    for (const TaskTarget& t : s.task.targets())
      goals.push_back({pose.tip[t.effector], Eigen::Quaterniond(pose.worldFromTip[t.effector])});
    const Vector sigma = test::singularValues(j);
    const int rank = s.rank0;
    // Near a singularity the projection itself is dominated by rounding.
    if (sigma[rank - 1] < 1e-3 * sigma[0]) continue;
    const iklab::Model model{s.tree, s.task, rank};
    const RunSettings settings;
    Runner runner(test::solverOf(model, settings, row), settings, s.theta);
    runner.beginFrame(goals, true, kInfinity);
    runner.update();
    const Vector expected = expectedMotion(s, row);
    EXPECT_LT((runner.step() - expected).norm(), 1e-6 * (1 + expected.norm())) << trial;
    EXPECT_LT((j * runner.step()).norm(), 1e-9 * sigma[0] * (1 + expected.norm())) << trial;
    moved += expected.norm() > 1e-6;
    followed += s.tree.coupled() && expected.norm() > 1e-6;
  }
  EXPECT_GE(moved, 20);
  EXPECT_GE(followed, 10);
}

// In any pose, including singular ones, and with a method that drops directions: the secondary goal
// moves the targets by at most 1e-9 sigma_1 |phi|.
TEST_P(SecondaryGoal, DoesNotMoveTargetsInAnyPoseSeed52) {
  Random random(52);
  int acted = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Scene s = randomScene(random, trial / 2 % 2);
    if (trial % 2) s.theta.setZero();
    Row row = test::panelRow("truncated");
    row[test::paramIndex("truncated", "cutoff")] = 0.5;
    row[kMaxStep] = kInfinity;
    row[kSecondaryGain] = 0.3;
    row[kCentreX] = row[kCentreY] = row[kCentreZ] = 0.2;
    row[kRadius] = 2;
    const std::vector<Goal> goals = test::randomGoals(s.task, 1, random);
    Vector steps[2];
    for (const bool with : {false, true}) {
      row[kSecondaryKind] = with ? static_cast<double>(GetParam()) : 0;
      const iklab::Model model{s.tree, s.task, s.rank0};
      const RunSettings settings;
      Runner runner(test::solverOf(model, settings, row), settings, s.theta);
      runner.beginFrame(goals, true, kInfinity);
      runner.update();
      steps[with] = runner.step();
    }
    Pose pose(s.tree);
    const Matrix j = jacobianAt(s, s.theta, pose);
    const double sigma = test::singularValues(j)[0];
    const Vector added = steps[1] - steps[0];
    const double rounding = 1e-15 * steps[0].norm();
    EXPECT_LE((j * added).norm(), sigma * (1e-9 * wishedMotion(s, row).norm() + rounding)) << trial;
    acted += added.norm() > 1e-6;
  }
  EXPECT_GE(acted, 20);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SecondaryGoal,
                         testing::Values(SecondaryKind::rest, SecondaryKind::limitMiddle,
                                         SecondaryKind::manipulability, SecondaryKind::clearance));

}  // namespace
}  // namespace iklab::secondary_test
