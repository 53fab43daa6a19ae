// Jacobian transpose:  step = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>
//
// Wolovich & Elliott 1984; Balestrino, De Maria & Sciavicco 1984; the optimal alpha, which
// minimises |e - J step| along J^T e, as in Buss & Kim 2004, section 5.
// Cost: two products with J, no decomposition.
// Fails: many effectors with conflicting errors (slow, then oscillates); e orthogonal to the range
// of J, e.g. a straight arm with the target on its axis (no step at all).
#include "iklab/ik/method_of.hpp"

namespace iklab {
namespace {

class Transpose : public MethodOf<TransposeOptions> {
 public:
  Transpose(const Model& model, const MethodOptions& given)
      : MethodOf(given), moved_(Vector::Zero(model.rows())) {}

  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    double alpha = options.alpha;
    if (alpha == 0) {
      problem.jacobian().times(report.step, moved_);
      const double square = squareOf(moved_);
      alpha = square > 0 ? dotOf(problem.error, moved_) / square : 0;
    }
    report.alpha = alpha_ = alpha;
    report.step *= alpha;
  }

  double filter(double sigma) const override { return alpha_ * sigma; }

 private:
  Vector moved_;  // J J^T e
  double alpha_ = 0;
};

}  // namespace

template <>
const MethodEntry& describe<TransposeOptions>() {
  static constexpr Param params[] = {
      number<&TransposeOptions::alpha>("alpha", "", 0, 100),
  };
  static constexpr Observable observables[] = {kSeenAlpha};
  static constexpr MethodEntry entry = {
      .id = "transpose",
      .name = "Transpose",
      .group = Group::spectral,
      .maxStep = EIGEN_PI / 6,
      .traits = kSpectral | kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<Transpose>,
  };
  return entry;
}

}  // namespace iklab
