// All poses that reach the goal of a target: in closed form if the arm has one (closed_form.hpp),
// otherwise those that a search from random poses finds. A redundant arm has a list at each value of a
// parameter (redundant_form.hpp), and a curve of poses through each pose. Numbers are exchanged through
// flat arrays of doubles that never move.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "iklab/analytic/certificate.hpp"
#include "iklab/analytic/closed_form.hpp"
#include "iklab/analytic/out_of_reach.hpp"
#include "iklab/analytic/redundant_form.hpp"
#include "iklab/lab/curve_rows.hpp"
#include "iklab/lab/lab.hpp"

namespace iklab {

enum class SolutionKind {
  all,        // The closed form gives every solution.
  found,      // A search: there may be further ones.
  redundant,  // Solutions form curves or surfaces: the joints have more freedom than the goal fixes.
};
inline constexpr auto kSolutionKinds = words<SolutionKind::redundant>("all", "found", "redundant");

inline constexpr auto kProofMethods =
    words<OutOfReach::Method::boxes>("shell", "closed-form", "boxes");

// The fields of a solution; followed by theta (n values).
enum SolutionField : int {
  // Identifies a solution while the goal moves, from 1 on: by the sides of the arm if these tell
  // the solutions apart (1 to 8: +++, ++-, +-+ to ---), otherwise by the order of the joint values.
  kSolutionNumber,
  kSolutionResidual,  // |position error| (metres) and |rotation error| (radians) together.
  kSolutionMargin,    // To the nearest limit, radians or metres; negative: outside.
  kSolutionTurn,      // Largest rotation of a joint from the start, radians.
  kSolutionShoulder,  // ArmSides; 0 for found solutions.
  kSolutionElbow,
  kSolutionWrist,
  kSolutionFamily,  // 1: an angle is free; it is that of the start.
  kSolutionHead,
};
inline constexpr auto kSolutionFields = words<kSolutionFamily>(
    "number", "residual", "margin", "turn", "shoulder", "elbow", "wrist", "family");

inline constexpr int kMostFound = 64;
inline constexpr int kSwivelAngle = -1, kNoParameter = -2;  // For parameterColumn.

// How far a pose is from another one: the largest rotation of a joint, radians, and the sum of the
// squares of all joint differences.
struct PoseDistance {
  double turn = kInfinity, squares = kInfinity;
};
// By the largest rotation. Solutions often share the joint that rotates farthest; then by the
// squares.
inline bool isNearer(const PoseDistance& a, const PoseDistance& b) {
  constexpr double kSameTurn = 1e-9;
  return std::abs(a.turn - b.turn) > kSameTurn ? a.turn < b.turn : a.squares < b.squares;
}

class SolutionFinder {
 public:
  // target: its index; other targets are disregarded. -1: the only target, or all at once. Faults:
  // those of modelOf; no such target.
  static Result<std::unique_ptr<SolutionFinder>> open(Result<Tree> tree, LabSpec spec,
                                                      int target = -1);
  // For a model of one or all targets; `goals` are then unspecified until they are set.
  static std::unique_ptr<SolutionFinder> of(Model::Pointer model, const Vector& start);
  SolutionFinder(const SolutionFinder&) = delete;
  SolutionFinder& operator=(const SolutionFinder&) = delete;

  SolutionKind kind() const { return kind_; }
  // The closed form, such as "axes 4, 5, 6 meet; axes 2, 3 are parallel"; otherwise why there is
  // none. For a redundant mechanism, its parameter and closed form, such as "one free parameter: swivel
  // angle; axes 1, 2, 3 meet; axes 5, 6, 7 meet", or how many degrees of freedom remain.
  const std::string& reason() const { return reason_; }
  // The largest angle (radians) or distance (as a share of the chain's length) that the closed form
  // took as 0 before it polished the solutions; 0 without closed form.
  double idealised() const {
    return form_ ? form_->idealised() : redundantForm_ ? redundantForm_->idealised() : 0;
  }

  // The column of the joint whose value is the parameter, or kSwivelAngle. kNoParameter unless the
  // mechanism is a redundant arm with a closed form.
  int parameterColumn() const;
  // The parameter of the pose `start`, radians; NaN without a parameter.
  double startParameter();

