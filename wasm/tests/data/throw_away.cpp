// Throw-away method:  step = factor J^T e
//
// Not part of the program: web/setup/adding.mjs puts it and its card into a copy of the checkout, with
// one line in methods.def, and looks for it wherever methods are shown.
#include "ik/method.hpp"

namespace iklab {
namespace {

constexpr Param kParams[] = {
    {.key = "factor", .unit = "", .min = 0, .max = 10, .initial = 0.125, .scale = Scale::linear},
};

class ThrowAway : public Method {
 public:
  ThrowAway(const Model&, const double* params) : Method(params) {}
  void update(const Problem& problem, Report& report) override {
    problem.jacobian.transposeTimes(problem.error, report.step);
    report.step *= param(0);
  }
};

}  // namespace

extern const MethodRow throwAwayRow = {
    .id = "throw-away",
    .name = "Throw-away",
    .group = Group::spectral,
    .maxStep = kInfinity,
    .traits = kStage,
    .params = kParams,
    .make = makeMethod<ThrowAway>,
};

}  // namespace iklab
