#include "iklab/ik/methods/optimisation/inverse_hessian.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kCurvatureRounding = 1e-12;  // Relative to |s||y|.
constexpr double kShortest = 1e-10;           // Radians or metres: shorter steps are dominated by
                                              // rounding.

template <class H>
void product(const H& h, const Vector& x, Vector& y) {
  y.setZero();
  for (int b = 0; b < x.size(); ++b) y += x[b] * h.col(b);
}

}  // namespace

InverseHessian::InverseHessian(int size)
    : size_(size), reduced_(Matrix::Zero(size, size)), turned_(Vector::Zero(size)) {}

void InverseHessian::learn(std::span<double> memory, const Vector& s, const Vector& y) {
  const double sy = s.dot(y), length = s.norm();
  if (!(length > kShortest && sy > kCurvatureRounding * length * y.norm())) return;
  Eigen::Map<Matrix> h(memory.data(), size_, size_);
  if (!known(memory)) {
    h.setZero();
    h.diagonal().setConstant(sy / y.squaredNorm());
    memory.back() = 1;
  }
  product(h, y, turned_);
  const double own = (1 + y.dot(turned_) / sy) / sy;
  for (int b = 0; b < s.size(); ++b)
    h.col(b) += (own * s[b] - turned_[b] / sy) * s - (s[b] / sy) * turned_;
}

void InverseHessian::times(std::span<const double> memory, const Vector& x,
                           const std::vector<char>& held, Vector& y) {
  reduced_ = Eigen::Map<const Matrix>(memory.data(), size_, size_);
  for (int c = 0; c < x.size(); ++c) {
    if (!held[c] || !(reduced_(c, c) > 0)) continue;
    turned_ = reduced_.col(c);
    const double pivot = turned_[c];
    for (int b = 0; b < x.size(); ++b) reduced_.col(b) -= (turned_[b] / pivot) * turned_;
  }
  product(reduced_, x, y);
}

}  // namespace iklab