  // n; initially the start pose of the scene.
  std::span<double> start() { return start_; }
  // kTargetStride per target considered; initially the scene's.
  std::span<double> goals() { return goals_; }

  // Finds the solutions for `goals` and returns their number, or -1 on a fault. Solutions within
  // limits are first, then the nearer ones to `start` (`isNearer`). starts: number of searches if there
  // is no closed form; the first one is from `start`, the others depend on the seed.
  // seed: a whole number from 0, below 2^53. Returns 0 for a redundant mechanism. Does not allocate if
  // there is a closed form.
  int find(int starts, double seed = 1);
  // Adds the results of further searches to those of the last `find`, and returns the number of all.
  int search(int starts);
  // The solutions of a redundant arm at a value of its parameter, radians, in the same order; -1 on a
  // fault, which includes that it has no parameter. Numbered by their joint values. Does not allocate.
  int findAt(double parameter);
  // Searches like `find` until a pose reaches the goals. Returns 1; 0 if none does, or if there is a
  // closed form for `find`; -1 on a fault.
  int findOne(int starts, double seed = 1);
  // stride() per solution.
  std::span<const double> solutions() const { return solutions_; }
  int stride() const { return kSolutionHead + columns(); }

  // Number of the solution of the last `find` that a pose (n values) approximates: after Newton
  // steps no joint is farther than 1e-3 from it, apart from full rotations. 0: none; no closed form.
  int numberAt(std::span<const double> theta);
  // Largest rotation of a joint between the pose and `start`, radians, full rotations included.
  double turnTo(std::span<const double> theta) const;

  // Follows the curve of all poses that keep the effectors where they are in the pose `start`, and
  // returns the number of samples; -1 on a fault, which includes that not exactly one degree of freedom
  // remains.
  int traceCurve();
  // The last curve, through the pose that `start` had then; null if there is none.
  const CurveRows* curve() const { return curve_ ? &*curve_ : nullptr; }

  // Proves that a solution exists near the pose `start` (certificate.hpp). Returns the distance to
  // it at most, radians; NaN if nothing is proven, which includes several targets. within: also
  // that all joints of the solution are within their limits.
  double certify();
  bool certifiedWithin() const { return within_; }

  // Proves that no pose reaches one of the goals within these tolerances (out_of_reach.hpp), at most
  // with 20 000 boxes. Returns a lower bound of its error: metres, or radians if `outOfReach` says
  // so; NaN if nothing is proven. Joint limits hold if `withinLimits`.
  double proveOutOfReach(double position, double rotation, bool withinLimits);
  // The last proof; not empty if there is one.
  const std::optional<OutOfReach>& outOfReach() const { return outOfReach_; }
  // The target that cannot be reached, by its index among those considered.
  int targetOutOfReach() const { return targetOutOfReach_; }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  SolutionFinder(Model::Pointer model, const Vector& start);
  int columns() const { return model_->columns(); }
  void makeRedundant(int moving);
  bool read();
  bool readSearch(int starts, double seed);
  void searchFrom(const Vector& from);
  void write();
  // The difference of two values of a joint, without full rotations if it turns freely.
  double angleBetween(int column, double a, double b) const;
  double marginOf(const Vector& theta) const;

  const Model::Pointer model_;
  SolutionKind kind_ = SolutionKind::found;
  std::string reason_, fault_;
  std::optional<ClosedForm> form_;
  std::optional<RedundantForm> redundantForm_;
  std::optional<CurveRows> curve_;
  std::vector<bool> moves_;  // Per column: it moves an effector with a target.
  std::vector<Branch> branches_;
  int found_ = 0;
  std::optional<Solver> solver_;
  std::unique_ptr<Workspace> workspace_;
  Random random_{1};
  std::vector<double> start_, goals_, solutions_;
  std::vector<Goal> aims_;
  Vector theta_, near_;
  bool within_ = false;
  std::optional<OutOfReach> outOfReach_;
  int targetOutOfReach_ = -1;
};

}  // namespace iklab
