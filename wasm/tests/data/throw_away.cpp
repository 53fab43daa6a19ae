// Throw-away method:  step = factor J^T e
//
// Not part of the program: web/model/adding.mjs puts it into a copy of the checkout, with one line
// in methods.def, and looks for it wherever methods are shown.
#include "ik/method.hpp"

namespace iklab {
namespace {

constexpr Param kParams[] = {
    {.key = "factor",
     .label = "Factor",
     .unit = "",
     .min = 0,
     .max = 10,
     .initial = 0.125,
     .scale = Scale::linear,
     .help = "What the pull is multiplied by."},
};

class ThrowAway : public Method {
 public:
  ThrowAway(const Model&, const double* params) : Method(params) {}
  void update(const Problem& problem, Report& report) override {
    problem.jacobian.transposeTimes(problem.error, report.step);
    report.step *= param(0);
  }
};

constexpr Showing kStrengths[] = {
    {"Ten updates", "It takes steps, as any method does.",
     R"({"iklab":1,"preset":"y","methods":[{"id":"throw-away"},{"id":"dls"}]})", "updates > 9",
     "updates > 9"},
};

constexpr Reference kReferences[] = {
    {.kind = Work::misc, .authors = "Nobody, N.", .title = "Nothing", .in = "Nowhere"},
};

}  // namespace

extern const MethodRow throwAwayRow = {
    .id = "throw-away",
    .name = "Throw-away",
    .fullName = "Throw-away method",
    .group = Group::spectral,
    .summary = "Shows that a method takes one file and one line.",
    .parent = "transpose",
    .change = "nothing of note",
    .idea = "A fixed part of the pull.",
    .equation = R"(\Delta\theta = \varphi J^T e)",
    .cost = "One product with J.",
    .good = "To be thrown away.",
    .bad = "To be kept.",
    .failures = {},
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kStage,
    .params = kParams,
    .make = makeMethod<ThrowAway>,
};

}  // namespace iklab
