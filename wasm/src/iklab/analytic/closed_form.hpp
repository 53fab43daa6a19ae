// All poses of an arm with six revolute joints that reach a goal, by subproblems (subproblems.hpp):
// Pieper 1968; Paden 1986; Elias & Wen 2025.
//
// The class of the arm (arm_class.hpp) is solved with axes that are exactly parallel or meet. Each
// solution then takes Newton steps on the chain as it is, and counts if it reaches the goal.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "iklab/analytic/arm_class.hpp"
#include "iklab/analytic/branch.hpp"

namespace iklab {

class ClosedForm {
 public:
  static constexpr int kMostBranches = detail::kMostSolutions;

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

  // Newton steps from `theta` (n finite values) to the solution beside it. Returns false if that is
  // farther than 0.05 rad, or the steps do not converge, as at singularities. Does not allocate.
  bool refine(const Goal& goal, Vector& theta) const;

  // Storage for `solve`.
  std::vector<Branch> branches() const;
  // The same as a vector of the solutions.
  std::vector<Branch> solutions(const Goal& goal, const Vector& start) const;

 private:
  ClosedForm(Model::Pointer model, const detail::AxisColumns<6>& six, const detail::ArmClass& arm)
      : model_(std::move(model)), six_(six), class_(arm) {}

  Model::Pointer model_;
  detail::AxisColumns<6> six_;
  detail::ArmClass class_;
};

}  // namespace iklab
