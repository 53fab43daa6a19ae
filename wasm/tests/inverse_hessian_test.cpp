// The inverse Hessian approximation of BFGS, against the direct form.
#include <gtest/gtest.h>

#include "tests/guess.hpp"
#include "tests/reference.hpp"
#include "tests/support.hpp"

namespace iklab::inverse_hessian_test {
namespace {

using test::Guess;

// A symmetric matrix with these eigenvalues.
Matrix randomDefinite(const Vector& eigenvalues, Random& random) {
  const int n = static_cast<int>(eigenvalues.size());
  Matrix a(n, n);
  for (int c = 0; c < n; ++c) a.col(c) = test::randomVector(n, 1, random);
  const Matrix q = test::orthonormal(a);
  return q * eigenvalues.asDiagonal() * q.transpose();
}

TEST(InverseHessian, InvertsTheDirectFormAndSatisfiesTheSecantSeed81) {
  Random random(81);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 2 + random.below(8);
    const Matrix a = randomDefinite(Vector::LinSpaced(n, 0.1, 3), random);
    Guess inverse(n);
    Matrix direct;
    for (int k = 0; k < 2 * n; ++k) {
      const Vector s = test::randomVector(n, 1, random), y = a * s;
      if (k == 0) direct = y.squaredNorm() / s.dot(y) * Matrix::Identity(n, n);
      const Vector bs = direct * s;
      direct += y * y.transpose() / y.dot(s) - bs * bs.transpose() / s.dot(bs);
      inverse.learn(s, y);
      EXPECT_LT((inverse.matrix() * y - s).norm(), 1e-12 * s.norm() * inverse.matrix().norm());
      EXPECT_LT((inverse.matrix() * direct - Matrix::Identity(n, n)).norm(), 1e-8);
      EXPECT_GT(test::eigenvalues(inverse.matrix())[0], 0);
    }
  }
}

TEST(InverseHessian, OfTheFreeVariablesInvertsTheReducedMatrixSeed82) {
  Random random(82);
  const int n = 7;
  Guess inverse(n);
  const Matrix a = randomDefinite(Vector::LinSpaced(n, 0.1, 3), random);
  for (int k = 0; k < 3 * n; ++k) {
    const Vector s = test::randomVector(n, 1, random);
    inverse.learn(s, a * s);
  }
  const Matrix direct = test::inverse(inverse.matrix());
  for (int mask = 0; mask < (1 << n) - 1; ++mask) {
    std::vector<char> held(n);
    std::vector<int> free;
    Vector x = test::randomVector(n, 1, random), got(n), expected = Vector::Zero(n);
    for (int c = 0; c < n; ++c) {
      held[c] = static_cast<char>((mask >> c) & 1);
      if (held[c]) x[c] = 0;
      if (!held[c]) free.push_back(c);
    }
    inverse.times(x, held, got);
    const Matrix block = direct(free, free);
    const Vector part = x(free);
    const Vector solved = test::leastNorm(block, part);
    for (size_t i = 0; i < free.size(); ++i) expected[free[i]] = solved[static_cast<int>(i)];
    EXPECT_LT((got - expected).norm(), 1e-10) << mask;
  }
}

TEST(InverseHessian, IgnoresPairsWithoutPositiveCurvatureAndTinySteps) {
  Guess inverse(2);
  inverse.learn(Eigen::Vector2d(1, 0), Eigen::Vector2d(-1, 3));
  inverse.learn(Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1));
  inverse.learn(Eigen::Vector2d(1e-11, 0), Eigen::Vector2d(1e-11, 0));
  EXPECT_FALSE(inverse.known());
}

}  // namespace
}  // namespace iklab::inverse_hessian_test
