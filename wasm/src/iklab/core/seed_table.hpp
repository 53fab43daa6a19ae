// Start poses for solves: random poses of a model, and the ones nearest to given goals.
#pragma once

#include <array>
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
  Eigen::Map<const Vector> pose(int row) const { return {&poses_[at(row) * columns_], n()}; }

  // Writes how far each row is from the goals (one per target, finite): the sum over the targets of
  // |e|^2 (m^2), with e as the error of the task, but 2 sin(x/2) for a rotation by x. Free
  // components do not count. Does not allocate.
  void measure(const Task& task, std::span<const Goal> goals, std::span<double> distances) const;

 private:
  using Numbers = std::array<double, kRows>;
  // The poses of an effector, one number per row; quaternions w x y z.
  struct Poses {
    int effector;
    std::array<Numbers, 3> position;
    std::array<Numbers, 4> quaternion;
  };

  static size_t at(int row) { return static_cast<size_t>(row); }
  Eigen::Index n() const { return static_cast<Eigen::Index>(columns_); }
  static void addRotations(const TaskTarget& target, const Goal& goal, const Poses& poses,
                           std::span<double> distances);

  const size_t columns_;
  std::vector<double> poses_;     // kRows times n.
  std::vector<Poses> effectors_;  // Each effector with a target once.
  std::vector<size_t> tables_;    // Index in effectors_ per target.
};

}  // namespace iklab
