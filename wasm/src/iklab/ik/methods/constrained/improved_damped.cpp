// Improved damped least squares:  step = argmin |J step - e|^2 + |D step|^2
//                                      = D^-2 J^T (J D^-2 J^T + I)^-1 e,  D = diag(lambda_j)
//   lambda_j = c (2 (theta_j - centre_j) / (max_j - min_j))^p [+ 1 / w_j]
//
// Na, Yang & Jia, forms (11), (12), (13), (16); their (14) as printed adds an m x m to an n x n
// matrix. centre: comfort or the middle of the limits. A joint without both limits only has 1/w_j;
// a joint whose limits coincide does not move. A lambda_j at the rounding level of J counts as 0:
// with such joints, the step is the least-norm minimiser of the stacked system (J; D). `jacobian`
// parent-frame is the paper's own (parent_frame.hpp).
// Cost: one QR of an (n + m) x m matrix; joints with lambda_j = 0 add a decomposition.
// Fails: damping grows with the distance from the centre but enforces no limit: with a small c, or
// long steps, joints pass their limits and are clamped there rather than moved back. c and 1/w_j
// are lengths and have to be scaled to the arm. Without the weight term, steps are erratic near
// singularities.
#include <cmath>

#include "iklab/ik/methods/geometric/parent_frame.hpp"
#include "iklab/math/stacked_qr.hpp"

namespace iklab {

using namespace detail;

namespace {

double evenPower(double x, int p) {
  double power = 1;
  for (double square = x * x; p > 1; p /= 2, square *= square)
    if (p / 2 % 2) power *= square;
  return power;
}

class ImprovedDamped : public MethodOf<IdlsOptions> {
 public:
  ImprovedDamped(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        paper_(model),
        system_(model.rows(), model.columns()),
        undamped_(model.rows(), model.columns()),
        part_(Matrix::Zero(model.rows(), model.columns())),
        lambda_(Vector::Zero(model.columns())),
        inverse_(lambda_),
        free_(lambda_),
        error_(Vector::Zero(model.rows())) {}

  void update(const Problem& problem, Report& report) override {
    const Matrix& j = options.jacobian == IdlsOptions::Jacobian::exact ? problem.jacobian().matrix()
                                                                       : paper_.compute(problem);
    const double noise = std::numeric_limits<double>::epsilon() * (j.rows() + j.cols()) * j.norm();
    bool anyFree = false;
    for (int c = 0; c < lambda_.size(); ++c) {
      lambda_[c] = jointDamping(c, problem.state.theta[c]);
      const bool isFree = lambda_[c] <= noise;
      inverse_[c] = isFree ? 0 : 1 / lambda_[c];
      anyFree = anyFree || isFree;
    }
    if (anyFree)
      solveWithFree(j, problem.error, noise, report.step);
    else
      system_.solve(j, inverse_, problem.error, report.step);
  }

  // Infinite if the limits coincide.
  double jointDamping(int column, double theta) const override {
    const Joint& j = model_.tree.moving(column);
    const double range = j.upper - j.lower, weight = 1 / j.weight;
    if (!std::isfinite(range)) return weight;
    if (range == 0) return kInfinity;
    const double centre =
        options.centre == IdlsOptions::Centre::comfort ? j.comfort : j.lower + 0.5 * range;
    const double c = options.c;
    const double damping = c == 0 ? 0 : c * evenPower(2 * (theta - centre) / range, options.p);
    return options.weightTerm ? damping + weight : damping;
  }

  void observe(std::span<double> seen) const override {
    std::copy_n(lambda_.data(), lambda_.size(), seen.begin());
  }

 private:
  // Joints without damping follow e as far as they can, and compensate for the motion of the
  // others; the others serve the remaining directions.
  void solveWithFree(const Matrix& j, const Vector& e, double noise, Vector& step) {
    part_ = j;
    for (int c = 0; c < lambda_.size(); ++c)
      if (lambda_[c] > noise) part_.col(c).setZero();
    undamped_.compute(part_);
    const int rank = undamped_.rankAbove(std::max(noise, undamped_.noise()));
    part_ = j - part_;
    error_ = e;
    // Two passes: the first leaves a rounding error relative to e.
    for (int pass = 0; pass < 2; ++pass) {
      for (int i = 0; i < rank; ++i) {
        const auto u = undamped_.u(i);
        error_ -= u.dot(error_) * u;
        for (int c = 0; c < part_.cols(); ++c) part_.col(c) -= u.dot(part_.col(c)) * u;
      }
    }
    system_.solve(part_, inverse_, error_, step);
    error_ = e;
    for (int c = 0; c < step.size(); ++c)
      if (step[c] != 0) error_ -= step[c] * j.col(c);
    free_.setZero();
    for (int i = 0; i < rank; ++i)
      free_ += (undamped_.u(i).dot(error_) / undamped_.sigma(i)) * undamped_.v(i);
    step += free_;
  }

  const Model& model_;
  ParentFrameJacobian paper_;
  StackedQr system_;
  Svd undamped_;  // Decomposition of the columns with lambda_j = 0.
  Matrix part_;
  Vector lambda_, inverse_, free_, error_;
};

}  // namespace

template <>
const MethodEntry& describe<IdlsOptions>() {
  static constexpr Param params[] = {
      length<&IdlsOptions::c>("c", 0, 1e6, Fit::damping),
      number<&IdlsOptions::p>("p", "", 2, 64, Scale::even),
      choice<&IdlsOptions::centre>("centre", "comfort mean"),
      toggle<&IdlsOptions::weightTerm>("weightTerm"),
      choice<&IdlsOptions::jacobian>("jacobian", "true parent-frame"),
  };
  static constexpr Observable observables[] = {kSeenJointDamping};
  static constexpr MethodEntry entry = {
      .id = "idls",
      .name = "IDLS",
      .group = Group::constrained,
      .maxStep = EIGEN_PI / 4,
      .traits = kStage | kPerJoint,
      .params = params,
      .observables = observables,
      .make = makeMethod<ImprovedDamped>,
  };
  return entry;
}

}  // namespace iklab
