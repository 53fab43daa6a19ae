// Selectively damped least squares:
//   phi_i = clamp(alpha_i / sigma_i v_i, gamma_i),  step = clamp(sum phi_i, gamma_max)
//   gamma_i = gamma_max min(1, N_i / M_i),  N_i = sum_blocks |u_i in the block|,
//   M_i = 1/sigma_i sum_j |v_ji| sum_blocks |column j of J in the block|
//
// Buss & Kim 2004, section 4; the clamp limits the largest magnitude (the paper calls it the
// 1-norm). `hard` is the printed clamp; `soft` is the one of the program behind their figures,
// which also skips sigma_i by an absolute cutoff. Sliding joints are never scaled.
// Cost: one singular value decomposition and O(m n) for N and M.
// Fails: unreachable targets: it settles quickly, often a little farther away than DLS.
#include <cmath>

#include "iklab/ik/method_of.hpp"
#include "iklab/ik/methods/spectral/selective.hpp"

namespace iklab {
namespace {

constexpr double kCutoff = 1e-10;
constexpr double kCluster = 1e-9;

class SelectivelyDamped : public MethodOf<SdlsOptions> {
 public:
  SelectivelyDamped(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        turns_(Vector::Zero(model.columns())),
        moved_(turns_),
        u_(Vector::Zero(model.rows())),
        v_(Vector::Zero(model.columns())),
        phi_(turns_),
        gamma_(Vector::Zero(std::min(model.rows(), model.columns()))) {
    for (int c = 0; c < turns_.size(); ++c) turns_[c] = model.tree.turning(c);
  }

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const double cutoff =
        kCutoff * (options.cutoffIs == SdlsOptions::CutoffIs::relative ? s.largest() : 1);
    const int rank = s.rankAbove(std::max(cutoff, s.noise()));
    computeEffectorMotion(model_, problem.jacobian().matrix(), moved_);
    gamma_.setZero();
    for (int i = 0, next; i < rank; i = next) {
      next = i + 1;
      while (next < rank && s.sigma(next - 1) - s.sigma(next) <= kCluster * s.largest()) ++next;
      addCluster(s, i, next, problem.error, report.step);
    }
    limitSum(report.step);
    report.rank = Report::kSpectralRank;
  }

  void observe(std::span<double> seen) const override {
    std::copy_n(gamma_.data(), gamma_.size(), seen.begin());
  }

 private:
  // The basis of directions with equal sigma is not unique. The one given by e, u = P e / |P e|,
  // makes the step independent of the decomposition; the others have alpha 0.
  void addCluster(const Svd& s, int first, int last, const Vector& e, Vector& step) {
    double alpha = s.u(first).dot(e), square = alpha * alpha;
    u_ = alpha * s.u(first);
    v_ = alpha * s.v(first);
    for (int i = first + 1; i < last; ++i) {
      alpha = s.u(i).dot(e);
      square += alpha * alpha;
      u_ += alpha * s.u(i);
      v_ += alpha * s.v(i);
    }
    if (square == 0) return;
    const double sigma = s.sigma(first), bound = gamma(sigma, std::sqrt(square));
    gamma_.segment(first, last - first).setConstant(bound);
    phi_ = v_ / sigma;
    const double largest = largestTurn(phi_);
    if (options.clampForm == SdlsOptions::ClampForm::soft)
      scaleTurns(phi_, bound / (bound + largest));
    else if (largest > bound)
      scaleTurns(phi_, bound / largest);
    step += phi_;
  }

  // gamma_i of the direction u_ / length, v_ / length.
  double gamma(double sigma, double length) const {
    const double n = directionReach(model_, u_, length);
    const double m = directionCost(moved_, v_, sigma, length);
    return n < m ? options.gammaMax * n / m : options.gammaMax;
  }

  void limitSum(Vector& step) const {
    const double bound = options.gammaMax, largest = largestTurn(step);
    if (!(largest > bound)) return;
    scaleTurns(step, options.clampForm == SdlsOptions::ClampForm::soft ? bound / (bound + largest)
                                                                       : bound / largest);
  }

  double largestTurn(const Vector& x) const {
    return (x.array() * turns_.array()).abs().maxCoeff();
  }

  void scaleTurns(Vector& x, double factor) const {
    for (int c = 0; c < x.size(); ++c) x[c] *= turns_[c] > 0 ? factor : 1;
  }

  const Model& model_;
  Vector turns_;  // Largest rotation of a column's joints: 1 for a hinge, 0 for a slide.
  Vector moved_, u_, v_, phi_;
  Vector gamma_;  // Per direction.
};

}  // namespace

template <>
const MethodEntry& describe<SdlsOptions>() {
  static constexpr Param params[] = {
      number<&SdlsOptions::gammaMax>("gammaMax", "rad", 1e-6, 2 * EIGEN_PI),
      choice<&SdlsOptions::clampForm>("clampForm", "hard soft"),
      choice<&SdlsOptions::cutoffIs>("cutoffIs", "relative absolute"),
  };
  static constexpr Observable observables[] = {kSeenGamma};
  static constexpr MethodEntry entry = {
      .id = "sdls",
      .name = "SDLS",
      .group = Group::spectral,
      .maxStep = kInfinity,
      .traits = kSpectral | kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<SelectivelyDamped>,
  };
  return entry;
}

}  // namespace iklab
