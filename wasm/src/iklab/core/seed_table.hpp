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
class SeedTable {
 public:
  static constexpr int kRows = 256;
  static constexpr std::uint64_t kSeed = 1;

  SeedTable(const Tree& tree, const Task& task, std::uint64_t seed = kSeed);

  // n values.
  Eigen::Map<const Vector> pose(int row) const {
    return {&poses_[static_cast<size_t>(row * columns_)], columns_};
  }

  // Writes how far each row is from the goals (one per target, finite): the sum over the targets of
  // |e|^2 (m^2), with e as the error of the task, but 2 sin(x/2) for a rotation by x. Free
  // components do not count. Does not allocate.
  void measure(const Task& task, std::span<const Goal> goals, std::span<double> distances) const;

 private:
  // Numbers of an effector's pose: its position, then its rotation matrix by columns.
  static constexpr int kPosition = 3, kNumbers = 12;

  const int columns_;
  std::vector<double> poses_;    // kRows times n.
  std::vector<double> numbers_;  // Per target and number: one per row.
};

}  // namespace iklab
