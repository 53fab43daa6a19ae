#include "tests/reference.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace iklab::test {
namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

}  // namespace

Vector singularValues(const Matrix& a) { return Eigen::JacobiSVD<Matrix>(a).singularValues(); }

Vector exactSingularValues(const Matrix& a) {
  const LongMatrix exact = a.cast<long double>();
  return Eigen::JacobiSVD<LongMatrix>(exact).singularValues().cast<double>();
}

double condition(const Matrix& a) {
  const Vector sigma = singularValues(a);
  const int rank = static_cast<int>((sigma.array() > 1e-9 * sigma[0]).count());
  return sigma[0] / sigma[rank - 1];
}

Svd decompose(const Matrix& a) {
  const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Vector leastNorm(const Matrix& a, const Vector& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> cod;
  cod.setThreshold(threshold);
  cod.compute(a);
  return cod.solve(b);
}

Vector exactLeastNorm(const Matrix& a, const Vector& b, double threshold) {
  Eigen::JacobiSVD<LongMatrix> svd(a.cast<long double>(),
                                   Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(threshold);
  const LongVector x = svd.solve(b.cast<long double>());
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

// |a| I - a has no negative eigenvalue: they are its singular values
Vector eigenvalues(const Matrix& a) {
  const double norm = a.norm();
  return norm - singularValues(norm * Matrix::Identity(a.rows(), a.cols()) - a).array();
}

Matrix orthonormal(const Matrix& a) { return decompose(a).u; }

}  // namespace iklab::test
