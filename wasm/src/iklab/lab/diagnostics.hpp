// Why a method does what it does: the linearised problem at a pose, taken apart by its singular
// directions, and what a panel's method would make of it. On demand and outside the frame: the
// runner is not touched, the method is one of its own.
#pragma once

#include <optional>

#include "iklab/ik/registry.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// Head of what was found; behind it the parts of DiagnosticsLayout.
enum FindingField : int {
  kFoundManipulability,  // prod sigma_i, i <= r_0
  kFoundCondition,       // sigma_1 / sigma_r0
  kFoundSmallest,        // sigma_r0
  kFoundComfort,         // |theta - comfort|, radians, over joints that turn
  kFindingHead,
};
inline constexpr auto kFindingFields =
    words<kFoundComfort>("manipulability", "condition", "smallest", "comfort");

// Offsets into `findings` for s = min(m, n) directions, m rows, n joints, k targets.
struct DiagnosticsLayout {
  int directions;
  int sigma, alpha;  // s each: alpha_i = u_i^T e
  int response;      // s: v_i^T step / alpha_i, as the method takes it before any limit
  int reach, cost;   // s each: N_i and M_i of SDLS
  int step;          // n: what the method asks for
  int u, v;          // s x m and s x n, unit vectors
  int observed;      // what the method lets one see of its update, in the order of its entry
  int size;
};
DiagnosticsLayout layoutOf(const Model& model, const MethodRegistry& methods);

class Diagnostics {
 public:
  // methods: those whose solvers it will be asked about
  Diagnostics(const Model& model, const MethodRegistry& methods);
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  // n values, then kGoalNumbers a target, then D_i: where to look
  std::span<double> probe() { return probe_; }
  std::span<const double> findings() const { return findings_; }
  const DiagnosticsLayout& layout() const { return layout_; }

  // solver: of the same model; null: the mechanism alone, without a method. What is wrong with the
  // probe, and then what was found is no number; empty: nothing is.
  std::string look(const Solver* solver) {
    std::string fault = begin(solver);
    while (work()) continue;
    return fault;
  }
  // The same piece by piece: true while there is more to do. The probe is read when it begins, and
  // what was found last stays until the end.
  std::string begin(const Solver* solver);
  // another solver of what is looked at, which begins anew
  void ask(const Solver* solver);
  bool work();
  bool atWork() const { return stage_ != Stage::done; }

  // The method of a solver, or none, without a look at anything: for `jointDamping`.
  void choose(const Solver* solver);

  // tau(sigma) of the method that was looked at last, NaN where it is no filter
  double filter(double sigma) const { return method_ ? method_->filter(sigma) : kNotUsed; }
  // lambda_j of the method chosen last, of a joint at this value; NaN where it has none
  double jointDamping(int column, double theta) const {
    return chosen_ ? chosen_->jointDamping(column, theta) : kNotUsed;
  }

 private:
  std::string place();
  void answer();
  void takeApart();
  void alignCluster(int first, int last);
  static void reflect(Matrix& columns, int first, const Vector& mirror, double scale);
  void showAnswer();
  void findReach();

  const Model& model_;
  const DiagnosticsLayout layout_;
  std::vector<double> probe_, findings_;
  State state_;
  Problem problem_;
  Report report_;
  std::vector<double> adapted_;   // D_i
  std::vector<double> learnt_;    // of the method
  std::optional<Solver> solver_;  // that is looked at, or was last
  std::unique_ptr<Method> method_, chosen_;
  bool placed_ = false;
  enum class Stage { decompose, answer, show, done } stage_ = Stage::done;
  Matrix u_, v_;
};

}  // namespace iklab
