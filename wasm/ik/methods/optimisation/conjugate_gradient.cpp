// Conjugate gradients:  step = a d,  d = J^T e + beta d',  beta = max(0, (g - g')^T g / |g'|^2)
//
// g = -J^T e is the gradient of f = 1/2 |e|^2; primed is the update before. Polak & Ribiere 1969,
// kept from going negative (Powell 1986; "PR+", Gilbert & Nocedal 1992). g - g' is taken with the
// targets of the update before at both ends. Strong Wolfe line search that starts at the a which
// the linear model calls best. Without the memory, a first step or one after a jump, it is the
// transpose with a line search.
// Cost: O(n), products with J only; an evaluation and a Jacobian a trial, about two.
// Fails: no digits doubled, many updates on ill-conditioned arms; while targets move on, the
// direction before was for another place.
#include <algorithm>
#include <cmath>

#include "ik/methods/optimisation/line_search.hpp"

namespace iklab {
namespace {

enum { kCurvature };

constexpr Param kParams[] = {
    {.key = "curvature",
     .label = "Slope left",
     .unit = "",
     .min = 0.001,
     .max = 0.5,
     .initial = 0.1,
     .scale = Scale::linear,
     .help = "The line search ends where the slope has fallen to this part of the first one. "
             "Smaller searches more exactly, with more evaluations."},
};

constexpr double kRounding = 1e-12;  // of |pull||direction|

class ConjugateGradient : public Method {
 public:
  ConjugateGradient(const Model& model, const double* params)
      : Method(params),
        model_(model),
        search_(model),
        pull_(Vector::Zero(model.columns())),
        direction_(pull_),
        moved_(Vector::Zero(model.rows())),
        last_(pull_),
        change_(pull_) {}

  void update(const Problem& problem, Report& report) override {
    search_.begin(problem, pull_);
    const double beta = lastSquare_ > 0 ? std::max(0.0, -pull_.dot(change_) / lastSquare_) : 0;
    double a = beta > 0 ? search(problem, beta) : 0;
    if (a == 0) a = search(problem, 0);
    report.step = a * direction_;
    if (a == 0) giveUp(model_, problem, report);
  }

  void applied(const Problem& problem, const Vector& step) override {
    const double length = step.norm();
    lastSquare_ = length > 0 ? pull_.squaredNorm() : 0;
    if (!(lastSquare_ > 0)) return;
    change_ = search_.gradientChange(problem, step);
    // a limit may have bent the step
    last_ = step * (direction_.norm() / length);
  }

  void reset() override { lastSquare_ = 0; }

 private:
  // direction and how far along it; 0 where it does not lead down
  double search(const Problem& problem, double beta) {
    direction_ = pull_;
    if (beta > 0) direction_ += beta * last_;
    for (int c = 0; c < model_.columns(); ++c)
      if (problem.locked[c]) direction_[c] = 0;
    const double descent = pull_.dot(direction_);
    if (!(descent > kRounding * pull_.norm() * direction_.norm())) return 0;
    problem.jacobian.times(direction_, moved_);
    const double gain = problem.gain, square = moved_.squaredNorm();
    if (!(square > 0)) return 0;
    return search_.wolfe(problem, direction_, -gain * gain * descent, gain * descent / square,
                         param(kCurvature));
  }

  const Model& model_;
  LineSearch search_;
  Vector pull_, direction_, moved_;
  Vector last_, change_;   // d', g - g'
  double lastSquare_ = 0;  // |g'|^2, 0: no memory
};

constexpr Showing kFailures[] = {
    {"Four targets that move on",
     "One product with J an update is too little to keep up; solving for the step does.",
     R"({"iklab":1,"preset":"double-y","methods":[{"id":"conjugate-gradient"})"
     R"(,{"id":"levenberg-marquardt"}]})",
     "mean-error > 2.55", "mean-error < 2.5"},
};

constexpr Showing kStrengths[] = {
    {"A chain of thirty joints",
     "Part of the last direction keeps it from zigzagging as the transpose does.",
     R"({"iklab":1,"tree":{"planar":{"links":[0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,)"
     R"(0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1]}},)"
     R"("start":[0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,)"
     R"(0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,0.033,)"
     R"(0.033,0.033,0.033],"targets":[{"effector":"tip","position":[0.9,1.2,0]}],)"
     R"("methods":[{"id":"conjugate-gradient"},{"id":"transpose"}],"run":{"mode":"converge"},)"
     R"("view":{"camera":[0.25,0.35,1]}})",
     "reached and updates < 10", "updates > 15"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Polak, E. and Ribière, G.",
        .year = 1969,
        .title = "Note sur la convergence de méthodes de directions conjuguées",
        .in = "Revue française d'informatique et de recherche opérationnelle",
        .volume = "3",
        .number = "R1",
        .pages = "35-43",
        .doi = "10.1051/m2an/196903R100351",
    },
    {
        .kind = Work::article,
        .authors = "Powell, M. J. D.",
        .year = 1986,
        .title = "Convergence properties of algorithms for nonlinear optimization",
        .in = "SIAM Review",
        .volume = "28",
        .number = "4",
        .pages = "487-500",
        .doi = "10.1137/1028154",
    },
};

}  // namespace

extern const MethodRow conjugateGradientRow = {
    .id = "conjugate-gradient",
    .name = "Conjugate gradients",
    .fullName = "Nonlinear conjugate gradients",
    .group = Group::optimisation,
    .summary = "The gradient, with as much of the last direction as keeps it from zigzagging.",
    .parent = "transpose",
    .change = "keep part of the last direction",
    .idea =
        "The transpose zigzags down a narrow valley, each step undoing part of the last. This "
        "adds β times the direction before, so that a new step does not spoil what the last one "
        "has gained, and searches along it for the point where the slope is nearly gone. β = 0, "
        "a fresh start, where the formula would turn back, and when a target jumps.",
    .equation = R"(d &= J^T e + \beta d', \quad \Delta\theta = a\, d \\)"
                R"(\beta &= \max\Bigl(0,\, \frac{g^T (g - g')}{g'^T g'}\Bigr), \quad g = -J^T e)",
    .cost = "Products with J alone; an evaluation and a Jacobian a trial, about two.",
    .good = "Very many joints: nothing grows faster than their number.",
    .bad = "Arms whose σ differ much: many updates, and no doubling of digits at the end.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = kInfinity,
    .traits = kUnclamped,
    .params = kParams,
    .make = makeMethod<ConjugateGradient>,
};

}  // namespace iklab
