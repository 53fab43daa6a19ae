// Random problems for methods that try other poses, and what their steps are held against.
#pragma once

#include <Eigen/QR>
#include <Eigen/SVD>

#include "tests/support.hpp"

namespace iklab::test {

using Row = std::vector<double>;

// a random tree at a random pose, with goals that a pose `far` away would meet
struct Case {
  Case(Random& random, double far) : tree(randomTree(random)), task(randomTask(tree, random)) {
    theta = randomVector(tree.columns(), 3, random);
    const Vector way = randomVector(tree.columns(), far, random);
    goals = goalsAt(tree, task, theta + way);
    posed = std::make_unique<Posed>(tree, task, theta, goals);
  }
  Report solve(const Row& row) {
    Report report(posed->setup);
    makeMethod(posed->setup, row)->update(posed->problem, report);
    return report;
  }
  const Matrix& j() const { return posed->problem.jacobian.matrix(); }
  const Vector& e() const { return posed->problem.raw; }
  double fAfter(const Vector& step) const { return posed->f(theta + step); }
  double condition() const {
    const Vector sigma = Eigen::JacobiSVD<Matrix>(j()).singularValues();
    const int rank = static_cast<int>((sigma.array() > 1e-9 * sigma[0]).count());
    return sigma[0] / sigma[rank - 1];
  }

  Tree tree;
  Task task;
  Vector theta;
  std::vector<Goal> goals;
  std::unique_ptr<Posed> posed;
};

inline void set(Row& row, const std::string& method, const std::string& key, double value) {
  row[paramIndex(method, key)] = value;
}

// argmin |J x - e|^2 + lambda^2 |x|^2 by QR of the stacked system
inline Vector stackedStep(const Matrix& j, const Vector& e, double lambda) {
  Matrix stacked(j.rows() + j.cols(), j.cols());
  stacked << j, lambda * Matrix::Identity(j.cols(), j.cols());
  Vector right = Vector::Zero(stacked.rows());
  right.head(e.size()) = e;
  return stacked.householderQr().solve(right);
}

}  // namespace iklab::test
