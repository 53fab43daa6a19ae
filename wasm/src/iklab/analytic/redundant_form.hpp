// All poses of an arm with seven revolute joints that reach a goal at a given value of a parameter,
// in closed form. The parameter is
//
//   the swivel angle of the elbow (swivel.hpp), if axes 1, 2, 3 meet in a shoulder and axes 5, 6, 7
//   in a wrist;
//   otherwise the value of a joint that changes along the self-motion and without which the chain
//   has a closed form (closed_form.hpp) at every value tried: the last such joint of 7, 6, 5, else
//   the first of 1, 2, 3, 4.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "iklab/analytic/swivel.hpp"

namespace iklab {

class RedundantForm {
 public:
  static constexpr int kMostBranches = detail::kMostSolutions;

  // Faults: no chain of seven revolute joints to one fully oriented target; axes without closed form,
  // with the nearest misses in millimetres.
  static Result<RedundantForm> make(Model::Pointer model);

  // The index in theta of the joint whose value is the parameter; empty: the swivel angle.
  std::optional<int> heldColumn() const;
  // Such as "axes 1, 2, 3 meet; axes 5, 6, 7 meet", or "joint "q7" is held; axes 1, 2, 3 meet;
  // axes 5, 6 meet".
  const std::string& classText() const { return text_; }
  // The largest angle (radians) or distance (as a share of the chain's length) that was taken as 0.
  double idealised() const { return idealised_; }

  // The parameter at a pose: the swivel angle in (-pi, pi], or the joint's value. Radians.
  double parameterOf(const Vector& theta) const;

  // Fills `out` with the solutions and returns their number, nearest first: by the largest rotation
  // of a joint from start (n values, finite). `out` must have kMostBranches elements, each with a
  // theta of n values (`branches`). Does not allocate. The goal must be finite, its orientation of
  // unit length; parameter: finite, radians. A held joint has exactly its value, but for whole turns;
  // the swivel angle is met by Newton's method together with the goal: the elbow is within 1e-12
  // metres (per metre of arm above 1 m) of the half-plane of the angle.
  int solve(const Goal& goal, const Vector& start, double parameter, std::span<Branch> out) const;

  // Storage for `solve`.
  std::vector<Branch> branches() const { return detail::emptyBranches(*model_); }
  // The same as a vector of the solutions.
  std::vector<Branch> solutions(const Goal& goal, const Vector& start, double parameter) const;

 private:
  RedundantForm(Model::Pointer model, const detail::AxisColumns<7>& seven)
      : model_(std::move(model)), seven_(seven) {}
  detail::Seven anglesOf(const Vector& theta) const;
  void solveHeld(const detail::Frame6& goal, const detail::Seven& start, double value,
                 detail::ChainSolutions<7>& found) const;

  Model::Pointer model_;
  detail::AxisColumns<7> seven_;
  std::optional<detail::SwivelArm> swivel_;
  size_t held_ = 0;  // Without `swivel_`.
  std::string text_;
  double idealised_ = 0;
};

}  // namespace iklab
