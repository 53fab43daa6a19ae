#include "tests/reference.hpp"

#include <Eigen/SVD>

namespace iklab::test {
namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
// Without a preconditioner for matrices that are not square: its block products dominate the
// compile time.
using Rotations = Eigen::JacobiSVD<LongMatrix, Eigen::NoQRPreconditioner>;

// Pads the matrix with zeros to a square, which adds singular values of zero.
Rotations rotations(const Matrix& a, unsigned vectors = 0) {
  const Eigen::Index size = std::max(a.rows(), a.cols());
  LongMatrix square = LongMatrix::Zero(size, size);
  square.topLeftCorner(a.rows(), a.cols()) = a.cast<long double>();
  return Rotations(square, vectors);
}

Eigen::Index countOf(const Matrix& a) { return std::min(a.rows(), a.cols()); }

}  // namespace

Vector singularValues(const Matrix& a) {
  return rotations(a).singularValues().head(countOf(a)).cast<double>();
}

double condition(const Matrix& a) {
  const Vector sigma = singularValues(a);
  const int rank = static_cast<int>((sigma.array() > 1e-9 * sigma[0]).count());
  return sigma[0] / sigma[rank - 1];
}

Svd decompose(const Matrix& a) {
  const Rotations svd = rotations(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Index count = countOf(a);
  return {svd.matrixU().topLeftCorner(a.rows(), count).cast<double>(),
          svd.singularValues().head(count).cast<double>(),
          svd.matrixV().topLeftCorner(a.cols(), count).cast<double>()};
}

Vector leastNorm(const Matrix& a, const Vector& b, double threshold) {
  const Rotations svd = rotations(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const LongVector& sigma = svd.singularValues();
  LongVector x = LongVector::Zero(a.cols());
  for (Eigen::Index i = 0; i < countOf(a) && sigma[i] > threshold * sigma[0]; ++i) {
    const long double part = svd.matrixU().col(i).head(a.rows()).dot(b.cast<long double>());
    x += part / sigma[i] * svd.matrixV().col(i).head(a.cols());
  }
  return x.cast<double>();
}

Vector dampedStep(const Matrix& j, const Vector& e, double lambda) {
  Matrix stacked = Matrix::Zero(j.rows() + j.cols(), j.cols());
  stacked.topRows(j.rows()) = j;
  stacked.bottomRows(j.cols()).diagonal().setConstant(lambda);
  Vector right = Vector::Zero(stacked.rows());
  right.head(e.size()) = e;
  return leastNorm(stacked, right, 1e-13);
}

Matrix inverse(const Matrix& a) {
  Matrix columns(a.cols(), a.rows());
  for (int c = 0; c < a.rows(); ++c) columns.col(c) = leastNorm(a, Vector::Unit(a.rows(), c));
  return columns;
}

// |a| I - a has no negative eigenvalue: they are its singular values.
Vector eigenvalues(const Matrix& a) {
  const double norm = a.norm();
  return norm - singularValues(norm * Matrix::Identity(a.rows(), a.cols()) - a).array();
}

Matrix orthonormal(const Matrix& a) { return decompose(a).u; }

}  // namespace iklab::test
