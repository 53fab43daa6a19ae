// Linear algebra that the tests hold ours against: Eigen's, by other algorithms than the methods'
// own, and compiled in one place, for its templates take long.
#pragma once

#include "core/kinematics.hpp"

namespace iklab::test {

// descending, by two-sided Jacobi rotations
Vector singularValues(const Matrix& a);
// the same, worked out in extended precision
Vector exactSingularValues(const Matrix& a);
// largest over smallest singular value, those below 1e-9 of the largest left out
double condition(const Matrix& a);

// a = u diag(sigma) v^T with square u and v, sigma descending
struct Svd {
  Matrix u;
  Vector sigma;
  Matrix v;
};
Svd decompose(const Matrix& a);

// the shortest x that minimises |a x - b|, by complete orthogonal decomposition; a pivot below
// `threshold` of the largest is zero
Vector leastNorm(const Matrix& a, const Vector& b, double threshold = 1e-12);
// the same from singular values in extended precision, those below `threshold` of the largest zero
Vector exactLeastNorm(const Matrix& a, const Vector& b, double threshold);
// argmin |j x - e|^2 + lambda^2 |x|^2 from the stacked system, no normal equations; where lambda is
// 0 the shortest
Vector dampedStep(const Matrix& j, const Vector& e, double lambda);

// of a square matrix that has one
Matrix inverse(const Matrix& a);
// of a symmetric matrix, ascending
Vector eigenvalues(const Matrix& a);
// an orthonormal basis of the columns of a square matrix
Matrix orthonormal(const Matrix& a);

}  // namespace iklab::test
