// Truncated pseudoinverse:  step = sum_{sigma_i > cutoff} (u_i^T e / sigma_i) v_i
//
// Tabaczynski 2005, section 2.3 (absolute cutoff 1e-4); Buss & Kim 2004, section 5 (their program
// drops sigma_i at or below 0.01 sigma_1).
// Cost: one singular value decomposition.
// Fails: a direction switches on and off as its sigma crosses the cutoff, so steps jump; motion
// along dropped directions is given up altogether.
#include "iklab/ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

class Truncated : public MethodOf<TruncatedOptions> {
 public:
  Truncated(const Model&, const MethodOptions& given) : MethodOf(given) {}

  void update(const Problem& problem, Report& report) override {
    const Svd& s = problem.svd();
    cutoff_ = options.cutoff *
              (options.cutoffIs == TruncatedOptions::CutoffIs::relative ? s.largest() : 1);
    cutoff_ = std::max(cutoff_, s.noise());
    report.rank = s.rankAbove(cutoff_);
    addFiltered(
        s, problem.error, [&](int i) { return filter(s.sigma(i)); }, report.step);
  }

  double filter(double sigma) const override { return sigma > cutoff_ ? 1 / sigma : 0; }

 private:
  double cutoff_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<TruncatedOptions>() {
  static constexpr Param params[] = {
      length<&TruncatedOptions::cutoff>("cutoff", 0, 10, Fit::cutoff),
      choice<&TruncatedOptions::cutoffIs>("cutoffIs", "absolute relative"),
  };
  static constexpr MethodEntry entry = {
      .id = "truncated",
      .name = "Truncated",
      .group = Group::spectral,
      .maxStep = EIGEN_PI / 4,
      .traits = kSpectral | kStage,
      .params = params,
      .make = makeMethod<Truncated>,
  };
  return entry;
}

}  // namespace iklab
