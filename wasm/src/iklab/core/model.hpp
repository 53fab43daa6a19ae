// What does not change while a mechanism is solved: shared by everything that moves it.
#pragma once

#include <algorithm>
#include <memory>

#include "iklab/core/kinematics.hpp"
#include "iklab/core/length.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// What is asked of an effector: to be at a goal, and to be turned as it is where `oriented`, but for
// what is left free.
struct TargetSpec {
  std::string effector;
  bool oriented = false;
  // w_o, metres per radian, positive; as it is made a third of how far the mechanism stretches: a
  // wrong turn weighs about as much as the tip would move by it
  Length orientationWeight = {};
  std::optional<AxisTolerance> tolerance = {};  // neither below 0; in place of the stop rules'
  Freedom freedom = {};                         // what does not matter
};

// A mechanism and what is asked of it. Stays where it is made: others keep references to it.
struct Model {
  using Pointer = std::shared_ptr<const Model>;

  // An effector may have several targets, as a point for its position and a direction from another
  // frame; where they disagree it comes between them. Faults: those of the tree; no target, an
  // effector that there is not, a weight that is not positive, a tolerance below 0, a freedom that
  // faultOf refuses.
  static Result<Pointer> make(Result<Tree> tree, const std::vector<TargetSpec>& targets);

  Model(Tree tree, Task task);
  Model(Tree tree, Task task, int workingRank);  // none of its targets with a cone
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  int rows() const { return task.rows(); }        // m, of J
  int columns() const { return tree.columns(); }  // n

  const Tree tree;
  const Task task;
  // how far the longest chain that a target pulls stretches, metres: reach.hpp
  const double stretch;
  // r_0: the largest numerical rank (sigma > 1e-9 sigma_1) of J over 8 seeded random poses, at
  // least 1. "The smallest singular value" of every rule is the r_0-th, so that a planar mechanism
  // is not singular for ever. With all cones active; the goals stand where the tips are, turned a
  // little outside of their cones.
  const int workingRank;
  const int idleRank;  // the same with all cones idle
  // what it is with so many cones idle
  int rankWith(int idle) const {
    return idle > 0 ? std::min(workingRank, idleRank + task.cones() - idle) : workingRank;
  }
};

}  // namespace iklab
