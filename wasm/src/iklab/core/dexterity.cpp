#include "iklab/core/dexterity.hpp"

#include <algorithm>

// Runs once per scene: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::ready {
namespace {

constexpr double kMaxMargin = 1;  // In joint units: larger margins count as this one.
// Relative to the largest singular value: a direction with a smaller one is lost.
constexpr double kRankCutoff = 1e-4;
constexpr double kRotationWeight =
    1.0 / 3;  // Weight of a radian of rotation, as a share of the reach.
// Squares off the diagonal, relative to those on it: converged.
constexpr double kConverged = 1e-24;
constexpr int kSweeps = 12;

void mix(double& x, double& y, double c, double s) {
  const double before = x;
  x = c * before - s * y;
  y = s * before + c * y;
}

// One Jacobi rotation: makes the elements (p, q) and (q, p) zero.
void rotate(std::array<Rows, kRows>& m, std::array<Rows, kRows>& vectors, size_t p, size_t q,
            size_t size) {
  const double apq = m[p][q];
  if (apq == 0) return;
  const double slope = (m[q][q] - m[p][p]) / (2 * apq);
  const double t = (slope < 0 ? -1 : 1) / (std::abs(slope) + std::sqrt(slope * slope + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (size_t k = 0; k < size; ++k) mix(m[k][p], m[k][q], c, s);
  for (size_t k = 0; k < size; ++k) mix(m[p][k], m[q][k], c, s);
  for (size_t k = 0; k < size; ++k) mix(vectors[p][k], vectors[q][k], c, s);
}

// Distance to the nearer limit, in the joint's unit.
double computeMargin(const Joint& joint, double value, const Limb& limb) {
  if (!isLimited(joint)) return kMaxMargin;
  const double nearer = std::min(value - joint.lower, joint.upper - value);
  return std::max(0.0, std::min(kMaxMargin, nearer / jointUnit(joint, limb)));
}

}  // namespace

PrincipalAxes computePrincipalAxes(std::array<Rows, kRows> matrix, size_t size) {
  PrincipalAxes made;
  for (size_t i = 0; i < size; ++i) made.vectors[i][i] = 1;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double off = 0, on = 0;
    for (size_t p = 0; p < size; ++p) {
      on += matrix[p][p] * matrix[p][p];
      for (size_t q = p + 1; q < size; ++q) off += matrix[p][q] * matrix[p][q];
    }
    if (off <= kConverged * on) break;
    for (size_t p = 0; p < size; ++p)
      for (size_t q = p + 1; q < size; ++q) rotate(matrix, made.vectors, p, q, size);
  }
  for (size_t i = 0; i < size; ++i) made.values[i] = matrix[i][i];
  return made;
}

Rows computeTwist(const Limb& limb, const LimbPose& limbPose, size_t mover, double metres) {
  const Joint& joint = *limb.movers[mover].joint;
  const Vec3& axis = limbPose.axes[mover];
  if (joint.slides()) return {axis[0], axis[1], axis[2], 0, 0, 0};
  const Vec3 lever = rigid::cross(axis, addScaled(limbPose.tip(), limbPose.points[mover], -1));
  const Vec3 shift = addScaled(lever, axis, joint.pitch);
  return {shift[0], shift[1], shift[2], metres * axis[0], metres * axis[1], metres * axis[2]};
}

LimbFreedom computeFreedom(const Tree& tree, const Limb& limb, const LimbPose& limbPose,
                           const ConstrainedRows& constrained) {
  LimbFreedom made{std::vector<Rows>(limb.columns.size()), {}};
  for (size_t i = 0; i < limb.movers.size(); ++i) {
    const auto& [joint, own, place, axis] = limb.movers[i];
    if (own < 0) continue;
    const double share = joint->ratio * jointUnit(tree.moving(joint->column), limb);
    const Rows twist = computeTwist(limb, limbPose, i, kRotationWeight * limb.reach);
    Rows& column = made.columns[static_cast<size_t>(own)];
    for (size_t row = 0; row < constrained.count; ++row)
      column[row] += share * twist[constrained.rows[row]];
  }
  std::array<Rows, kRows> gram = {};
  for (size_t i = 0; i < constrained.count; ++i)
    for (size_t j = 0; j < constrained.count; ++j)
      for (const Rows& column : made.columns) gram[i][j] += column[i] * column[j];
  made.axes = computePrincipalAxes(gram, constrained.count);
  double largest = 0;
  for (const double value : made.axes.values) largest = std::max(largest, value);
  for (const double value : made.axes.values)
    made.rank += value > kRankCutoff * kRankCutoff * largest;
  return made;
}

double dexterity(const Tree& tree, const Limb& limb, const LimbFreedom& freedom,
                 const ConstrainedRows& constrained, const Values& pose, size_t rank) {
  if (rank == 0 || freedom.rank < rank) return 0;
  const auto& [values, vectors] = freedom.axes;
  std::array<size_t, kRows> order;  // Indices by descending eigenvalue.
  for (size_t i = 0; i < constrained.count; ++i) {
    size_t at = i;
    for (; at > 0 && values[order[at - 1]] < values[i]; --at) order[at] = order[at - 1];
    order[at] = i;
  }
  double room = limb.reach;
  for (size_t i = 0; i < freedom.columns.size(); ++i) {
    Vec3 row = {};  // Row of the pseudoinverse, translations only.
    for (size_t k = 0; k < rank; ++k) {
      const Rows& vector = vectors[order[k]];
      double seen = 0;
      for (size_t j = 0; j < constrained.count; ++j) seen += freedom.columns[i][j] * vector[j];
      row = addScaled(row, {vector[0], vector[1], vector[2]}, seen / values[order[k]]);
    }
    const int column = limb.columns[i];
    const double speed = norm(row);
    const double at = pose[static_cast<size_t>(column)];
    if (speed > 0) room = std::min(room, computeMargin(tree.moving(column), at, limb) / speed);
  }
  return room;
}

}  // namespace iklab::ready

#ifdef __clang__
#pragma clang attribute pop
#endif
