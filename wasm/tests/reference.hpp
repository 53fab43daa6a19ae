// Linear algebra that the tests hold ours against: Eigen's two-sided Jacobi rotations in extended
// precision, another algorithm than the methods' own, and compiled in one place, for its templates
// take long.
#pragma once

#include "iklab/core/kinematics.hpp"

namespace iklab::test {

// Descending.
Vector singularValues(const Matrix& a);
// Largest over smallest singular value, those below 1e-9 of the largest left out.
double condition(const Matrix& a);

// a = u diag(sigma) v^T, sigma descending; a column of u or v means nothing where its sigma is
// zero.
struct Svd {
  Matrix u;
  Vector sigma;
  Matrix v;
};
Svd decompose(const Matrix& a);

// The shortest x that minimises |a x - b|; a singular value below `threshold` of the largest is
// zero.
Vector leastNorm(const Matrix& a, const Vector& b, double threshold = 1e-12);
// argmin |j x - e|^2 + lambda^2 |x|^2 from the stacked system, no normal equations; where lambda is
// 0 the shortest.
Vector dampedStep(const Matrix& j, const Vector& e, double lambda);

// Of a square matrix that has one.
Matrix inverse(const Matrix& a);
// Of a symmetric matrix, ascending.
Vector eigenvalues(const Matrix& a);
// An orthonormal basis of the columns of a square matrix.
Matrix orthonormal(const Matrix& a);

}  // namespace iklab::test
