// Halley:  step = A^+ e,  A = J + 1/2 (H delta),  delta = J^+ e,  M^+ = M^T (M M^T + lambda^2 I)^-1
//
// QuIK: Lloyd, Irani & Ahmadi 2022. (H delta)_ij = sum_k dJ_ij/dtheta_k delta_k, the kinematic
// Hessian along delta (core/hessian.hpp), for rows of position and orientation: A is J at half of
// that step, to first order. `newton` uses A = J. With lambda = 0, a sigma at rounding level counts
// as zero.
// Cost: two factorisations L D L^T of M M^T, H delta in O(n); if a pivot is small or J has more
// rows than columns, singular value decompositions instead.
// Fails: no line search and, as a rule, no damping, so that far from the target a step may lead
// anywhere; near a singularity of J, delta may be huge, and then A is not useful.
#include <algorithm>

#include "iklab/core/hessian.hpp"
#include "iklab/ik/methods/spectral/filtering.hpp"
#include "iklab/math/ldlt.hpp"

namespace iklab {

using namespace detail;

namespace {

// Smallest ratio of the smallest pivot to the largest for which M M^T loses less than half of the
// digits.
constexpr double kLeastPivot = 1e-6;

class Halley : public MethodOf<HalleyOptions> {
 public:
  Halley(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        model_(model),
        svd_(model.rows(), model.columns()),
        normal_(model.rows()),
        moved_(model.columns()),
        right_(Vector::Zero(model.rows())),
        bent_(Matrix::Zero(model.rows(), model.columns())),
        ahead_(Vector::Zero(model.columns())) {
    for (const TaskTarget& t : model.task.targets())
      for (const int c : model.tree.pathToEffector(t.effector))
        for (int i = 0; i < (t.oriented ? 6 : 3); i += 3) moved_[c].push_back(t.row + i);
  }

  void update(const Problem& problem, Report& report) override {
    report.rank = Report::kSpectralRank;
    if (!solveNormal(problem.jacobian().matrix(), problem.error, report.step))
      solve(problem.svd(), problem.error, report.step);
    if (options.form == HalleyOptions::Form::newton) return;
    ahead_ = report.step;
    bend(problem);
    report.breakdown = !bent_.allFinite();
    if (report.breakdown) return report.step.setZero(), void();
    if (solveNormal(bent_, problem.error, report.step)) return;
    svd_.compute(bent_);
    solve(svd_, problem.error, report.step);
  }

 private:
  // step = M^T (M M^T + lambda^2 I)^-1 e; false if singular values are needed instead.
  bool solveNormal(const Matrix& m, const Vector& e, Vector& step) {
    if (m.rows() > m.cols()) return false;
    const int stride = normal_.stride();
    std::fill_n(normal_.matrix(), m.rows() * stride, 0.0);
    for (int c = 0; c < m.cols(); ++c)
      for (auto a = moved_[c].begin(); a != moved_[c].end(); ++a)
        for (auto b = a; b != moved_[c].end(); ++b)
          addOuter(&m(*a, c), &m(*b, c), normal_.matrix() + *a * stride + *b, stride);
    normal_.addToDiagonal(options.lambda * options.lambda);
    right_ = e;
    if (normal_.solve(right_.data())) return false;
    if (const auto [least, most] = normal_.pivots(); !(least > kLeastPivot * most)) return false;
    step.noalias() = m.transpose() * right_;
    return step.allFinite();
  }

  // Adds the product of three entries of a column with three others.
  static void addOuter(const double* a, const double* b, double* to, int stride) {
    const Three<double> y = load(b);
    for (int i = 0; i < 3; ++i) store(load(to + i * stride) + a[i] * y, to + i * stride);
  }

  void solve(const Svd& s, const Vector& e, Vector& step) const {
    const double noise = s.noise(), square = options.lambda * options.lambda;
    step.setZero();
    addFiltered(
        s, e, [&](int i) { return dampedFilter(s.sigma(i), square, noise); }, step);
  }

  void bend(const Problem& problem) {
    jacobianChange(model_.tree, model_.task, problem.state.pose, problem.jacobian(), ahead_, bent_,
                   problem.state.goals);
    bent_ = problem.jacobian().matrix() + 0.5 * bent_;
    for (int c = 0; c < model_.columns(); ++c)
      if (problem.locked[c]) bent_.col(c).setZero();
  }

  const Model& model_;
  Svd svd_;  // Of A
  Ldlt<double> normal_;
  std::vector<std::vector<int>> moved_;  // Per column: the first rows of its non-zero blocks of
                                         // three rows.
  Vector right_;
  Matrix bent_;  // A
  Vector ahead_;
};

}  // namespace

template <>
const MethodEntry& describe<HalleyOptions>() {
  static constexpr Param params[] = {
      length<&HalleyOptions::lambda>("lambda", 0, 1000, Fit::damping),
      choice<&HalleyOptions::form>("form", "halley newton"),
  };
  static constexpr MethodEntry entry = {
      .id = "halley",
      .name = "Halley",
      .group = Group::optimisation,
      .maxStep = EIGEN_PI / 4,
      .traits = 0,
      .params = params,
      .make = makeMethod<Halley>,
  };
  return entry;
}

}  // namespace iklab
