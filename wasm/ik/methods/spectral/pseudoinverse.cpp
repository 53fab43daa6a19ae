// Pseudoinverse:  step = J^+ e = sum_{sigma_i > eps sigma_1 max(m, n)} (u_i^T e / sigma_i) v_i
//
// Whitney 1969; residual halving: Tabaczynski 2005, section 2.2 (whose (I - J^+ J) is a slip for
// (I - J J^+)). `cholesky` solves the normal equations of J J^T without its rows that are zero,
// or of J^T J when m > n, and breaks down where they are singular: Tabaczynski, section 2.2.
// Cost: one singular value decomposition, or one Cholesky factorisation.
// Fails: near a singularity 1/sigma asks for huge joint changes, which a step limit then scales
// down together with all useful motion.
#include <Eigen/Cholesky>
#include <vector>

#include "ik/methods/spectral/filtering.hpp"

namespace iklab {
namespace {

enum { kSolve, kResidualHalving, kHalvingTolerance };
enum { kSvd, kCholesky };
constexpr const char* kSolvers[] = {"svd", "cholesky"};
constexpr int kMaxHalvings = 30;

constexpr Param kParams[] = {
    {.key = "solve",
     .label = "Solved by",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = kSvd,
     .scale = Scale::choice,
     .help = "svd drops directions at rounding level; cholesky solves the normal equations and "
             "breaks down where they are singular.",
     .options = kSolvers},
    {.key = "residualHalving",
     .label = "Halve unreachable e",
     .unit = "",
     .min = 0,
     .max = 1,
     .initial = 0,
     .scale = Scale::toggle,
     .help =
         "While the part of e that J cannot produce is longer than the tolerance, e is halved."},
    {.key = "halvingTolerance",
     .label = "Halving tolerance",
     .unit = "m",
     .min = 1e-12,
     .max = 10,
     .initial = 1e-6,
     .scale = Scale::log,
     .help = "Longest ‖(I − JJ⁺)e‖ that is left as it is.",
     .when = "residualHalving: on"},
};

class Pseudoinverse : public Method {
 public:
  Pseudoinverse(const Model& model, const double* params)
      : Method(params),
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
    if (on(kResidualHalving)) halve(problem.svd());
    if (choice(kSolve) == kCholesky)
      solve(problem.jacobian.matrix(), report);
    else
      decompose(problem.svd(), report);
  }

  double filter(double sigma) const override { return dampedFilter(sigma, 0, noise_); }

 private:
  // e <- e / 2 until ‖(I - J J^+) e‖ is within tolerance
  void halve(const Svd& s) {
    outside_ = error_;
    for (int i = 0; i < s.count() && s.sigma(i) > s.noise(); ++i)
      outside_ -= s.u(i).dot(error_) * s.u(i);
    double length = outside_.norm();
    for (int k = 0; k < kMaxHalvings && length > param(kHalvingTolerance); ++k) {
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

  // normal equations of J J^T without the rows that are zero, or of J^T J when more rows are left
  // than there are columns; what is not used stays the identity, so that no size changes
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

  // a pivot at rounding level is a zero that rounding has hidden
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

constexpr Showing kFailures[] = {
    {"A target out of reach", "The arm stretches, becomes singular and swings; damped, it settles.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,1],)"
     R"("targets":[{"effector":"tip","position":[3,0,0]}],"methods":[{"id":"pseudoinverse"})"
     R"(,{"id":"dls"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "oscillating and error > 1.3", "error < 1.01"},
    {"A nearly straight arm, no step limit",
     "Divided by a tiny σ, one update turns a joint hundreds of times; damping bounds it.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,0.001],)"
     R"("targets":[{"effector":"tip","position":[1,0.5,0]}],"methods":[{"id":"pseudoinverse",)"
     R"("maxStep":null},{"id":"dls"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "step > 1000", "reached and step < 0.3"},
    {"Cholesky in a singular pose",
     "An exactly singular matrix cannot be factorised; the decomposition leaves the lost direction "
     "out.",
     R"({"iklab":1,"tree":{"planar":{"links":[1,1]}},"start":[0.5,0],)"
     R"("targets":[{"effector":"tip","position":[1,1,0]}],"methods":[{"id":"pseudoinverse",)"
     R"("label":"By Cholesky","params":{"solve":"cholesky"}},{"id":"pseudoinverse",)"
     R"("label":"By SVD"}],"run":{"mode":"converge"},"view":{"camera":[0.25,0.35,1]}})",
     "breakdown", "reached"},
};

constexpr Showing kStrengths[] = {
    {"Well inside the reach",
     "Far from singular poses it goes straight to the target, where the transpose creeps.",
     R"({"iklab":1,"preset":"tabaczynski-5-link","run":{"mode":"converge"},)"
     R"("methods":[{"id":"pseudoinverse"},{"id":"transpose"}]})",
     "reached and updates < 20", "no-improvement and updates > 200"},
};

constexpr Reference kReferences[] = {
    {
        .kind = Work::article,
        .authors = "Whitney, D. E.",
        .year = 1969,
        .title = "Resolved motion rate control of manipulators and human prostheses",
        .in = "IEEE Transactions on Man-Machine Systems",
        .volume = "10",
        .number = "2",
        .pages = "47-53",
        .doi = "10.1109/TMMS.1969.299896",
    },
};

}  // namespace

extern const MethodRow pseudoinverseRow = {
    .id = "pseudoinverse",
    .name = "Pseudoinverse",
    .fullName = "Moore-Penrose pseudoinverse",
    .group = Group::spectral,
    .summary =
        "The least-squares step of least norm: exact far from singularities, wild near them.",
    .parent = "transpose",
    .change = "solve it exactly",
    .idea =
        "Where the transpose follows the gradient, this solves the linearised problem: of all"
        " steps that bring the effectors as near as J can, it takes the shortest. Each "
        "singular direction of the error is divided by its σ. Far from singular poses it "
        "arrives in a few updates; as σ goes to zero, 1/σ asks for turns without bound.",
    .equation = R"(\Delta\theta = J^{+} e = \sum_{\sigma_i > 0})"
                R"( \frac{1}{\sigma_i}\, v_i\, u_i^T e)",
    .cost = "One singular value decomposition, or one Cholesky factorisation.",
    .good = "Far from singular poses, with targets within reach: exact and fast.",
    .bad = "Wild near singular poses; the step limit then shrinks the useful motion with the rest.",
    .failures = kFailures,
    .strengths = kStrengths,
    .references = kReferences,
    .maxStep = EIGEN_PI / 36,
    .traits = kSpectral | kStage,
    .params = kParams,
    .make = makeMethod<Pseudoinverse>,
};

}  // namespace iklab
