// Solutions and self-motion curves of redundant mechanisms through buffers: against the kinematics,
// the pose that made the goal, and the limits of each joint.
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "iklab/lab/solution_finder.hpp"
#include "tests/allocations.hpp"
#include "tests/seven_axis_arms.hpp"
#include "tests/world.hpp"

namespace iklab::redundant_finder_test {
namespace {

using namespace test;

constexpr double kPi = 2 * kHalfPi;

std::unique_ptr<SolutionFinder> finderOf(const Tree& tree, bool oriented) {
  LabSpec spec;
  spec.targets = {LabTarget{}};
  spec.targets[0].oriented = oriented;
  spec.start = Vector::Zero(tree.columns());
  return SolutionFinder::open(tree, spec).take();
}

void setStart(SolutionFinder& finder, const Vector& theta) {
  std::copy_n(theta.data(), theta.size(), finder.start().begin());
}
Goal setGoalAt(SolutionFinder& finder, const Model& model, const Vector& theta) {
  const Goal goal = goalAt(model, theta);
  std::copy_n(goal.position.data(), 3, finder.goals().begin());
  std::copy_n(goal.orientation.coeffs().data(), 4, finder.goals().begin() + 3);
  return goal;
}

struct Rows {
  std::span<const double> all;
  int head, n;
  double field(int i, int field) const { return all[static_cast<size_t>(i * (head + n) + field)]; }
  Vector theta(int i) const {
    return Eigen::Map<const Vector>(&all[static_cast<size_t>(i * (head + n) + head)], n);
  }
};
Rows solutionsOf(const SolutionFinder& finder, int n) {
  return {finder.solutions(), kSolutionHead, n};
}

TEST(RedundantFinder, ListsTheSolutionsAtTheParameterOfAPose) {
  const int columns[] = {kSwivelAngle, 6, 0};
  const char* reasons[] = {
      "one free parameter: swivel angle; axes 1, 2, 3 meet; axes 5, 6, 7 meet",
      "one free parameter: joint \"q7\" is held; axes 1, 2, 3 meet; axes 5, 6 meet",
      "one free parameter: joint \"q1\" is held; axes 5, 6, 7 meet; axes 2, 3 meet"};
  Random random(4);
  for (size_t k = 0; k < 3; ++k) {
    const SevenArm arm = sevenArms()[k];
    const auto finder = finderOf(arm.model->tree, true);
    EXPECT_EQ(finder->kind(), SolutionKind::redundant);
    EXPECT_EQ(finder->reason(), reasons[k]);
    ASSERT_EQ(finder->parameterColumn(), columns[k]);
    const Rows rows = solutionsOf(*finder, 7);
    for (int i = 0; i < 40; ++i) {
      const Vector pose = randomPose(random);
      const Goal goal = setGoalAt(*finder, *arm.model, pose);
      setStart(*finder, pose);
      const double parameter = finder->startParameter();
      if (columns[k] >= 0) {
        EXPECT_EQ(parameter, pose[columns[k]]);
      }
      setStart(*finder, Vector::Constant(7, 0.1));
      const size_t before = allocations();
      const int count = finder->findAt(parameter);
      EXPECT_EQ(allocations(), before);
      ASSERT_GT(count, 0) << arm.name << " " << i;
      double nearest = kPi;
      std::set<int> numbers;
      bool outside = false;
      double turn = 0;
      for (int s = 0; s < count; ++s) {
        const Vector theta = rows.theta(s);
        EXPECT_LT(errorAt(*arm.model, theta, goal), 1e-11);
        nearest = std::min(nearest, largestTurn(theta, pose));
        numbers.insert(static_cast<int>(rows.field(s, kSolutionNumber)));
        EXPECT_EQ(rows.field(s, kSolutionShoulder), 0);
        const bool out = rows.field(s, kSolutionMargin) < 0;
        EXPECT_TRUE(out || !outside);
        if (out == outside) {
          EXPECT_GE(rows.field(s, kSolutionTurn), turn - 1e-9);
        }
        outside = out, turn = rows.field(s, kSolutionTurn);
      }
      EXPECT_LT(nearest, 1e-6) << arm.name << " " << i;
      EXPECT_EQ(static_cast<int>(numbers.size()), count);
      EXPECT_EQ(*numbers.rbegin(), count);
      for (int s = 0; s < count; ++s) {
        setStart(*finder, rows.theta(s));
        EXPECT_LT(std::abs(std::remainder(finder->startParameter() - parameter, 2 * kPi)), 1e-9);
      }
    }
  }
}

// The least distance to a limit, with each joint at the full rotation that is farthest from its limits.
double marginOf(const Tree& tree, const Vector& theta) {
  double least = kInfinity;
  for (int c = 0; c < theta.size(); ++c) {
    const Joint& joint = tree.moving(c);
    const double middle = 0.5 * (joint.lower + joint.upper);
    const double off = std::abs(std::remainder(theta[c] - middle, 2 * kPi));
    least = std::min(least, 0.5 * (joint.upper - joint.lower) - off);
  }
  return least;
}

TEST(RedundantFinder, FollowsTheCurveThroughTheStart) {
  const auto model = pandaModel();
  const auto finder = finderOf(model->tree, true);
  Random random(8);
  int stretches = 0;
  for (int i = 0; i < 20; ++i) {
    Vector pose(7);
    for (int c = 0; c < 7; ++c)
      pose[c] = random.uniform(model->tree.moving(c).lower, model->tree.moving(c).upper);
    const Goal goal = goalAt(*model, pose);
    setStart(*finder, pose);
    const int count = finder->traceCurve();
    ASSERT_GT(count, 10) << finder->fault();
    const CurveRows& curve = *finder->curve();
    const Rows rows{curve.samples(), kCurveHead, 7};
    ASSERT_EQ(curve.last(), SelfMotionEnd::closed);
    EXPECT_LE(curve.closure(), 1e-9);
    EXPECT_LE(largestTurn(rows.theta(0), rows.theta(count - 1)), 1e-9);
    EXPECT_EQ(rows.theta(0), pose);
    for (int s = 0; s < count; ++s) {
      const Vector theta = rows.theta(s);
      EXPECT_LT(errorAt(*model, theta, goal), 1e-11);
      EXPECT_EQ(rows.field(s, kCurveParameter), theta[6]);
      EXPECT_NEAR(rows.field(s, kCurveMargin), marginOf(model->tree, theta), 1e-14);
      if (s > 0) {
        EXPECT_GT(rows.field(s, kCurveArc), rows.field(s - 1, kCurveArc));
      }
    }
    const double length = rows.field(count - 1, kCurveArc);
    const Rows within{curve.stretches(), kStretchHead, 7};
    const auto inside = [&](int s, double arc) {
      for (const double lap : {0.0, length})
        if (arc + lap > within.field(s, kStretchFrom) && arc + lap < within.field(s, kStretchTo))
          return true;
      return false;
    };
    for (int k = 0; k < count; ++k) {
      const double arc = rows.field(k, kCurveArc), margin = rows.field(k, kCurveMargin);
      int in = -1;
      for (int s = 0; s < curve.stretchCount(); ++s)
        if (inside(s, arc)) in = s;
      if (std::abs(margin) > 1e-5) {
        EXPECT_EQ(in >= 0, margin > 0 || (k == 0 && margin >= 0));
      }
      if (in >= 0) {
        EXPECT_LE(margin, within.field(in, kStretchMargin) + 1e-9);
      }
    }
    for (int s = 0; s < curve.stretchCount(); ++s, ++stretches) {
      const Vector best = within.theta(s);
      EXPECT_LT(errorAt(*model, best, goal), 1e-11);
      EXPECT_NEAR(within.field(s, kStretchMargin), marginOf(model->tree, best), 1e-14);
      EXPECT_EQ(within.field(s, kStretchParameter), best[6]);
    }
  }
  EXPECT_GE(stretches, 15);
}

TEST(RedundantFinder, RepeatsACurveToTheBit) {
  const auto finder = finderOf(gen3Model()->tree, true);
  Random random(3);
  const Vector pose = randomPose(random), other = randomPose(random);
  std::vector<std::vector<double>> curves;
  for (const Vector& each : {pose, other, pose}) {
    setStart(*finder, each);
    ASSERT_GT(finder->traceCurve(), 0);
    const auto samples = finder->curve()->samples();
    curves.emplace_back(samples.begin(), samples.begin() + 100 * (kCurveHead + 7));
  }
  EXPECT_EQ(curves[0], curves[2]);
}

TEST(RedundantFinder, GivesTheParameterAtTheEndsOfAStretch) {
  const auto model = pandaModel();
  const auto finder = finderOf(model->tree, true);
  Vector pose(7);
  pose << 0.2, -0.5, 0.3, -1.9, 0.4, 1.8, 0.6;
  setStart(*finder, pose);
  ASSERT_GT(finder->traceCurve(), 0);
  ASSERT_EQ(finder->curve()->stretchCount(), 2);
  const Rows within{finder->curve()->stretches(), kStretchHead, 7};
  setGoalAt(*finder, *model, pose);
  for (const int s : {0, 1})
    for (const int field : {kStretchFromParameter, kStretchToParameter}) {
      const int count = finder->findAt(within.field(s, field));
      const Rows rows = solutionsOf(*finder, 7);
      double nearest = 1;
      for (int i = 0; i < count; ++i)
        nearest = std::min(nearest, std::abs(rows.field(i, kSolutionMargin)));
      EXPECT_LT(nearest, 1e-5) << s << " " << field;
    }
}

TEST(RedundantFinder, FollowsACurveWithoutParameter) {
  const Tree tree = planarChain(3, -2, 2);
  const auto finder = finderOf(tree, false);
  EXPECT_EQ(
      finder->reason(),
      "3 joints move the effector, the target fixes 2 components; 1 degree of freedom remains");
  EXPECT_EQ(finder->parameterColumn(), kNoParameter);
  EXPECT_TRUE(std::isnan(finder->startParameter()));
  EXPECT_EQ(finder->findAt(0), -1);
  EXPECT_NE(finder->fault().find("parameter"), std::string::npos);
  EXPECT_EQ(finder->curve(), nullptr);
  finder->goals()[0] = 1.2, finder->goals()[1] = 0.9, finder->goals()[2] = 0;
  ASSERT_EQ(finder->findOne(10), 1) << finder->fault();
  const Vector found = solutionsOf(*finder, 3).theta(0);
  const auto tipOf = [](const Vector& q) {
    const double a = q[0], b = a + q[1], c = b + q[2];
    return Eigen::Vector2d(std::cos(a) + std::cos(b) + std::cos(c),
                           std::sin(a) + std::sin(b) + std::sin(c));
  };
  EXPECT_LT((tipOf(found) - Eigen::Vector2d(1.2, 0.9)).norm(), 1e-8);
  setStart(*finder, found);
  const int count = finder->traceCurve();
  ASSERT_GT(count, 100) << finder->fault();
  const Rows rows{finder->curve()->samples(), kCurveHead, 3};
  for (int s = 0; s < count; ++s) {
    EXPECT_LT((tipOf(rows.theta(s)) - tipOf(found)).norm(), 1e-12);
    EXPECT_TRUE(std::isnan(rows.field(s, kCurveParameter)));
  }
}

TEST(RedundantFinder, FindsNoPoseBeyondReach) {
  const auto finder = finderOf(planarChain(3, -2, 2), false);
  finder->goals()[0] = 4;
  EXPECT_EQ(finder->findOne(5), 0);
  finder->goals()[0] = 2;
  EXPECT_EQ(finder->findOne(0), 0);
  EXPECT_EQ(finder->findOne(-1), -1);
}

// Within a closed curve of more than 1 000 samples, the same step for all, and both ends.
TEST(RedundantFinder, ThinsLongCurves) {
  const auto model = gen3Model();
  const auto finder = finderOf(model->tree, true);
  Random random(1);
  size_t most = 0;
  for (int i = 0; i < 60; ++i) {
    const Vector pose = randomPose(random);
    SelfMotion motion = SelfMotion::make(model).take();
    const SelfMotionCurve whole = selfMotionCurve(motion, pose);
    most = std::max(most, whole.samples.size());
    setStart(*finder, pose);
    const int count = finder->traceCurve();
    const Rows rows{finder->curve()->samples(), kCurveHead, 7};
    ASSERT_LE(count, kMostCurveRows);
    if (whole.samples.size() <= kMostCurveRows)
      EXPECT_EQ(count, static_cast<int>(whole.samples.size()));
    else
      EXPECT_GE(count, kMostCurveRows / 2);
    EXPECT_EQ(rows.field(0, kCurveArc), whole.samples.front().arc);
    EXPECT_NEAR(rows.field(count - 1, kCurveArc), whole.samples.back().arc, 1e-9);
    bool start = false;
    for (int s = 0; s < count; ++s) start = start || rows.theta(s) == pose;
    EXPECT_TRUE(start);
  }
  EXPECT_GT(most, static_cast<size_t>(kMostCurveRows));
}

TEST(RedundantFinder, NeverHasMoreRowsThanFit) {
  for (size_t count = 1; count < 3500; count += count < 990 || count > 1010 ? 7 : 1)
    for (size_t start = 0; start < count; start += 1 + count / 9) {
      int rows = 0;
      for (size_t i = 0; i < count; ++i) rows += isCurveRow(i, start, count);
      EXPECT_LE(rows, kMostCurveRows) << count << " " << start;
      if (count <= kMostCurveRows) {
        EXPECT_EQ(rows, static_cast<int>(count));
      }
      EXPECT_TRUE(isCurveRow(start, start, count));
    }
  EXPECT_TRUE(isCurveRow(0, 5, 2000) && isCurveRow(1999, 5, 2000));
}

TEST(RedundantFinder, RefusesACurveOfSeveralDegreesOfFreedom) {
  const auto finder = finderOf(planarChain(5, -2, 2), false);
  EXPECT_EQ(
      finder->reason(),
      "5 joints move the effector, the target fixes 2 components; 3 degrees of freedom remain");
  EXPECT_EQ(finder->traceCurve(), -1);
  EXPECT_NE(finder->fault().find("3 redundant degrees of freedom"), std::string::npos);
}

TEST(RedundantFinder, SaysWhichAxesMissAClosedForm) {
  auto rows = iiwaRows();
  rows[1].a = 0.003, rows[4].a = 0.02, rows[4].alpha = -1.5, rows[3].alpha = 1.4, rows[5].a = 0.01;
  const auto finder = finderOf(dhTree(rows).take(), true);
  EXPECT_EQ(
      finder->reason().find("7 joints move the effector, the target fixes 6 components; 1 degree "
                            "of freedom remains; no closed form: axes "),
      0U)
      << finder->reason();
  EXPECT_EQ(finder->parameterColumn(), kNoParameter);
}

TEST(RedundantFinder, RefusesNumbersOutOfRange) {
  const auto finder = finderOf(iiwaModel()->tree, true);
  EXPECT_EQ(finder->findAt(std::nan("")), -1);
  EXPECT_NE(finder->fault().find("parameter must be from"), std::string::npos);
  finder->start()[0] = std::nan("");
  EXPECT_EQ(finder->traceCurve(), -1);
  EXPECT_TRUE(std::isnan(finder->startParameter()));
}

}  // namespace
}  // namespace iklab::redundant_finder_test
