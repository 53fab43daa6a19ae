// The bounded step against brute force over all sets of fixed joints, and by its KKT conditions;
// runs that never leave the limits.
#include <gtest/gtest.h>

#include "tests/limited.hpp"
#include "tests/reference.hpp"

namespace iklab::quadratic_program_test {
namespace {

using test::LimitedScene;

struct Box {
  Vector lower, upper;
};

std::vector<double> rowWith(double lambda, double maxStep, double maxSlide = kInfinity) {
  std::vector<double> row = test::panelRow("qp");
  row[kNumbersAt] = lambda;
  row[kMaxStep] = maxStep;
  row[kMaxSlide] = maxSlide;
  return row;
}

// Bounds by definition; an empty interval is replaced by its end nearest the range.
Box boxOf(const LimitedScene& s, const std::vector<double>& row, bool limitsHold) {
  Box box{Vector(s.theta.size()), Vector(s.theta.size())};
  for (int c = 0; c < s.theta.size(); ++c) {
    const Joint& j = s.tree.moving(c);
    const double reach = j.slides() ? row[kMaxSlide] : row[kMaxStep];
    double low = -reach, high = reach;
    if (limitsHold) {
      low = std::max(low, j.lower - s.theta[c]);
      high = std::min(high, j.upper - s.theta[c]);
      if (low > high) low = high = s.theta[c] > j.upper ? -reach : reach;
    }
    box.lower[c] = low;
    box.upper[c] = high;
  }
  return box;
}

double objective(const LimitedScene& s, double lambda, const Vector& x) {
  return (s.j * x - s.e).squaredNorm() + lambda * lambda * x.squaredNorm();
}

// The best of the stationary points of all 3^n sets that are within the bounds.
Vector bruteForce(const LimitedScene& s, double lambda, const Box& box) {
  const int n = static_cast<int>(s.theta.size());
  int sets = 1;
  for (int c = 0; c < n; ++c) sets *= 3;
  Vector best;
  double least = kInfinity;
  for (int set = 0; set < sets; ++set) {
    Matrix free = s.j;
    Vector x = Vector::Zero(n), right = s.e;
    bool possible = true;
    for (int c = 0, code = set; c < n; ++c, code /= 3) {
      if (code % 3 == 0) continue;
      x[c] = code % 3 == 1 ? box.lower[c] : box.upper[c];
      possible = possible && std::isfinite(x[c]);
      if (!possible) break;
      right -= s.j.col(c) * x[c];
      free.col(c).setZero();
    }
    if (!possible) continue;
    const Matrix normal = free.transpose() * free + lambda * lambda * Matrix::Identity(n, n);
    const Vector inner = test::leastNorm(normal, free.transpose() * right);
    for (int c = 0, code = set; c < n; ++c, code /= 3)
      if (code % 3 == 0) x[c] = inner[c];
    const bool inside =
        ((x - box.lower).array() >= -1e-12).all() && ((box.upper - x).array() >= -1e-12).all();
    if (const double f = objective(s, lambda, x); inside && f < least) least = f, best = x;
  }
  return best;
}

// Largest violation of the KKT conditions, relative to the size of the gradient's terms.
double kktResidual(const LimitedScene& s, double lambda, const Box& box, const Vector& x) {
  const Vector gradient = s.j.transpose() * (s.j * x - s.e) + lambda * lambda * x;
  double worst = 0;
  for (int c = 0; c < x.size(); ++c) {
    if (box.lower[c] == box.upper[c]) continue;
    double g = gradient[c];
    if (x[c] == box.lower[c]) g = std::min(g, 0.0);
    if (x[c] == box.upper[c]) g = std::max(g, 0.0);
    worst = std::max(worst, std::abs(g));
  }
  return worst / (s.j.norm() * (s.e.norm() + s.j.norm() * x.norm()) + 1e-300);
}

TEST(Qp, MatchesBruteForceOverAllActiveSetsSeed51) {
  Random random(51);
  int held = 0, compared = 0;
  while (compared < 60) {
    LimitedScene s = test::limitedScene(random, 1);
    if (s.theta.size() > 6) continue;
    ++compared;
    const bool limitsHold = random.unit() < 0.8;
    const double lambda = std::pow(10, random.uniform(-1.5, 0));
    const auto row = rowWith(lambda, random.unit() < 0.5 ? kInfinity : random.uniform(0.1, 1),
                             random.unit() < 0.5 ? kInfinity : random.uniform(0.1, 1));
    s.e *= std::pow(10, random.uniform(-1, 1));
    // Some are at a limit, some outside, some far outside.
    for (int c = 0; c < s.theta.size(); ++c)
      if (const Joint& j = s.tree.moving(c); std::isfinite(j.lower) && random.unit() < 0.3)
        s.theta[c] = random.unit() < 0.5 ? j.upper : j.lower - random.uniform(0, 2);
    test::refresh(s);
    const Box box = boxOf(s, row, limitsHold);
    const Vector expected = bruteForce(s, lambda, box);
    const Vector step = test::limitedStep(s, row, limitsHold);
    EXPECT_LT((step - expected).norm(), 1e-9 * (1 + expected.norm())) << compared;
    EXPECT_LT(kktResidual(s, lambda, box, step), 1e-12) << compared;
    for (int c = 0; c < step.size(); ++c)
      held += step[c] == box.lower[c] || step[c] == box.upper[c];
  }
  EXPECT_GT(held, 60);
}

TEST(Qp, SatisfiesTheKktConditionsForAnyErrorSizeSeed52) {
  Random random(52);
  for (int trial = 0; trial < 300; ++trial) {
    LimitedScene s = test::limitedScene(random, 0.5);
    s.e *= std::pow(10, random.uniform(-1, 3));
    const double lambda = std::pow(10, random.uniform(-6, 0));
    const auto row = rowWith(lambda, trial % 2 ? kInfinity : 0.3);
    const Box box = boxOf(s, row, true);
    const Vector step = test::limitedStep(s, row);
    EXPECT_TRUE((step.array() >= box.lower.array()).all() &&
                (step.array() <= box.upper.array()).all());
    EXPECT_LT(kktResidual(s, lambda, box, step), 1e-11) << trial;
  }
}

TEST(Qp, EqualsDampedLeastSquaresIfNoBoundIsActiveSeed53) {
  Random random(53);
  int free = 0;
  for (int trial = 0; trial < 200; ++trial) {
    LimitedScene s = test::limitedScene(random);
    s.e *= 0.02;
    const auto row = rowWith(0.2, EIGEN_PI / 4);
    std::vector<double> dls = test::panelRow("dls");
    dls[test::paramIndex("dls", "lambda")] = 0.2;
    const Vector expected = test::limitedStep(s, dls), step = test::limitedStep(s, row);
    const Box box = boxOf(s, row, true);
    const bool inside =
        ((expected - box.lower).array() > 0).all() && ((box.upper - expected).array() > 0).all();
    free += inside;
    EXPECT_EQ((step - expected).norm() < 1e-12 * (1 + expected.norm()), inside) << trial;
  }
  EXPECT_GT(free, 100);
}

TEST(Qp, AppliesJointLimitsOnlyWhenTheyHold) {
  LimitedScene s{test::treeFrom(test::preset("trees/human-arm.json")), {}, Vector::Zero(7), {}, {}};
  s.task.add(0, false, 1);
  s.theta.setConstant(-0.3);
  const int elbow = 3;
  s.theta[elbow] = s.tree.moving(elbow).upper;
  test::refresh(s);
  s.e = 2 * s.j.col(elbow);  // A displacement that the elbow alone could make without its limit.
  const auto row = rowWith(0.05, 0.1);
  const Vector held = test::limitedStep(s, row, true), loose = test::limitedStep(s, row, false);
  EXPECT_LE(held[elbow], 0);
  EXPECT_EQ(loose[elbow], 0.1);
  EXPECT_LE(held.cwiseAbs().maxCoeff(), 0.1);
}

// The panel's step limit is passed to the method as a bound: other joints compensate for the fixed
// one.
TEST(Qp, RunnerPassesItsStepLimitAsABound) {
  const Tree tree = test::treeFrom(test::preset("trees/human-arm.json"));
  LimitedScene s{tree, {}, Vector::Constant(7, -0.2), Eigen::Vector3d::Zero(), {}};
  s.task.add(0, false, 1);
  test::refresh(s);
  const auto row = rowWith(0.05, 0.1);
  const iklab::Model model{s.tree, s.task, 3};
  RunSettings run;
  run.limitPolicy = LimitPolicy::clamp;
  Runner runner(test::solverOf(model, run, row), run, s.theta);
  std::vector<Goal> goals(1);
  goals[0].position = {10, -12, 9};
  runner.beginFrame(goals, true, kInfinity);
  s.e = goals[0].position - runner.pose().tip[0];
  runner.update();
  const Vector expected = test::limitedStep(s, row);
  EXPECT_LT((runner.step() - expected).norm(), 1e-14);
  EXPECT_GT((expected.array().abs() == 0.1).count(), 1);
}

// The step itself stays within the limits before the Runner applies its policy, and so do complete
// runs for any motion of the target.
TEST(Qp, NeverLeavesTheLimitsSeed54) {
  Random random(54);
  int onLimit = 0;
  for (int trial = 0; trial < 60; ++trial) {
    LimitedScene s = test::limitedScene(random, 0.7);
    const auto row = rowWith(std::pow(10, random.uniform(-6, 0)), trial % 3 ? 0.5 : kInfinity);
    for (int u = 0; u < 40; ++u) {
      if (u % 10 == 0) s.e = test::randomVector(s.task.rows(), 5, random);
      const Vector step = test::limitedStep(s, row);
      s.theta += step;
      for (int c = 0; c < s.theta.size(); ++c) {
        const Joint& j = s.tree.moving(c);
        ASSERT_LE(s.theta[c], j.upper + 1e-12);
        ASSERT_GE(s.theta[c], j.lower - 1e-12);
        onLimit += std::abs(s.theta[c] - j.upper) < 1e-12 || std::abs(s.theta[c] - j.lower) < 1e-12;
      }
      test::refresh(s);
    }
  }
  EXPECT_GT(onLimit, 500);
}

// Many joints, most of them at a bound; targets from near to 10^12 m away.
TEST(Qp, SatisfiesTheKktConditionsWithManyActiveBoundsSeed56) {
  Random random(56);
  TreeBuilder builder;
  const int n = 90, tips = 20;
  for (int k = 0; k < n; ++k) {
    JointSpec s{std::to_string(k), k > 0 ? std::to_string(k - 1) : "", JointKind::revolute,
                test::randomVector(3, 0.2, random)};
    s.axis = test::randomVector(3, 1, random);
    s.lower = -random.uniform(0.01, 0.5), s.upper = random.uniform(0.01, 0.5);
    builder.joint(s);
  }
  for (int k = 0; k < tips; ++k)
    builder.effector({"tip" + std::to_string(k), std::to_string(n - 1 - 4 * k), {0.1, 0, 0}});
  LimitedScene s{builder.build().take(), {}, Vector::Zero(n), {}, {}};
  for (int k = 0; k < tips; ++k) s.task.add(k, k % 2 == 0, 1);
  test::refresh(s);
  int held = 0;
  for (int trial = 0; trial < 16; ++trial) {
    s.e = test::randomVector(s.task.rows(), std::pow(10, random.uniform(-1, 12)), random);
    const double lambda = std::pow(10, random.uniform(-6, 0));
    const auto row = rowWith(lambda, trial % 2 ? kInfinity : 0.2);
    const Box box = boxOf(s, row, true);
    const Vector step = test::limitedStep(s, row);
    EXPECT_TRUE((step.array() >= box.lower.array()).all() &&
                (step.array() <= box.upper.array()).all());
    EXPECT_LT(kktResidual(s, lambda, box, step), 1e-11) << trial << ' ' << lambda;
    for (int c = 0; c < n; ++c) held += step[c] == box.lower[c] || step[c] == box.upper[c];
  }
  EXPECT_GT(held, 8 * n);
}

// A degenerate problem: identical joints that reach their bounds simultaneously.
TEST(Qp, SolvesDegenerateBoundsExactly) {
  TreeBuilder builder;
  const int n = 24;
  for (int k = 0; k < n; ++k) {
    JointSpec slide{std::to_string(k), k > 0 ? std::to_string(k - 1) : "", JointKind::prismatic};
    slide.lower = -1, slide.upper = k % 2 ? 1 : 0.25;
    builder.joint(slide);
  }
  builder.effector({"tip", std::to_string(n - 1)});
  LimitedScene s{builder.build().take(), {}, Vector::Zero(n), Eigen::Vector3d(0, 0, 9), {}};
  s.task.add(0, false, 1);
  test::refresh(s);
  const auto row = rowWith(0.01, kInfinity);
  const Vector step = test::limitedStep(s, row);
  // 12 slides move by 0.25, the others share the remainder of 9: t = (9 - 3) / (12 + lambda^2).
  for (int k = 0; k < n; ++k) EXPECT_NEAR(step[k], k % 2 ? 6 / 12.0001 : 0.25, 1e-13);
}

}  // namespace
}  // namespace iklab::quadratic_program_test
