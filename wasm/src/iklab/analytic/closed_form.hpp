// All poses of an arm with six revolute joints that reach a goal, by subproblems (subproblems.hpp):
// Pieper 1968; Paden 1986; Elias & Wen 2025.
//
// The class of the arm (arm_class.hpp) is solved with axes that are exactly parallel or meet. Each
// solution then takes Newton steps on the chain as it is, and counts if it reaches the goal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "iklab/analytic/arm_class.hpp"

namespace iklab {

// On which sides of its singularities an arm is: the signs of the factors of det J. 0: at the
// singularity (within 1e-7), or det J of the class does not have this factor.
struct ArmSides {
  std::int8_t shoulder = 0, elbow = 0, wrist = 0;
  bool operator==(const ArmSides&) const = default;
};

// One pose that reaches the goal.
struct Branch {
  Vector theta = {};    // n, radians: of each joint the turn nearest to the start, within limits if
                        // any is. Joints that do not move the effector have the start's values.
  double residual = 0;  // |position error| (metres) and |rotation error| (radians) together.
  double margin = 0;    // Radians to the nearest limit of the six joints; negative: outside.
  ArmSides sides = {};
  // At a singularity: the goal leaves an angle free, which is that of the start.
  bool family = false;
};

namespace detail {
// The turn within limits that is nearest to `near`; if none is within, the one least outside.
double turnWithin(double angle, const Joint& joint, double near);
}  // namespace detail

class ClosedForm {
 public:
  static constexpr int kMostBranches = 16;

  // Faults: no chain of six revolute joints to one fully oriented target; axes without closed form,
  // with the nearest misses in millimetres and degrees.
  static Result<ClosedForm> make(Model::Pointer model);

  // Such as "axes 2, 3, 4 are parallel; axes 5, 6 meet".
  std::string classText() const { return class_.text(); }
  // The largest angle (radians) or distance (as a share of the chain's length) that was taken as 0.
  double idealised() const { return class_.idealised; }

  // Fills `out` with the solutions and returns their number, nearest first: by the largest rotation
  // of a joint from start (n values, finite). `out` must have kMostBranches elements, each with a
  // theta of n values (`branches`). Does not allocate. The goal must be finite, its orientation of
  // unit length.
  int solve(const Goal& goal, const Vector& start, std::span<Branch> out) const;

  // Storage for `solve`.
  std::vector<Branch> branches() const;
  // The same as a vector of the solutions.
  std::vector<Branch> solutions(const Goal& goal, const Vector& start) const;

 private:
  ClosedForm(Model::Pointer model, const detail::SixColumns& six, const detail::ArmClass& arm)
      : model_(std::move(model)), six_(six), class_(arm) {}
  bool polish(const detail::Frame6& goal, detail::Six& q, double& residual) const;
  ArmSides sidesOf(const detail::Six& q) const;
  void place(const detail::Six& q, const Vector& start, Branch& out) const;

  Model::Pointer model_;
  detail::SixColumns six_;
  detail::ArmClass class_;
};

}  // namespace iklab
