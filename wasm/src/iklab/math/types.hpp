// Vectors and matrices of any size, in doubles.
#pragma once

#include <Eigen/Core>

namespace iklab {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

}  // namespace iklab
