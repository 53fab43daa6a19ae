#include "iklab/math/ldlt.hpp"

#include <gtest/gtest.h>

#include "iklab/math/random.hpp"
#include "tests/reference.hpp"

namespace iklab::ldlt_test {
namespace {

// sizes even and odd, against singular values in extended precision
TEST(Ldlt, SolvesSeed65) {
  Random random(65);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 1 + trial % 13;
    Matrix root(size, size);
    for (double& x : root.reshaped()) x = random.uniform(-1, 1);
    const Matrix a = root * root.transpose() + 0.01 * Matrix::Identity(size, size);
    Vector x(size);
    for (double& b : x) b = random.uniform(-1, 1);
    const Vector expected = test::leastNorm(a, x, 1e-18);
    Ldlt system(size);
    system.matrix().topRows(size) = a;
    ASSERT_TRUE(system.solve(x));
    EXPECT_LT((x - expected).norm(), 1e-12 * expected.norm()) << size;
  }
}

TEST(Ldlt, RefusesWhatIsNotDefinite) {
  for (const double pivot : {0.0, -1.0, static_cast<double>(NAN), kInfinity}) {
    Ldlt system(3);
    system.matrix().topRows(3) = Eigen::Vector3d(1, pivot, 2).asDiagonal();
    Vector x = Vector::Ones(3);
    EXPECT_FALSE(system.solve(x));
  }
}

}  // namespace
}  // namespace iklab::ldlt_test
