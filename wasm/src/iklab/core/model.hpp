// The constant data of a mechanism and its task, shared by all solvers and instances.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iklab/core/kinematics.hpp"
#include "iklab/core/length.hpp"
#include "iklab/core/seed_table.hpp"
#include "iklab/math/result.hpp"

namespace iklab {

// The task of an effector: to reach the position of a goal, and its orientation if `oriented`,
// except for free components.
struct TargetSpec {
  std::string effector;
  bool oriented = false;
  // w_o, metres per radian, positive. Default: a third of the mechanism's stretch, so a rotation
  // error weighs about as much as the displacement that it causes.
  Length orientationWeight = {};
  std::optional<AxisTolerance> tolerance = {};  // Not negative; replaces that of the stop rules.
  Freedom freedom = {};                         // Unconstrained components.
};

// A mechanism and its task. Neither copied nor moved, because others keep references to it.
struct Model {
  using Pointer = std::shared_ptr<const Model>;

  // An effector may have several targets, such as a point for its position and a direction from
  // another frame; if they conflict, the effector ends between them. Faults: those of the tree; no
  // target, an unknown effector, a weight that is not positive, a tolerance below 0, a freedom that
  // faultOf refuses.
  static Result<Pointer> make(Result<Tree> tree, const std::vector<TargetSpec>& targets);

  Model(Tree tree, Task task);
  Model(Tree tree, Task task, int workingRank);  // Without cones.
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  int rows() const { return task.rows(); }        // m, of J
  int columns() const { return tree.columns(); }  // n

  // The ids of the independent joints, in the order of theta.
  std::vector<std::string> jointNames() const;
  // The index in theta of an independent joint; empty if no independent joint has this id.
  std::optional<int> index(std::string_view joint) const;

  // Start poses for solves without a given start, and for restarts. Made on first use, which takes
  // about 40 us for an arm.
  const SeedTable& seeds() const;

  const Tree tree;
  const Task task;
  // Stretch of the longest chain with a target, metres: reach.hpp.
  const double stretch;
  // r_0: the largest numerical rank (sigma > 1e-9 sigma_1) of J over 8 seeded random poses, at
  // least 1. "The smallest singular value" of every rule is the r_0-th, so that a planar mechanism
  // is not always singular. With all cones active: the goals are at the effectors, those with a
  // cone rotated to halfway between the cone and pi.
  const int workingRank;
  const int idleRank;  // The same rank with all cones idle.
  // The rank when this many cones are idle.
  int rankWith(int idle) const {
    return idle > 0 ? std::min(workingRank, idleRank + task.cones() - idle) : workingRank;
  }

 private:
  mutable std::atomic<const SeedTable*> seeds_ = nullptr;
};

}  // namespace iklab
