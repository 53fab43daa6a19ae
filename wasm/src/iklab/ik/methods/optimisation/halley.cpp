// Halley:  step = A^+ e,  A = J + 1/2 (H delta),  delta = J^+ e,  M^+ = M^T (M M^T + lambda^2 I)^-1
//
// QuIK: Lloyd, Irani & Ahmadi 2022. (H delta)_ij = sum_k dJ_ij/dtheta_k delta_k, the kinematic
// Hessian along delta (core/hessian.hpp), for rows of position and orientation: A is J at half of
// that step, to first order. `newton` uses A = J. With lambda = 0, a sigma at rounding level counts
// as zero.
// Cost: two factorisations L D L^T of M M^T, with many targets along the tree, and H delta in O(n).
// If a pivot is small or J has more rows than columns, singular value decompositions instead.
// Fails: no line search and, as a rule, no damping, so that far from the target a step may lead
// anywhere; near a singularity of J, delta may be huge, and then A is not useful.
#include <algorithm>
#include <cmath>

#include "iklab/core/hessian.hpp"
#include "iklab/core/tree_elimination.hpp"
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
        along_(TreeElimination::ifCheaper(model.tree, model.task)),
        bent_(model.tree, model.task),
        dense_(Matrix::Zero(model.rows(), model.columns())),
        ahead_(Vector::Zero(model.columns())) {
    for (const TaskTarget& t : model.task.targets())
      for (const int c : model.tree.pathToEffector(t.effector))
        for (int i = 0; i < (t.oriented ? 6 : 3); i += 3) moved_[c].push_back(t.row + i);
  }

  void update(const Problem& problem, Report& report) override {
    report.rank = Report::kSpectralRank;
    const Vector& e = problem.error;
    if (!solveAlongTree(problem.jacobian().strands(), e, report.step) &&
        !solveNormal(problem.jacobian().matrix(), e, report.step))
      solve(problem.svd(), e, report.step);
    if (options.form == HalleyOptions::Form::newton) return;
    ahead_ = report.step;
    report.breakdown = !bend(problem);
    if (report.breakdown) return report.step.setZero(), void();
    if (solveAlongTree(bent_, e, report.step)) return;
    bent_.each([&](int row, int c, const Three<double>& v) { store(v, &dense_(row, c)); });
    if (solveNormal(dense_, e, report.step)) return;
    svd_.compute(dense_);
    solve(svd_, e, report.step);
  }

 private:
  // Both: step = M^T (M M^T + lambda^2 I)^-1 e; false if another way is needed.
  bool solveAlongTree(const Strands<double>& m, const Vector& e, Vector& step) {
    return along_ && along_->solve(m, e.data(), options.lambda * options.lambda, step.data()) &&
           step.allFinite();
  }
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

  // False if A is not finite.
  bool bend(const Problem& problem) {
    const Strands<double>& j = problem.jacobian().strands();
    jacobianChange(model_.tree, model_.task, problem.state.pose, problem.jacobian(), ahead_, bent_,
                   problem.state.goals);
    for (int t = 0; t < static_cast<int>(model_.task.targets().size()); ++t) {
      addHalf(j.moves(t), bent_.moves(t));
      addHalf(j.turns(t), bent_.turns(t));
    }
    for (int c = 0; c < model_.columns(); ++c)
      if (problem.locked[c]) bent_.zeroColumn(c);
    bool finite = true;
    bent_.each([&](int, int, const Three<double>& v) {
      finite = finite && std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
    });
    return finite;
  }
  // to <- from + to / 2
  static void addHalf(std::span<const Three<double>> from, std::span<Three<double>> to) {
    for (size_t i = 0; i < to.size(); ++i) to[i] = from[i] + 0.5 * to[i];
  }

  const Model& model_;
  Svd svd_;  // Of A
  Ldlt<double> normal_;
  std::vector<std::vector<int>> moved_;  // Per column: the first rows of its non-zero blocks of
                                         // three rows.
  Vector right_;
  std::unique_ptr<TreeElimination> along_;  // With many targets.
  Strands<double> bent_;                    // A
  Matrix dense_;                            // A, if it is not solved along the tree.
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
