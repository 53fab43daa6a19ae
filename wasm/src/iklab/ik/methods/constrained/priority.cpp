// Targets in strict order, each solved, damped, in the nullspace of all those before it:
//
//   step_0 = 0,  N_0 = I;  for target i with its rows J_i, e_i and A_i = J_i N_{i-1}:
//   step_i = step_{i-1} + A_i^T (A_i A_i^T + lambda^2 I)^-1 (e_i - J_i step_{i-1})
//   N_i    = the projection on the nullspace of J_1 ... J_i
//
// Nakamura, Hanafusa & Yoshikawa 1987; the recursion over any number of tasks: Siciliano & Slotine
// 1991; damped: Chiaverini 1997. The projections are exact for every lambda: a target moves no
// earlier target by more than 1e-9 of the step. N_i = I - B B^T by an orthonormal basis B of the
// rows, extended target by target (Gram-Schmidt with pivoting; rows whose remainder is below 1e-9
// of their length are dependent). With one target it is damped least squares. Columns of locked
// joints are zero here, so that they are in no basis and get no step.
// Cost: about 4 m r n products for rank r; no decomposition.
// Fails: conflicting targets (the later one is given up without a compromise); if A_i loses rank
// although J_i has it, only lambda keeps the step small.
#include <cmath>

#include "iklab/ik/method_of.hpp"

namespace iklab {
namespace {

constexpr double kDependent = 1e-9;  // Relative to the row's length.
constexpr int kMostRows = 6;         // Per target.

class Priority : public MethodOf<PriorityOptions> {
 public:
  Priority(const Model& model, const MethodOptions& given)
      : MethodOf(given),
        task_(model.task),
        basis_(Matrix::Zero(model.columns(), std::min(model.rows(), model.columns()))),
        rows_(Matrix::Zero(model.columns(), kMostRows)) {}

  void update(const Problem& problem, Report& report) override {
    rank_ = 0;
    const size_t count = task_.targets().size();
    for (size_t i = 0; i < count; ++i)
      add(problem, task_.targets()[options.lastFirst ? count - 1 - i : i], report.step);
    report.rank = rank_;
    report.lambda = options.lambda;
  }

 private:
  // Adds one target: projects its rows, extends the basis by the remainders, and computes the step
  // in the new directions.
  void add(const Problem& problem, const TaskTarget& t, Vector& step) {
    const Matrix& j = problem.jacobian().matrix();
    const int count = t.oriented ? 6 : 3, before = rank_;
    for (int r = 0; r < count; ++r) {
      rows_.col(r) = j.row(t.row + r).transpose();
      left_[r] = problem.error[t.row + r] - rows_.col(r).dot(step);
      whole_[r] = rows_.col(r).norm();
      used_[r] = false;
      project(r, 0);
      project(r, 0);
    }
    extend(count);
    const int found = rank_ - before;
    for (int k = 0; k < found; ++k)
      for (int r = 0; r < count; ++r)
        stacked_[k][r] = j.row(t.row + r).dot(basis_.col(before + k).transpose());
    solve(count, found);
    for (int k = 0; k < found; ++k) step += solution_[k] * basis_.col(before + k);
  }

  // Subtracts from a row its projection on the basis, from column `first` on.
  void project(int r, int first) {
    for (int k = first; k < rank_; ++k)
      rows_.col(r) -= basis_.col(k).dot(rows_.col(r)) * basis_.col(k);
  }

  // Repeatedly adds the longest remaining row, until the remainders are rounding errors.
  void extend(int count) {
    while (rank_ < basis_.cols()) {
      int best = -1;
      double most = 0;
      for (int r = 0; r < count; ++r) {
        const double length = rows_.col(r).norm();
        if (used_[r] || !(length > kDependent * whole_[r]) || !(length > most)) continue;
        best = r;
        most = length;
      }
      if (best < 0) return;
      used_[best] = true;
      rows_.col(best) /= most;
      project(best, 0);  // Repeated, now that the length is 1.
      rows_.col(best) /= rows_.col(best).norm();
      basis_.col(rank_++) = rows_.col(best);
      for (int r = 0; r < count; ++r)
        if (!used_[r]) project(r, rank_ - 1);
    }
  }

  // argmin |C y - left|^2 + lambda^2 |y|^2 by Gram-Schmidt on the columns of (C; lambda I), without
  // normal equations, so that any lambda is allowed.
  void solve(int count, int found) {
    double triangle[kMostRows][kMostRows], right[kMostRows];
    for (int k = 0; k < found; ++k)
      for (int i = 0; i < found; ++i) stacked_[k][count + i] = i == k ? double(options.lambda) : 0;
    for (int i = count; i < count + found; ++i) left_[i] = 0;
    const auto dot = [&](const double* a, const double* b) {
      double sum = 0;
      for (int i = 0; i < count + found; ++i) sum += a[i] * b[i];
      return sum;
    };
    const auto takeOut = [&](const double* unit, double part, double* from) {
      for (int i = 0; i < count + found; ++i) from[i] -= part * unit[i];
    };
    for (int k = 0; k < found; ++k) {
      triangle[k][k] = std::sqrt(dot(stacked_[k], stacked_[k]));
      for (int i = 0; i < count + found; ++i) stacked_[k][i] /= triangle[k][k];
      for (int l = k + 1; l < found; ++l) {
        triangle[k][l] = dot(stacked_[k], stacked_[l]);
        takeOut(stacked_[k], triangle[k][l], stacked_[l]);
      }
      right[k] = dot(stacked_[k], left_);
      takeOut(stacked_[k], right[k], left_);
    }
    for (int k = found - 1; k >= 0; --k) {
      solution_[k] = right[k];
      for (int l = k + 1; l < found; ++l) solution_[k] -= triangle[k][l] * solution_[l];
      solution_[k] /= triangle[k][k];
    }
  }

  const Task& task_;
  Matrix basis_;  // n x rank, orthonormal columns: the row space of the targets so far.
  Matrix rows_;   // n x 6, one target's rows minus their projection on the basis.
  int rank_ = 0;
  bool used_[kMostRows] = {};
  double whole_[kMostRows] = {};
  // e_i - J_i step, followed by zeros for the damping.
  double left_[2 * kMostRows] = {};
  // Columns: J_i times the new basis, then lambda I.
  double stacked_[kMostRows][2 * kMostRows] = {};
  double solution_[kMostRows] = {};
};

}  // namespace

template <>
const MethodEntry& describe<PriorityOptions>() {
  static constexpr Param params[] = {
      length<&PriorityOptions::lambda>("lambda", 0, 1000, Fit::damping),
      toggle<&PriorityOptions::lastFirst>("lastFirst"),
  };
  static constexpr Observable observables[] = {kSeenLambda};
  static constexpr MethodEntry entry = {
      .id = "priority",
      .name = "Priority",
      .group = Group::constrained,
      .maxStep = EIGEN_PI / 4,
      .traits = kStage | kPerTarget,
      .params = params,
      .observables = observables,
      .make = makeMethod<Priority>,
  };
  return entry;
}

}  // namespace iklab
