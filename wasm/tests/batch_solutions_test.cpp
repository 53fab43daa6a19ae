// The solution in which each row of a batch ends, against a second search and cases with known results.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "iklab/dh.hpp"
#include "iklab/lab/batch.hpp"
#include "iklab/lab/solution_finder.hpp"
#include "tests/allocations.hpp"
#include "tests/batched.hpp"

namespace iklab::batch_solutions_test {
namespace {

constexpr double kPi = 3.141592653589793, kHalf = kPi / 2;

// limit: of every joint, to both sides, radians.
Tree ur5e(double limit) {
  std::vector<DhRow> rows = {
      {.alpha = kHalf, .d = 0.1625},  {.a = -0.425}, {.a = -0.3922}, {.alpha = kHalf, .d = 0.1333},
      {.alpha = -kHalf, .d = 0.0997}, {.d = 0.0996}};
  for (DhRow& row : rows) row.lower = -limit, row.upper = limit;
  return dhTree(rows).take();
}

test::BatchScene sceneOf(Tree tree, const Vector& start, LimitPolicy limits) {
  test::BatchScene scene{std::move(tree), {}};
  scene.spec.targets.resize(1);
  scene.spec.targets[0].oriented = true;
  scene.spec.start = start;
  scene.spec.run.mode = RunMode::converge;
  scene.spec.run.limitPolicy = limits;
  scene.spec.run.rules = {.minImprovement = 0, .maxRises = 1000000, .maxUpdates = 500};
  return scene;
}

Goal goalAt(const Tree& tree, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  return {pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
}

double field(const Batch& batch, BatchSolutionField at) {
  return batch.solutions()[static_cast<size_t>(at)];
}

Vector poseOf(const Batch& batch, int row) {
  const auto n = static_cast<int>(batch.start().size());
  return Eigen::Map<const Vector>(&batch.poses()[static_cast<size_t>(row * n)], n);
}

Vector startOf(const Batch& batch) {
  return Eigen::Map<const Vector>(batch.start().data(), static_cast<int>(batch.start().size()));
}

bool isRowSolved(const Batch& batch, int row) {
  return batch.rows()[static_cast<size_t>(row * kBatchStride + kBatchSolved)] == 1;
}

// Largest joint difference, without full rotations.
double apart(const Vector& a, const Vector& b) {
  double most = 0;
  for (int c = 0; c < a.size(); ++c)
    most = std::max(most, std::abs(std::remainder(a[c] - b[c], 2 * kPi)));
  return most;
}

// Position and rotation vector from the tip to the goal.
Vector missing(const Tree& tree, const Goal& goal, const Vector& theta) {
  const Goal at = goalAt(tree, theta);
  const Eigen::AngleAxisd turn(goal.orientation * at.orientation.conjugate());
  const double angle = std::remainder(turn.angle(), 2 * kPi);
  Vector e(6);
  e << goal.position - at.position, angle * turn.axis();
  return e;
}

// Newton's method with central differences from random poses; each solution once, in (-pi, pi].
std::vector<Vector> searched(const Tree& tree, const Goal& goal, Random& random, int starts) {
  std::vector<Vector> all;
  for (int s = 0; s < starts; ++s) {
    Vector q(6);
    for (double& each : q) each = random.uniform(-kPi, kPi);
    for (int step = 0; step < 60; ++step) {
      const Vector e = missing(tree, goal, q);
      if (e.norm() < 1e-11) break;
      Matrix slope(6, 6);
      for (int c = 0; c < 6; ++c) {
        Vector up = q, down = q;
        up[c] += 1e-6, down[c] -= 1e-6;
        slope.col(c) = (missing(tree, goal, down) - missing(tree, goal, up)) / 2e-6;
      }
      const double damping = 0.01 * std::min(1.0, e.squaredNorm());
      const Matrix normal = slope.transpose() * slope + damping * Eigen::MatrixXd::Identity(6, 6);
      Vector move = normal.ldlt().solve(slope.transpose() * e);
      q += move * std::min(1.0, 0.5 / move.cwiseAbs().maxCoeff());
    }
    if (missing(tree, goal, q).norm() > 1e-9) continue;
    for (double& each : q) each = std::remainder(each, 2 * kPi);
    if (std::none_of(all.begin(), all.end(),
                     [&](const Vector& known) { return apart(q, known) < 1e-5; }))
      all.push_back(q);
  }
  return all;
}

struct Nearest {
  Vector theta;
  double turn = kInfinity, squares = kInfinity;
  int inLimits = 0;
};

// The solution nearest to the start, each joint at any full rotation. limit: infinite if limits are
// ignored.
Nearest nearestOf(const std::vector<Vector>& all, const Vector& start, double limit) {
  Nearest found;
  for (const Vector& each : all) {
    double most = 0, squares = 0;
    for (int c = 0; c < 6; ++c) {
      double least = kInfinity;
      for (int turns = -3; turns <= 3; ++turns) {
        const double value = each[c] + 2 * kPi * turns;
        if (std::abs(value) <= limit) least = std::min(least, std::abs(value - start[c]));
      }
      most = std::max(most, least);
      squares += least * least;
    }
    if (most < kInfinity) ++found.inLimits;
    const bool same = std::abs(most - found.turn) < 1e-7;
    if (same ? squares < found.squares : most < found.turn)
      found.turn = most, found.squares = squares, found.theta = each;
  }
  return found;
}

void expectAsSearched(double limit, LimitPolicy policy, int rows, std::map<int, int>& seen) {
  const Tree tree = ur5e(limit);
  const auto batch =
      test::open(sceneOf(tree, Vector::Zero(6), policy), {{.start = StartKind::random, .seed = 4}},
                 test::panelRow("levenberg-marquardt"));
  ASSERT_EQ(batch->solve(0, rows), "");
  Random random(8);
  int complete = 0, matched = 0, solved = 0;
  for (int i = 0; i < rows; ++i) {
    ASSERT_EQ(batch->compareSolutions(i), "");
    const std::vector<double> row(batch->solutions().begin(), batch->solutions().end());
    batch->draw(i);
    const Goal goal = test::goalsOf(*batch)[0];
    const Vector start = startOf(*batch), pose = poseOf(*batch, i);
    const std::vector<Vector> all = searched(tree, goal, random, 80);
    EXPECT_LE(all.size(), row[kBatchBranches]) << i;
    EXPECT_NEAR(row[kBatchTurn], (pose - start).cwiseAbs().maxCoeff(), 1e-14);
    if (isRowSolved(*batch, i)) ++solved;
    if (static_cast<double>(all.size()) != row[kBatchBranches]) continue;
    ++complete;
    const Nearest nearest =
        nearestOf(all, start, policy == LimitPolicy::ignore ? kInfinity : limit);
    EXPECT_EQ(row[kBatchBranchesInLimits], nearestOf(all, start, limit).inLimits) << i;
    if (nearest.turn == kInfinity) {
      EXPECT_EQ(row[kBatchNearestBranch], 0);
      EXPECT_TRUE(std::isnan(row[kBatchNearestTurn]));
    } else {
      EXPECT_NEAR(row[kBatchNearestTurn], nearest.turn, 1e-8) << i;
    }
    if (!isRowSolved(*batch, i)) {
      EXPECT_EQ(row[kBatchBranch], 0);
      continue;
    }
    if (row[kBatchBranch] == 0) continue;
    ++matched;
    ++seen[static_cast<int>(row[kBatchBranch])];
    const Vector& closest = *std::min_element(
        all.begin(), all.end(),
        [&](const Vector& a, const Vector& b) { return apart(pose, a) < apart(pose, b); });
    if (nearest.turn < kInfinity) {
      EXPECT_EQ(row[kBatchBranch] == row[kBatchNearestBranch], apart(closest, nearest.theta) < 1e-6)
          << i;
    }
    if (!std::isnan(row[kBatchCertified])) {
      EXPECT_LE(apart(pose, closest), row[kBatchCertified]) << i;
      if (row[kBatchCertifiedInLimits] == 1) {
        EXPECT_LE(pose.cwiseAbs().maxCoeff(), limit);
      }
    }
  }
  EXPECT_GE(complete, rows * 8 / 10);
  EXPECT_GE(matched, solved * 7 / 10);
  EXPECT_GE(solved, rows / 4);
}

TEST(BatchSolutions, MatchASearchOfAUr5eWithLimits) {
  std::map<int, int> seen;
  expectAsSearched(2 * kPi, LimitPolicy::clamp, 16, seen);
  EXPECT_GE(seen.size(), 4U);
}

TEST(BatchSolutions, MatchASearchWhereFewSolutionsAreWithinLimits) {
  std::map<int, int> seen;
  expectAsSearched(2.2, LimitPolicy::clamp, 16, seen);
}

TEST(BatchSolutions, DisregardLimitsThatTheSceneIgnores) {
  std::map<int, int> seen;
  expectAsSearched(2.2, LimitPolicy::ignore, 16, seen);
}

// A goal beside the start: the nearest solution is the small motion that made the goal, or, with
// joint 6 a full rotation farther, the same pose.
TEST(BatchSolutions, NameTheSolutionBesideTheStart) {
  const Tree tree = ur5e(2 * kPi);
  Vector start(6), moved(6);
  start << 0.3, -1.2, 1.4, -0.9, -1.1, 0.4;
  moved = start;
  moved[1] += 0.02, moved[4] -= 0.035;
  for (const double turns : {0, 1}) {
    Vector from = start;
    from[5] += 2 * kPi * turns * -1;
    test::BatchScene scene = sceneOf(tree, from, LimitPolicy::clamp);
    scene.spec.targets[0].base = goalAt(tree, moved);
    const auto batch = test::open(scene,
                                  {{.kind = Sampling::startPlane,
                                    .columns = {0, 1},
                                    .from = {from[0] - 1, from[1] - 1},
                                    .to = {from[0] + 1, from[1] + 1}}},
                                  test::panelRow("levenberg-marquardt"));
    ASSERT_EQ(batch->solve(0, 1), "");
    ASSERT_EQ(batch->compareSolutions(0), "");
    EXPECT_TRUE(isRowSolved(*batch, 0));
    EXPECT_NEAR(field(*batch, kBatchNearestTurn), 0.035, 1e-9);
    EXPECT_NEAR(field(*batch, kBatchTurn), 0.035, 2e-3);
    EXPECT_EQ(field(*batch, kBatchBranches), 8);
    EXPECT_EQ(field(*batch, kBatchBranch), field(*batch, kBatchNearestBranch));
    EXPECT_GT(field(*batch, kBatchBranch), 0);
    EXPECT_GT(field(*batch, kBatchCertified), 0);
    EXPECT_EQ(field(*batch, kBatchCertifiedInLimits), 1);
  }
}

TEST(BatchSolutions, AreTheSameForRowsSolvedTogetherOrOneByOne) {
  const test::BatchScene scene = sceneOf(ur5e(2 * kPi), Vector::Zero(6), LimitPolicy::clamp);
  const test::BatchSpec spec{{.start = StartKind::random, .seed = 9}};
  const auto whole = test::open(scene, spec, test::panelRow("sdls"));
  const auto one = test::open(scene, spec, test::panelRow("sdls"));
  ASSERT_EQ(whole->solve(0, 16), "");
  for (int i = 15; i >= 0; --i) {
    ASSERT_EQ(one->solve(i, 1), "");
    ASSERT_EQ(whole->compareSolutions(i), "");
    ASSERT_EQ(one->compareSolutions(0), "");
    for (size_t k = 0; k < kBatchSolutionStride; ++k)
      EXPECT_TRUE(whole->solutions()[k] == one->solutions()[k] ||
                  (std::isnan(whole->solutions()[k]) && std::isnan(one->solutions()[k])));
  }
}

TEST(BatchSolutions, AreNotUsedWithoutAClosedForm) {
  test::BatchScene scene{test::planarChain(2, -3, 3), {}};
  scene.spec.targets.resize(1);
  scene.spec.start = Vector::Zero(2);
  scene.spec.run.mode = RunMode::converge;
  const auto batch = test::open(scene, {}, test::panelRow("levenberg-marquardt"));
  ASSERT_EQ(batch->solve(0, 1), "");
  ASSERT_EQ(batch->compareSolutions(0), "");
  for (const double number : batch->solutions()) EXPECT_TRUE(std::isnan(number));
}

TEST(BatchSolutions, RejectRowsThatWereNotSolved) {
  const auto batch = test::open(sceneOf(ur5e(2 * kPi), Vector::Zero(6), LimitPolicy::clamp), {},
                                test::panelRow("levenberg-marquardt"));
  EXPECT_NE(batch->compareSolutions(0), "");
  ASSERT_EQ(batch->solve(0, 2), "");
  EXPECT_EQ(batch->compareSolutions(2), "row must be from 0 to 1; got 2");
}

// The proof of a solution allocates; all else is part of the finder.
TEST(BatchSolutions, AllocateNoMoreThanTheCertificate) {
  const Tree tree = ur5e(2 * kPi);
  const test::BatchScene scene = sceneOf(tree, Vector::Zero(6), LimitPolicy::clamp);
  const auto batch = test::open(scene, {{.start = StartKind::random, .seed = 2}},
                                test::panelRow("levenberg-marquardt"));
  ASSERT_EQ(batch->solve(0, 8), "");
  ASSERT_EQ(batch->compareSolutions(0), "");
  const auto finder = SolutionFinder::open(tree, scene.spec).take();
  const size_t before = test::allocations();
  finder->certify();
  const size_t perCertificate = test::allocations() - before;
  for (int i = 0; i < 8; ++i) {
    const size_t at = test::allocations();
    ASSERT_EQ(batch->compareSolutions(i), "");
    EXPECT_LE(test::allocations() - at, perCertificate) << i;
  }
}

}  // namespace
}  // namespace iklab::batch_solutions_test
