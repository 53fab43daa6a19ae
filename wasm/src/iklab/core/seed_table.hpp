// Start poses for solves: random poses of a model, and how far their effectors are from given goals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "iklab/core/freedom.hpp"
#include "iklab/core/task.hpp"
#include "iklab/core/tree.hpp"
#include "iklab/math/types.hpp"

namespace iklab {

// Random poses within the limits, angles within one full rotation nearest to zero, and the poses of
// the effectors with targets. The same bits in every build: answers of solves without a given start
// depend on them. Immutable.
//
// Two targets are in the same part of the mechanism if a joint moves both, directly or through other
// targets; the fingers of a hand are parts. A start combines, for each part, the joint values of the
// row that is nearest to its targets.
class SeedTable {
 public:
  static constexpr int kRows = 256;
  static constexpr std::uint64_t kSeed = 1;

  SeedTable(const Tree& tree, const Task& task, std::uint64_t seed = kSeed);

  // n values.
  Eigen::Map<const Vector> pose(int row) const {
    return {&poses_[static_cast<size_t>(row * columns_)], columns_};
  }
  // At least 1.
  int parts() const { return parts_; }
  // Joints that move no target belong to the first part.
  int partOf(int column) const { return partOfColumn_[static_cast<size_t>(column)]; }

  // Writes how far each row is from the goals (one per target, finite), kRows numbers per part: the
  // sum over the part's targets of |e|^2 (m^2), with e as the error of the task, but 2 sin(x/2) for a
  // rotation by x. Free components do not count. Does not allocate.
  void measure(const Task& task, std::span<const Goal> goals, std::span<double> distances) const;
  // Writes, for each part, the joint values of its nearest row into theta, of equally near ones the
  // first, and sets the distance of this row to kInfinity. distances: of `measure`. Returns false if
  // no row is left.
  bool takeNearest(std::span<double> distances, Vector& theta) const;

 private:
  // Numbers of an effector's pose: its position, then its rotation matrix by columns.
  static constexpr int kPosition = 3, kNumbers = 12;

  void findParts(const Tree& tree, const Task& task);

  const int columns_;
  int parts_ = 0;
  std::vector<int> partOfColumn_, partOfTarget_;
  std::vector<double> poses_;    // kRows times n.
  std::vector<double> numbers_;  // Per target and number: one per row.
};

}  // namespace iklab
