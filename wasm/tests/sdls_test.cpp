// Selectively damped least squares against the printed formulas with another decomposition.
#include <gtest/gtest.h>

#include "tests/one_step.hpp"

namespace iklab::sdls_test {
namespace {

using test::OneStep;
using test::randomOneStep;
using test::Row;
using test::set;
using test::solve;
using test::wellConditioned;

// Buss & Kim's formulas, term by term, with Eigen's decomposition.
Vector sdlsByHand(const OneStep& s, double gammaMax, bool soft) {
  const test::Svd svd = test::decompose(s.j);
  const auto clampTurns = [&](Vector x, double bound, bool half, bool always) -> Vector {
    double largest = 0;
    for (int c = 0; c < x.size(); ++c)
      if (s.tree.moving(c).turns()) largest = std::max(largest, std::abs(x[c]));
    if (!always && largest <= bound) return x;
    const double factor = half ? bound / (bound + largest) : std::min(1.0, bound / largest);
    for (int c = 0; c < x.size(); ++c)
      if (s.tree.moving(c).turns() && largest > 0) x[c] *= factor;
    return x;
  };
  Vector sum = Vector::Zero(s.j.cols());
  for (int i = 0; i < svd.sigma.size(); ++i) {
    const double sigma = svd.sigma[i];
    if (!(sigma > 1e-10 * svd.sigma[0])) continue;
    const Vector u = svd.u.col(i), v = svd.v.col(i);
    double n = 0, m = 0;
    for (const Block& b : s.task.blocks()) {
      n += u.segment<3>(b.row).norm();
      for (int c = 0; c < s.j.cols(); ++c)
        m += std::abs(v[c]) * s.j.col(c).segment<3>(b.row).norm() / sigma;
    }
    EXPECT_LE(n, m * (1 + 1e-12));  // N_i <= M_i, always
    const double gamma = gammaMax * std::min(1.0, n / m);
    sum += clampTurns(u.dot(s.e) / sigma * v, gamma, soft, soft);
  }
  return clampTurns(sum, gammaMax, soft, false);
}

TEST(Sdls, MatchesThePublishedFormulaOnEigensDecomposition) {
  Random random(28);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const OneStep s = randomOneStep(random);
    if (!wellConditioned(s)) continue;
    ++compared;
    for (const bool soft : {false, true}) {
      Row row = test::panelRow("sdls");
      set(row, "sdls", "clampForm", soft);
      const Vector expected = sdlsByHand(s, EIGEN_PI / 4, soft);
      EXPECT_LT((solve(s, row).step - expected).norm(), 1e-8 * (1 + expected.norm())) << trial;
    }
  }
  EXPECT_GT(compared, 150);
}

// Two equal arms with one hinge each: sigma repeats, so u and v are not unique. The step must be
// that of the direction of e: u = e / |e|, alpha = |e|.
TEST(Sdls, DoesNotDependOnTheBasisOfRepeatedSigma) {
  TreeBuilder builder;
  for (const char* id : {"a", "b"}) {
    JointSpec s;
    s.id = id;
    builder.joint(s);
    builder.effector({std::string("tip-") + id, id, {2, 0, 0}});
  }
  OneStep s{builder.build().take(), {}, Vector::Zero(2), Vector::Zero(6), {}, 2};
  s.task.add(0, false, 1);
  s.task.add(1, false, 1);
  for (const double share : {0.0, 0.2, 0.5, 1.0}) {
    const double a = 0.3 * share, b = 0.3 * (1 - share);
    s.e << 0, a, 0, 0, b, 0;
    // sigma = 2; N = (a + b) / |e|; v = (a, b) / |e|; M = (2 a + 2 b) / (2 |e|) = N.
    const Vector step = solve(s, test::panelRow("sdls")).step;
    EXPECT_NEAR(step[0], a / 2, 1e-15);
    EXPECT_NEAR(step[1], b / 2, 1e-15);
    // An e that requires more than gamma_max: both joints are scaled by one factor.
    s.e *= 100;
    const Vector far = solve(s, test::panelRow("sdls")).step;
    EXPECT_NEAR(far.cwiseAbs().maxCoeff(), EIGEN_PI / 4, 1e-12);
    EXPECT_NEAR(far[0] * b, far[1] * a, 1e-12);
  }
}

}  // namespace
}  // namespace iklab::sdls_test
