#include "iklab/math/ldlt.hpp"

#include <gtest/gtest.h>

#include "iklab/math/random.hpp"
#include "tests/reference.hpp"

namespace iklab::ldlt_test {

using namespace detail;

namespace {

// Copies the upper triangle of a symmetric matrix to a lane.
template <class Real>
void load(const Matrix& a, int at, Ldlt<Real>& system) {
  for (int i = 0; i < a.rows(); ++i)
    for (int k = i; k < a.cols(); ++k)
      setLane(system.matrix()[i * system.stride() + k], at, a(i, k));
}

// Even and odd sizes, one system or two in parallel, against singular values in extended precision.
template <class Real>
void solves(int seed) {
  Random random(seed);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 1 + trial % 13;
    Ldlt<Real> system(size);
    std::vector<Real> x(static_cast<size_t>(size));
    Vector expected[kLanes<Real>];
    for (int at = 0; at < kLanes<Real>; ++at) {
      Matrix root(size, size);
      for (double& entry : root.reshaped()) entry = random.uniform(-1, 1);
      const Matrix a = root * root.transpose() + 0.01 * Matrix::Identity(size, size);
      Vector b(size);
      for (double& entry : b) entry = random.uniform(-1, 1);
      expected[at] = test::leastNorm(a, b, 1e-18);
      load(a, at, system);
      for (int i = 0; i < size; ++i) setLane(x[static_cast<size_t>(i)], at, b[i]);
    }
    ASSERT_FALSE(any(system.solve(x.data())));
    for (int at = 0; at < kLanes<Real>; ++at)
      for (int i = 0; i < size; ++i)
        EXPECT_NEAR(lane(x[static_cast<size_t>(i)], at), expected[at][i],
                    1e-12 * expected[at].norm());
  }
}

TEST(Ldlt, SolvesDefiniteSystemsSeed65) { solves<double>(65); }
TEST(Ldlt, SolvesTwoSystemsInParallelSeed66) { solves<Two>(66); }

TEST(Ldlt, ReportsFailureForMatricesThatAreNotDefinite) {
  for (const double pivot : {0.0, -1.0, static_cast<double>(NAN), kInfinity}) {
    const Matrix a = Eigen::Vector3d(1, pivot, 2).asDiagonal();
    Ldlt<double> one(3);
    load(a, 0, one);
    double x[3] = {1, 1, 1};
    EXPECT_TRUE(one.solve(x));
    Ldlt<Two> two(3);
    load(a, 1, two);
    load(Matrix::Identity(3, 3), 0, two);
    Two y[3] = {{1, 1}, {1, 1}, {1, 1}};
    const TwoMask failed = two.solve(y);
    EXPECT_FALSE(failed[0]);
    EXPECT_TRUE(failed[1]);
    EXPECT_EQ(y[2][0], 1);
  }
}

}  // namespace
}  // namespace iklab::ldlt_test
