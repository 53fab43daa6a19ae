// Gauss-Newton:  step = a J^+ e,  a = 1 or the first shorter one that lowers f = 1/2 |e|^2 enough
//
// Gauss 1809; with a line search Hartley 1961; Dennis & Schnabel 1983, chapters 6 and 10. J^T J
// approximates the Hessian and is exact if e = 0, so that the last steps converge quadratically.
// Cost: one singular value decomposition, one evaluation per trial (mostly one).
// Fails: near a singularity J^+ e is nearly at right angles to the gradient and very long, and the
// search ends in negligible steps; with a target out of reach it stays there.
#include "iklab/ik/methods/optimisation/full_step.hpp"
#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

class GaussNewton : public MethodOf<GaussNewtonOptions> {
 public:
  GaussNewton(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        search_(model),
        whole_(Vector::Zero(model.columns())),
        pull_(whole_) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    const double noise = s.noise();
    report.rank = s.rankAbove(noise);
    whole_.setZero();
    addFiltered(
        s, problem.error, [&](int i) { return dampedFilter(s.sigma(i), 0, noise); }, whole_);
    if (options.lineSearch) problem.jacobian().transposeTimes(problem.error, pull_);
    applyFullStep(whole_, options.lineSearch ? &pull_ : nullptr, search_, model_, problem, report);
  }

 private:
  const Model& model_;
  LineSearch search_;
  Vector whole_, pull_;
};

}  // namespace

template <>
const MethodEntry& describe<GaussNewtonOptions>() {
  static constexpr Param params[] = {
      toggle<&GaussNewtonOptions::lineSearch>("lineSearch"),
  };
  static constexpr Observable observables[] = {kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "gauss-newton",
      .name = "Gauss-Newton",
      .group = Group::optimisation,
      .maxStep = kInfinity,
      .traits = kUnclamped,
      .params = params,
      .observables = observables,
      .make = makeMethod<GaussNewton>,
  };
  return entry;
}

}  // namespace iklab
