#include "iklab/core/seed_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "iklab/core/kinematics.hpp"
#include "iklab/core/random_pose.hpp"
#include "iklab/math/trigonometry.hpp"

// Runs once per model or solve: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace {

double squared(double x) { return x * x; }

// 4 sin^2(x/2) for a rotation by x, from the constrained part of the rotation R to that of the
// goal, R_t, is constant - sum factors_ij R_ij:
//   whole      3 - tr(R_t^T R)
//   direction  2 - 2 u . R v, from the tool's axis v to u = R_t v
//   component  1 - tr(R_t^T R) + 2 u . R v, the part about u
struct RotationSquare {
  double constant;
  double factors[9];
};

[[gnu::noinline]] RotationSquare rotationOf(const Freedom& freedom, const Goal& goal) {
  const Eigen::Matrix3d turned = goal.orientation.toRotationMatrix();
  const TurnTask task = turnTask(freedom);
  RotationSquare to{3, {}};
  Eigen::Map<Eigen::Matrix3d> factors(to.factors);
  factors = turned;
  if (task == TurnTask::whole) return to;
  const Eigen::Vector3d u = directedAxis(freedom, goal), v = turned.transpose() * u;
  const bool component = task == TurnTask::component;
  to.constant = component ? 1 : 2;
  for (int i = 0; i < 9; ++i) {
    const double along = 2 * u[i % 3] * v[i / 3];
    to.factors[i] = component ? to.factors[i] - along : along;
  }
  return to;
}

// From squares of 2 sin(x/2) to the axis of a cone to those to the cone.
[[gnu::noinline]] void leaveCone(double angle, std::span<double> squares) {
  const auto [sine, cosine] = sineCosine(angle);
  for (double& each : squares) {
    const double c = 1 - each / 2;
    const double s = std::sqrt(std::max(0.0, 1 - c * c));
    each = c >= cosine ? 0 : 2 - 2 * (c * cosine + s * sine);
  }
}

// The constrained components of a goal's position, and the rows that pick them, by columns.
struct Position {
  double goal[3], rows[9];
};

[[gnu::noinline]] Position positionOf(const Freedom& freedom, const Goal& goal) {
  Position of;
  const Eigen::Matrix3d rows = positionRows(freedom, goal);
  for (int k = 0; k < 3; ++k)
    of.goal[k] = rows(k, 0) * goal.position[0] + rows(k, 1) * goal.position[1] +
                 rows(k, 2) * goal.position[2];
  std::copy_n(rows.data(), 9, of.rows);
  return of;
}

}  // namespace

SeedTable::SeedTable(const Tree& tree, const Task& task, std::uint64_t seed)
    : columns_(tree.columns()),
      poses_(static_cast<size_t>(kRows * columns_)),
      numbers_(task.targets().size() * kNumbers * kRows) {
  findParts(tree, task);
  Random random(seed);
  Vector theta(columns_);
  Pose pose(tree);
  for (int row = 0; row < kRows; ++row) {
    for (int c = 0; c < columns_; ++c) {
      const Span span = spanOfRotation(tree, c);
      theta[c] = random.uniform(span.low, span.high);
    }
    std::copy_n(theta.data(), columns_, &poses_[static_cast<size_t>(row * columns_)]);
    forwardKinematics(tree, theta, pose);
    double* to = numbers_.data() + row;
    for (const TaskTarget& target : task.targets()) {
      const auto effector = static_cast<size_t>(target.effector);
      for (int k = 0; k < kNumbers; ++k, to += kRows)
        *to = k < kPosition ? pose.tip[effector].data()[k]
                            : pose.worldFromTip[effector].data()[k - kPosition];
    }
  }
}

