// Chan & Dubey's weighting, against a simple dense computation, and at the limits.
#include <gtest/gtest.h>

#include "tests/limited.hpp"
#include "tests/reference.hpp"

namespace iklab::weighted_least_norm_test {
namespace {

using test::LimitedScene;

Vector dampedStep(const Matrix& right, const Matrix& j, const Vector& e, double lambda) {
  const Matrix normal = j * right + lambda * lambda * Matrix::Identity(e.size(), e.size());
  return right * test::leastNorm(normal, e);
}

// The slope of H of one joint by a central difference, independent of any derivative.
double slope(const Joint& j, double theta) {
  const auto h = [&](double x) {
    return std::pow(j.upper - j.lower, 2) / (4 * (j.upper - x) * (x - j.lower));
  };
  const double d = 1e-4 * std::min(j.upper - theta, theta - j.lower);
  return (8 * (h(theta + d) - h(theta - d)) - (h(theta + 2 * d) - h(theta - 2 * d))) / (12 * d);
}

Vector byHand(const LimitedScene& s, double lambda) {
  const Vector plain = dampedStep(s.j.transpose(), s.j, s.e, lambda);
  Vector inverse = Vector::Ones(plain.size());
  for (int c = 0; c < plain.size(); ++c) {
    const Joint& j = s.tree.moving(c);
    if (!std::isfinite(j.lower)) continue;
    const bool up = plain[c] > 0;
    if (s.theta[c] >= j.upper || s.theta[c] <= j.lower) {
      if (plain[c] != 0 && up == (s.theta[c] >= j.upper)) inverse[c] = 0;
      continue;
    }
    const double h = slope(j, s.theta[c]);
    if (plain[c] != 0 && up == (h > 0)) inverse[c] = 1 / (1 + std::abs(h));
  }
  return dampedStep(inverse.asDiagonal() * s.j.transpose(), s.j, s.e, lambda);
}

std::vector<double> rowWith(double lambda) {
  std::vector<double> row = test::panelRow("weighted-least-norm");
  row[kNumbersAt] = lambda;
  return row;
}

TEST(WeightedLeastNorm, MatchesThePublishedFormulaSeed41) {
  Random random(41);
  int outside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    LimitedScene s = test::limitedScene(random);
    for (int c = 0; c < s.theta.size(); ++c) {  // Some are at a limit, some beyond.
      const Joint& j = s.tree.moving(c);
      if (!std::isfinite(j.lower) || random.unit() < 0.7) continue;
      const double by = random.unit() < 0.5 ? 0 : random.uniform(0, 0.5);
      s.theta[c] = random.unit() < 0.5 ? j.upper + by : j.lower - by;
      ++outside;
    }
    test::refresh(s);
    const double lambda = random.uniform(0.05, 1);
    const Vector expected = byHand(s, lambda);
    EXPECT_LT((test::limitedStep(s, rowWith(lambda)) - expected).norm(),
              1e-8 * (1 + expected.norm()))
        << trial;
  }
  EXPECT_GT(outside, 300);
}

TEST(WeightedLeastNorm, WithoutLimitsEqualsDampedLeastSquaresSeed42) {
  Random random(42);
  for (int trial = 0; trial < 100; ++trial) {
    LimitedScene s = test::limitedScene(random);
    s.tree = test::changed(
        s.tree, [](int, JointSpec& spec) { spec.lower = -kInfinity, spec.upper = kInfinity; });
    std::vector<double> dls = test::panelRow("dls");
    dls[test::paramIndex("dls", "lambda")] = 0.3;
    const Vector expected = test::limitedStep(s, dls);
    EXPECT_LT((test::limitedStep(s, rowWith(0.3)) - expected).norm(),
              1e-11 * (1 + expected.norm()));
  }
}

// A joint pulled outward moves less the nearer it is to its limit, not at all at the limit, and
// freely on its way back. The step stays inside however near it starts, as long as it is short.
TEST(WeightedLeastNorm, SlowsDownTowardsTheLimitAndStaysInside) {
  LimitedScene s{test::treeFrom(test::preset("trees/human-arm.json")), {}, Vector::Zero(7), {}, {}};
  s.task.add(0, false, 1);
  const int elbow = 3;
  const double upper = s.tree.moving(elbow).upper;
  for (const double sign : {1.0, -1.0}) {
    double previous = kInfinity;
    for (const double gap : {0.5, 0.1, 1e-2, 1e-3, 1e-6, 1e-9, 0.0}) {
      s.theta << 0.2, -0.3, 0.1, upper - gap, 0.3, 0.1, -0.2;
      s.e = Eigen::Vector3d::Zero();
      test::refresh(s);
      s.e = sign * 0.05 * s.j.col(elbow);
      const double moved = test::limitedStep(s, rowWith(0.05))[elbow];
      EXPECT_GE(sign * moved, 0) << gap;
      if (sign > 0) {
        EXPECT_LE(moved, gap);  // 0 at the limit.
        EXPECT_LT(moved, previous);
      } else {
        EXPECT_GT(-moved, 1e-3);
      }
      previous = moved;
    }
  }
}

TEST(WeightedLeastNorm, WithoutDampingEqualsTheWeightedPseudoinverseSeed43) {
  Random random(43);
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const LimitedScene s = test::limitedScene(random);
    const Vector plain = test::limitedStep(s, test::panelRow("pseudoinverse"));
    Vector root = Vector::Ones(plain.size());
    for (int c = 0; c < plain.size(); ++c) {
      const Joint& j = s.tree.moving(c);
      const double h = std::isfinite(j.lower) ? slope(j, s.theta[c]) : 0;
      if (h * plain[c] > 0) root[c] = 1 / std::sqrt(1 + std::abs(h));
    }
    const Matrix weighted = s.j * root.asDiagonal();
    if (test::condition(weighted) > 1e3) continue;
    ++compared;
    const Vector expected = root.asDiagonal() * test::leastNorm(weighted, s.e);
    EXPECT_LT((test::limitedStep(s, rowWith(0)) - expected).norm(), 1e-7 * (1 + expected.norm()));
  }
  EXPECT_GT(compared, 40);
}

}  // namespace
}  // namespace iklab::weighted_least_norm_test
