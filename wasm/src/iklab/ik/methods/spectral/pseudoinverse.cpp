// Pseudoinverse:  step = J^+ e = sum_{sigma_i > eps sigma_1 max(m, n)} (u_i^T e / sigma_i) v_i
//
// Whitney 1969; residual halving: Tabaczynski 2005, section 2.2 (whose (I - J^+ J) is a slip for
// (I - J J^+)). `cholesky` solves the normal equations of J J^T without its rows that are zero,
// or of J^T J when m > n, and breaks down if they are singular: Tabaczynski, section 2.2.
// Cost: one singular value decomposition, or one Cholesky factorisation.
// Fails: near a singularity 1/sigma causes huge joint changes, which a step limit then scales
// down together with all useful motion.
#include <Eigen/Cholesky>
#include <vector>

#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

constexpr int kMaxHalvings = 30;

class Pseudoinverse : public MethodOf<PseudoinverseOptions> {
 public:
  Pseudoinverse(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        normal_(Matrix::Zero(std::min(model.rows(), model.columns()),
                             std::min(model.rows(), model.columns()))),
        factor_(normal_.rows()),
        right_(Vector::Zero(normal_.rows())),
        outside_(Vector::Zero(model.rows())),
        error_(Vector::Zero(model.rows())) {
    used_.reserve(std::max(model.rows(), model.columns()));
  }

  void update(const Problem& problem, Report& report) override {
    error_ = problem.error;
    if (options.residualHalving) halve(problem.svd());
    if (options.solve == PseudoinverseOptions::Solve::cholesky)
      solve(problem.jacobian().matrix(), report);
    else
      decompose(problem.svd(), report);
  }

  double filter(double sigma) const override { return dampedFilter(sigma, 0, noise_); }

 private:
  // e <- e / 2 until |(I - J J^+) e| is within the tolerance.
  void halve(const Svd& s) {
    outside_ = error_;
    for (int i = 0; i < s.count() && s.sigma(i) > s.noise(); ++i)
      outside_ -= s.u(i).dot(error_) * s.u(i);
    double length = outside_.norm();
    for (int k = 0; k < kMaxHalvings && length > options.halvingTolerance; ++k) {
      length /= 2;
      error_ /= 2;
    }
  }

  void decompose(const Svd& s, Report& report) {
    noise_ = s.noise();
    report.rank = s.rankAbove(noise_);
    addFiltered(
        s, error_, [&](int i) { return dampedFilter(s.sigma(i), 0, noise_); }, report.step);
  }

  // Solves the normal equations of J J^T without its zero rows, or of J^T J if more rows are left
  // than there are columns. The unused part stays the identity, so that the size is constant.
  void solve(const Matrix& j, Report& report) {
    findUsed(j, true);
    const bool byRows = used_.size() <= static_cast<size_t>(j.cols());
    if (!byRows) findUsed(j, false);
    normal_.setIdentity();
    right_.setZero();
    for (size_t a = 0; a < used_.size(); ++a) {
      right_[a] = byRows ? error_[used_[a]] : j.col(used_[a]).dot(error_);
      for (size_t b = 0; b < used_.size(); ++b)
        normal_(a, b) =
            byRows ? j.row(used_[a]).dot(j.row(used_[b])) : j.col(used_[a]).dot(j.col(used_[b]));
    }
    factor_.compute(normal_);
    report.breakdown = !factorised();
    if (report.breakdown) return;
    factor_.solveInPlace(right_);
    for (size_t a = 0; a < used_.size(); ++a) {
      if (byRows)
        report.step += right_[a] * j.row(used_[a]).transpose();
      else
        report.step[used_[a]] = right_[a];
    }
  }

  void findUsed(const Matrix& j, bool rows) {
    used_.clear();
    for (int i = 0; i < (rows ? j.rows() : j.cols()); ++i)
      if (rows ? !j.row(i).isZero(0) : !j.col(i).isZero(0)) used_.push_back(i);
  }

  // A pivot at rounding level is a zero hidden by rounding errors.
  bool factorised() const {
    if (factor_.info() != Eigen::Success) return false;
    double smallest = kInfinity, largest = 0;
    for (size_t a = 0; a < used_.size(); ++a) {
      const double root = factor_.matrixLLT()(a, a);
      smallest = std::min(smallest, root * root);
      largest = std::max(largest, normal_(a, a));
    }
    const double rounding = std::numeric_limits<double>::epsilon() * normal_.rows();
    return smallest > rounding * largest;
  }

  Matrix normal_;
  Eigen::LLT<Matrix> factor_;
  Vector right_, outside_, error_;
  std::vector<int> used_;
  double noise_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<PseudoinverseOptions>() {
  static constexpr Param params[] = {
      choice<&PseudoinverseOptions::solve>("solve", "svd cholesky"),
      toggle<&PseudoinverseOptions::residualHalving>("residualHalving"),
      length<&PseudoinverseOptions::halvingTolerance>("halvingTolerance", 1e-12, 10, Fit::length,
                                                      "residualHalving: on"),
  };
  static constexpr MethodEntry entry = {
      .id = "pseudoinverse",
      .name = "Pseudoinverse",
      .group = Group::spectral,
      .maxStep = EIGEN_PI / 36,
      .traits = kSpectral | kStage,
      .params = params,
      .make = makeMethod<Pseudoinverse>,
  };
  return entry;
}

}  // namespace iklab