void SeedTable::findParts(const Tree& tree, const Task& task) {
  constexpr int none = -1;
  const size_t count = task.targets().size();
  std::vector<int> targetOf(static_cast<size_t>(columns_),
                            none);  // Of a column: one that it moves.
  partOfTarget_.resize(count);
  std::iota(partOfTarget_.begin(), partOfTarget_.end(), 0);
  for (size_t t = 0; t < count; ++t) {
    const auto effector = static_cast<size_t>(task.targets()[t].effector);
    for (int i = tree.effectors()[effector].parent; i >= 0;) {
      const Joint& joint = tree.joints()[static_cast<size_t>(i)];
      i = joint.parent;
      if (joint.column < 0) continue;
      int& other = targetOf[static_cast<size_t>(joint.column)];
      if (other == none) other = static_cast<int>(t);
      const int merged = partOfTarget_[static_cast<size_t>(other)];
      std::replace(partOfTarget_.begin(), partOfTarget_.end(), merged, partOfTarget_[t]);
    }
  }
  std::vector<int> number(count, none);
  for (int& part : partOfTarget_) {
    int& to = number[static_cast<size_t>(part)];
    if (to == none) to = parts_++;
    part = to;
  }
  for (const int target : targetOf)
    partOfColumn_.push_back(target == none ? 0 : partOfTarget_[static_cast<size_t>(target)]);
}

bool SeedTable::takeNearest(std::span<double> distances, Vector& theta) const {
  for (int part = 0; part < parts_; ++part) {
    const auto all = distances.subspan(static_cast<size_t>(part * kRows), kRows);
    const auto nearest = std::min_element(all.begin(), all.end());
    if (*nearest == kInfinity) return false;
    *nearest = kInfinity;
    const auto row = pose(static_cast<int>(nearest - all.begin()));
    for (int column = 0; column < columns_; ++column)
      if (partOf(column) == part) theta[column] = row[column];
  }
  return true;
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif

namespace iklab {

namespace {

// Adds the squares of the position errors. x: the positions of all rows, an array per coordinate.
void addSquares(const double* x, const Position& position, bool partial, double* sums) {
  const auto& [p, rows] = position;
  const double *y = x + SeedTable::kRows, *z = y + SeedTable::kRows;
  if (!partial) {
    for (int r = 0; r < SeedTable::kRows; ++r)
      sums[r] = sums[r] + squared(p[0] - x[r]) + squared(p[1] - y[r]) + squared(p[2] - z[r]);
    return;
  }
  for (int k = 0; k < 3; ++k)
    for (int r = 0; r < SeedTable::kRows; ++r)
      sums[r] += squared(p[k] - rows[k] * x[r] - rows[k + 3] * y[r] - rows[k + 6] * z[r]);
}

// x: the rotation matrices of all rows, an array per entry. Unrolled by hand: with a loop over the
// entries, the compiler does not vectorise over the rows.
void rotationSquares(const double* x, const RotationSquare& rotation, double* squares) {
  constexpr int n = SeedTable::kRows;
  const double* f = rotation.factors;
  for (int r = 0; r < n; ++r, ++x)
    squares[r] = rotation.constant - f[0] * x[0] - f[1] * x[n] - f[2] * x[2 * n] - f[3] * x[3 * n] -
                 f[4] * x[4 * n] - f[5] * x[5 * n] - f[6] * x[6 * n] - f[7] * x[7 * n] -
                 f[8] * x[8 * n];
}

}  // namespace

// Sums in local arrays, so that loops need not check whether the memory overlaps.
void SeedTable::measure(const Task& task, std::span<const Goal> goals,
                        std::span<double> distances) const {
  double squares[kRows];
  std::fill(distances.begin(), distances.end(), 0);
  const double* x = numbers_.data();
  for (size_t i = 0; i < goals.size(); ++i, x += kNumbers * kRows) {
    double sums[kRows];
    double* to = &distances[static_cast<size_t>(partOfTarget_[i] * kRows)];
    std::copy_n(to, kRows, sums);
    const TaskTarget& target = task.targets()[i];
    addSquares(x, positionOf(target.freedom, goals[i]), target.freedom.anyPosition(), sums);
    if (target.oriented) {
      rotationSquares(x + kPosition * kRows, rotationOf(target.freedom, goals[i]), squares);
      if (target.freedom.cone > 0) leaveCone(target.freedom.cone, squares);
      const double weight = squared(target.orientationWeight);
      for (int r = 0; r < kRows; ++r) sums[r] += weight * squares[r];
    }
    std::copy_n(sums, kRows, to);
  }
}

}  // namespace iklab
