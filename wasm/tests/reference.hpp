// Reference linear algebra for the tests: Eigen's two-sided Jacobi rotations in extended precision,
// a different algorithm than in the methods. In a separate file, because its templates compile
// slowly.
#pragma once

#include "iklab/core/kinematics.hpp"

namespace iklab::test {

// Descending.
Vector singularValues(const Matrix& a);
// Largest over smallest singular value; values below 1e-9 of the largest are ignored.
double condition(const Matrix& a);

// a = u diag(sigma) v^T, sigma descending. A column of u or v is meaningless if its sigma is zero.
struct Svd {
  Matrix u;
  Vector sigma;
  Matrix v;
};
Svd decompose(const Matrix& a);

// The shortest x that minimises |a x - b|; singular values below `threshold` of the largest count
// as zero.
Vector leastNorm(const Matrix& a, const Vector& b, double threshold = 1e-12);
// argmin |j x - e|^2 + lambda^2 |x|^2 from the stacked system, without normal equations; the
// shortest one if lambda is 0.
Vector dampedStep(const Matrix& j, const Vector& e, double lambda);

// a: invertible.
Matrix inverse(const Matrix& a);
// a: symmetric. Ascending.
Vector eigenvalues(const Matrix& a);
// An orthonormal basis of the columns of a square matrix.
Matrix orthonormal(const Matrix& a);

}  // namespace iklab::test
