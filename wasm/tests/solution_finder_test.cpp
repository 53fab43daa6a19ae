// Every solution through buffers: against closed forms of a planar arm, the closed form's own
// interface, and each other's numbers while the goal moves.
#include "iklab/lab/solution_finder.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "iklab/dh.hpp"
#include "tests/allocations.hpp"
#include "tests/world.hpp"

namespace iklab::solution_finder_test {
namespace {

constexpr double kPi = 3.141592653589793, kHalf = kPi / 2;

std::vector<DhRow> ur5e() {
  return {
      {.alpha = kHalf, .d = 0.1625},  {.a = -0.425}, {.a = -0.3922}, {.alpha = kHalf, .d = 0.1333},
      {.alpha = -kHalf, .d = 0.0997}, {.d = 0.0996}};
}

LabSpec scene(int n, bool oriented) {
  LabSpec spec;
  spec.targets = {LabTarget{}};
  spec.targets[0].oriented = oriented;
  spec.start = Vector::Zero(n);
  return spec;
}

std::unique_ptr<SolutionFinder> opened(Result<Tree> tree, const LabSpec& spec, int target = -1) {
  return SolutionFinder::open(std::move(tree), spec, target).take();
}

void setGoal(SolutionFinder& finder, const Tree& tree, const Vector& theta) {
  Pose pose(tree);
  forwardKinematics(tree, theta, pose);
  const Goal goal{pose.tip[0], Eigen::Quaterniond(pose.worldFromTip[0])};
  std::copy_n(goal.position.data(), 3, finder.goals().begin());
  std::copy_n(goal.orientation.coeffs().data(), 4, finder.goals().begin() + 3);
}

double at(const SolutionFinder& finder, int i, int field) {
  return finder.solutions()[static_cast<size_t>(i * finder.stride() + field)];
}

TEST(SolutionFinder, FindsBothElbowsOfAPlanarArm) {
  const auto finder = opened(test::planarChain(2, -3, 3), scene(2, false));
  EXPECT_EQ(finder->kind(), SolutionKind::found);
  const double x = 1.1, y = 0.6;
  finder->goals()[0] = x, finder->goals()[1] = y, finder->goals()[2] = 0;
  ASSERT_EQ(finder->find(20), 2) << finder->fault();
  const double elbow = std::acos((x * x + y * y - 2) / 2);
  std::set<int> numbers, signs;
  for (int i = 0; i < 2; ++i) {
    const double q1 = at(*finder, i, kSolutionHead), q2 = at(*finder, i, kSolutionHead + 1);
    EXPECT_NEAR(std::abs(q2), elbow, 1e-8);
    EXPECT_NEAR(q1, std::atan2(y, x) - std::atan2(std::sin(q2), 1 + std::cos(q2)), 1e-8);
    EXPECT_NEAR(at(*finder, i, kSolutionTurn), std::max(std::abs(q1), std::abs(q2)), 1e-15);
    EXPECT_NEAR(at(*finder, i, kSolutionMargin), 3 - std::max(std::abs(q1), std::abs(q2)), 1e-15);
    numbers.insert(static_cast<int>(at(*finder, i, kSolutionNumber)));
    signs.insert(q2 > 0);
  }
  EXPECT_EQ(numbers, (std::set<int>{1, 2}));
  EXPECT_EQ(signs.size(), 2U);
  EXPECT_LE(at(*finder, 0, kSolutionTurn), at(*finder, 1, kSolutionTurn));
}

TEST(SolutionFinder, ListsSolutionsWithinLimitsFirst) {
  auto finder = opened(test::planarChain(2, -2, 0.5), scene(2, false));
  finder->goals()[0] = 1.1, finder->goals()[1] = -0.6, finder->goals()[2] = 0;
  ASSERT_EQ(finder->find(20), 2);
  EXPECT_GT(at(*finder, 0, kSolutionMargin), 0);
  EXPECT_LT(at(*finder, 1, kSolutionMargin), 0);
  finder->start()[1] = 0.5;  // Nearer to the one outside.
  ASSERT_EQ(finder->find(20), 2);
  EXPECT_GT(at(*finder, 0, kSolutionMargin), 0);
}

TEST(SolutionFinder, AgreesWithTheClosedFormWithoutAllocation) {
  const Tree tree = dhTree(ur5e()).take();
  const auto finder = opened(tree, scene(6, true));
  ASSERT_EQ(finder->kind(), SolutionKind::all);
  EXPECT_EQ(finder->reason(), "axes 2, 3, 4 are parallel; axes 5, 6 meet");
  const auto model = Model::make(tree, {{.effector = "tool", .oriented = true}}).take();
  const ClosedForm form = ClosedForm::make(model).take();
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Vector theta(6);
    for (double& each : theta) each = random.uniform(-kPi, kPi);
    setGoal(*finder, tree, theta);
    const size_t before = test::allocations();
    const int count = finder->find(0);
    EXPECT_EQ(test::allocations(), before);
    const Goal goal{Eigen::Vector3d(finder->goals().data()),
                    Eigen::Quaterniond(Eigen::Vector4d(finder->goals().data() + 3)).normalized()};
    const std::vector<Branch> own = form.solutions(goal, Vector::Zero(6));
    ASSERT_EQ(count, static_cast<int>(own.size()));
    for (int k = 0; k < count; ++k) {
      // Solutions with equal largest rotations may be in another order.
      const auto found = std::find_if(own.begin(), own.end(), [&](const Branch& each) {
        return each.theta[5] == at(*finder, k, kSolutionHead + 5) &&
               each.theta[2] == at(*finder, k, kSolutionHead + 2) &&
               each.theta[0] == at(*finder, k, kSolutionHead);
      });
      ASSERT_NE(found, own.end());
      const Branch& branch = *found;
      EXPECT_NEAR(at(*finder, k, kSolutionTurn),
                  own[static_cast<size_t>(k)].theta.cwiseAbs().maxCoeff(), 1e-9);
      for (int c = 0; c < 6; ++c) EXPECT_EQ(at(*finder, k, kSolutionHead + c), branch.theta[c]);
      EXPECT_EQ(at(*finder, k, kSolutionResidual), branch.residual);
      const int sides[] = {branch.sides.shoulder, branch.sides.elbow, branch.sides.wrist};
      int number = 1;
      for (const int side : sides) number = 2 * (number - 1) + (side < 0) + 1;
      EXPECT_EQ(at(*finder, k, kSolutionNumber), number);
    }
  }
}

// A solution is followed by continuity; its number stays the same until it meets another.
TEST(SolutionFinder, KeepsTheNumberOfASolutionWhileTheGoalMoves) {
  const Tree tree = dhTree(ur5e()).take();
  const auto finder = opened(tree, scene(6, true));
  Vector theta(6);
  theta << 0.3, -1.2, 1.4, -0.9, -1.1, 0.4;
  std::map<int, Vector> before;
  for (int step = 0; step < 200; ++step) {
    theta[0] += 0.01, theta[1] += 0.001, theta[4] += 0.002;
    setGoal(*finder, tree, theta);
    const int count = finder->find(0);
    ASSERT_EQ(count, 8);
    std::map<int, Vector> now;
    for (int k = 0; k < count; ++k) {
      Vector q(6);
      for (int c = 0; c < 6; ++c) q[c] = at(*finder, k, kSolutionHead + c);
      now[static_cast<int>(at(*finder, k, kSolutionNumber))] = q;
    }
    ASSERT_EQ(now.size(), 8U);
    for (const auto& [number, q] : before)
      for (int c = 0; c < 6; ++c)
        EXPECT_LT(std::abs(std::remainder(q[c] - now[number][c], 2 * kPi)), 0.1) << number;
    before = now;
  }
}

TEST(SolutionFinder, FindsBySearchWhatTheClosedFormLists) {
  // An axis that misses the wrist by 4 mm: no closed form, but solutions close to those of one.
  auto rows = ur5e();
  rows[4].a = 0.004;
  rows[1].alpha = 0.02;
  const Tree tree = dhTree(rows).take();
  const auto finder = opened(tree, scene(6, true));
  ASSERT_EQ(finder->kind(), SolutionKind::found);
  EXPECT_NE(finder->reason().find("miss a common point by"), std::string::npos);
  Vector theta(6);
  theta << 0.3, -1.2, 1.4, -0.9, -1.1, 0.4;
  setGoal(*finder, tree, theta);
  EXPECT_EQ(finder->find(400), 8);
  // In pieces, the same.
  const std::vector<double> all(finder->solutions().begin(), finder->solutions().end());
  finder->find(100);
  EXPECT_EQ(finder->search(300), 8);
  EXPECT_EQ(all, std::vector<double>(finder->solutions().begin(), finder->solutions().end()));
}

TEST(SolutionFinder, SaysThatARedundantArmHasMoreFreedomThanItsGoal) {
  const auto finder = opened(test::planarChain(3, -2, 2), scene(3, false));
  EXPECT_EQ(finder->kind(), SolutionKind::redundant);
  EXPECT_EQ(finder->find(10), 0);
}

TEST(SolutionFinder, NumbersThePoseBesideASolution) {
  const Tree tree = dhTree(ur5e()).take();
  const auto finder = opened(tree, scene(6, true));
  Vector theta(6);
  theta << 0.3, -1.2, 1.4, -0.9, -1.1, 0.4;
  setGoal(*finder, tree, theta);
  const int count = finder->find(0);
  ASSERT_EQ(count, 8);
  for (int k = 0; k < count; ++k) {
    std::vector<double> pose(6);
    for (int c = 0; c < 6; ++c) pose[static_cast<size_t>(c)] = at(*finder, k, kSolutionHead + c);
    const int number = static_cast<int>(at(*finder, k, kSolutionNumber));
    EXPECT_EQ(finder->numberAt(pose), number);
    EXPECT_EQ(finder->turnTo(pose), at(*finder, k, kSolutionTurn));
    pose[1] += 0.006, pose[4] -= 0.004;  // As far off as a tolerance allows.
    EXPECT_EQ(finder->numberAt(pose), number);
    pose[5] -= 2 * kPi;
    EXPECT_EQ(finder->numberAt(pose), number);
    pose[2] += 0.3;
    EXPECT_EQ(finder->numberAt(pose), 0);
  }
  const auto planar = opened(test::planarChain(2, -3, 3), scene(2, false));
  EXPECT_EQ(planar->numberAt(std::vector<double>{0.1, 0.2}), 0);
}

TEST(SolutionFinder, CertifiesAPoseAtTheGoal) {
  const Tree tree = dhTree(ur5e()).take();
  const auto finder = opened(tree, scene(6, true));
  Vector theta(6);
  theta << 0.3, -1.2, 1.4, -0.9, -1.1, 0.4;
  setGoal(*finder, tree, theta);
  theta[2] += 1e-6;
  std::copy_n(theta.data(), 6, finder->start().begin());
  const double radius = finder->certify();
  EXPECT_GE(radius, 1e-6);
  EXPECT_LT(radius, 1e-4);
  EXPECT_TRUE(finder->certifiedWithin());
  finder->start()[2] += 0.1;
  EXPECT_TRUE(std::isnan(finder->certify()));
}

TEST(SolutionFinder, ProvesThatAGoalIsOutOfReach) {
  const auto finder = opened(test::planarChain(2, -2, 2), scene(2, false));
  finder->goals()[0] = 2.5, finder->goals()[1] = 0, finder->goals()[2] = 0;
  EXPECT_NEAR(finder->proveOutOfReach(0, 0, true), 0.5, 1e-9);
  EXPECT_FALSE(finder->outOfReach()->needsLimits);
  EXPECT_EQ(finder->targetOutOfReach(), 0);
  finder->goals()[0] = 1.5;
  EXPECT_TRUE(std::isnan(finder->proveOutOfReach(0, 0, true)));
  // Behind the limits of both joints.
  finder->goals()[0] = -0.3;
  EXPECT_TRUE(std::isnan(finder->proveOutOfReach(0, 0, false)));
  EXPECT_GT(finder->proveOutOfReach(0, 0, true), 0.1);
  EXPECT_TRUE(finder->outOfReach()->needsLimits);
  EXPECT_TRUE(std::isnan(finder->proveOutOfReach(-1, 0, true)));
  EXPECT_NE(finder->fault().find("position"), std::string::npos);
}

TEST(SolutionFinder, RefusesAnUnknownTargetAndNumbersThatAreNotFinite) {
  const auto refused = SolutionFinder::open(test::planarChain(2, -2, 2), scene(2, false), 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(std::string(refused.reason()).find("target"), std::string::npos);
  const auto finder = opened(test::planarChain(2, -2, 2), scene(2, false));
  finder->goals()[0] = std::nan("");
  EXPECT_EQ(finder->find(3), -1);
  EXPECT_FALSE(finder->fault().empty());
  finder->goals()[0] = 1;
  EXPECT_EQ(finder->find(-3), -1);
  EXPECT_NE(finder->fault().find("starts"), std::string::npos);
  for (const double seed : {-1.0, 0.5, 9007199254740992.0, std::nan("")}) {
    EXPECT_EQ(finder->find(3, seed), -1);
    EXPECT_EQ(finder->fault().find("seed must be "), 0U) << finder->fault();
  }
  EXPECT_GE(finder->find(3, 9007199254740991.0), 0);
}

}  // namespace
}  // namespace iklab::solution_finder_test
