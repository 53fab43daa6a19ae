// Explains an update: the linearised problem at a pose by singular directions, and the response of
// a panel's method. Computed on demand with a separate method object, without affecting the runner.
#pragma once

#include <optional>

#include "iklab/ik/registry.hpp"
#include "iklab/ik/solver.hpp"

namespace iklab {

// The first numbers of `findings`; the arrays of DiagnosticsLayout follow.
enum FindingField : int {
  kFoundManipulability,  // Product of sigma_i, i <= r_0.
  kFoundCondition,       // sigma_1 / sigma_r0
  kFoundSmallest,        // sigma_r0
  kFoundComfort,         // |theta - comfort|, radians, over rotating joints.
  kFindingHead,
};
inline constexpr auto kFindingFields =
    words<kFoundComfort>("manipulability", "condition", "smallest", "comfort");

// Offsets into `findings` for s = min(m, n) directions, m rows, n joints, k targets.
struct DiagnosticsLayout {
  int directions;
  int sigma, alpha;  // s each: alpha_i = u_i^T e
  int response;      // s: v_i^T step / alpha_i, for the method's step before any limit.
  int reach, cost;   // s each: N_i and M_i of SDLS.
  int step;          // n: the method's step.
  int u, v;          // s x m and s x n, unit vectors.
  int observed;      // The method's observables, in the order of its entry.
  int size;
};
DiagnosticsLayout layoutOf(const Model& model, const MethodRegistry& methods);

class Diagnostics {
 public:
  // methods: a registry that contains the methods of all solvers to come.
  Diagnostics(const Model& model, const MethodRegistry& methods);
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  // The input: n joint values, then kGoalNumbers per target, then D_i.
  std::span<double> probe() { return probe_; }
  std::span<const double> findings() const { return findings_; }
  const DiagnosticsLayout& layout() const { return layout_; }

  // solver: of the same model; null inspects the mechanism only, without a method. Returns the
  // fault of the probe, and then all findings are NaN; empty if there is none.
  std::string look(const Solver* solver) {
    std::string fault = begin(solver);
    while (work()) continue;
    return fault;
  }
  // Like `look`, in pieces: `work` returns true while more remains. The probe is read by `begin`,
  // and the previous findings remain until the end.
  std::string begin(const Solver* solver);
  // Restarts the inspection in progress with another solver.
  void ask(const Solver* solver);
  bool work();
  bool atWork() const { return stage_ != Stage::done; }

  // Sets the method that `jointDamping` uses; null: none.
  void choose(const Solver* solver);

  // tau(sigma) of the inspected method; NaN if it is not a spectral filter.
  double filter(double sigma) const { return method_ ? method_->filter(sigma) : kNotUsed; }
  // lambda_j of the chosen method for a joint at this value; NaN if it has none.
  double jointDamping(int column, double theta) const {
    return chosen_ ? chosen_->jointDamping(column, theta) : kNotUsed;
  }

 private:
  std::string loadProbe();
  void answer();
  void writeDirections();
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
  std::vector<double> learnt_;    // State learnt by the method.
  std::optional<Solver> solver_;  // The solver inspected, now or last.
  std::unique_ptr<Method> method_, chosen_;
  bool probeValid_ = false;
  enum class Stage { decompose, answer, show, done } stage_ = Stage::done;
  Matrix u_, v_;
};

}  // namespace iklab
