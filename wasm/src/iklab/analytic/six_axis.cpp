#include "iklab/analytic/six_axis.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/concatenate.hpp"

namespace iklab::detail {

Rotation<double> product(const Rotation<double>& a, const Rotation<double>& b) {
  Rotation<double> c;
  for (int i = 0; i < 3; ++i) c.column[i] = a * b.column[i];
  return c;
}

Rotation<double> transposed(const Rotation<double>& a) { return {{a.row(0), a.row(1), a.row(2)}}; }

Rotation<double> rotationAbout(const Vec& k, const SineCosine& t) {
  return {{rotated(k, t, {1, 0, 0}), rotated(k, t, {0, 1, 0}), rotated(k, t, {0, 0, 1})}};
}

Rotation<double> rotationOf(const Eigen::Quaterniond& orientation) {
  return load(Eigen::Matrix3d(orientation.toRotationMatrix()));
}

Frame6 SixAxis::pose(const Six& q, std::array<Vec, 6>* axes, std::array<Vec, 6>* points) const {
  Frame6 at{kIdentity, point[0]};
  for (size_t i = 0; i < 6; ++i) {
    if (axes) (*axes)[i] = at.rotation * axis[i];
    if (points) (*points)[i] = at.position;
    at.rotation = product(at.rotation, rotationAbout(axis[i], sineCosine(q[i])));
    at.position = at.position + at.rotation * ((i < 5 ? point[i + 1] : tip.position) - point[i]);
  }
  at.rotation = product(at.rotation, tip.rotation);
  return at;
}

SixAxis SixAxis::reversed() const {
  SixAxis back;
  back.length = length;
  const Rotation<double> tipFromWorld = transposed(tip.rotation);
  for (size_t i = 0; i < 6; ++i) {
    back.axis[i] = -1.0 * (tipFromWorld * axis[5 - i]);
    back.point[i] = tipFromWorld * (point[5 - i] - tip.position);
  }
  back.tip = {tipFromWorld, -1.0 * (tipFromWorld * tip.position)};
  return back;
}

namespace {

// Gaussian elimination with complete pivoting; variables whose pivots are below 1e-9 of the first
// are 0.
void solvePivoted(double (&a)[6][7], Six& x) {
  constexpr double kLeast = 1e-9;
  int columns[6] = {0, 1, 2, 3, 4, 5}, rank = 0;
  double first = 0;
  for (; rank < 6; ++rank) {
    int row = rank, column = rank;
    for (int i = rank; i < 6; ++i)
      for (int k = rank; k < 6; ++k)
        if (std::abs(a[i][k]) > std::abs(a[row][column])) row = i, column = k;
    const double pivot = std::abs(a[row][column]);
    if (rank == 0) first = pivot;
    if (!(pivot > kLeast * first)) break;
    if (row != rank) std::swap_ranges(a[row], a[row] + 7, a[rank]);
    if (column != rank) {
      for (auto& each : a) std::swap(each[column], each[rank]);
      std::swap(columns[column], columns[rank]);
    }
    for (int i = rank + 1; i < 6; ++i) {
      const double factor = a[i][rank] / a[rank][rank];
      for (int k = rank + 1; k < 7; ++k) a[i][k] -= factor * a[rank][k];
    }
  }
  x = {};
  for (int i = rank - 1; i >= 0; --i) {
    double sum = a[i][6];
    for (int k = i + 1; k < rank; ++k) sum -= a[i][k] * x[static_cast<size_t>(columns[k])];
    x[static_cast<size_t>(columns[i])] = sum / a[i][i];
  }
}

}  // namespace

double newtonStep(const SixAxis& chain, const Frame6& goal, Six& q, double& residual) {
  std::array<Vec, 6> axes, points;
  const Frame6 at = chain.pose(q, &axes, &points);
  const Vec move = goal.position - at.position;
  Vec turn = {};
  double cosines = 0;  // Sum of the cosines between equal axes: -1 to 3.
  for (int i = 0; i < 3; ++i) {
    turn = turn + 0.5 * cross(at.rotation.column[i], goal.rotation.column[i]);
    cosines += dot(at.rotation.column[i], goal.rotation.column[i]);
  }
  residual = cosines > 1 ? std::sqrt(dot(move, move) + dot(turn, turn)) : kInfinity;
  const double share = 1 / chain.length;
  double a[6][7];
  for (int i = 0; i < 6; ++i) {
    const size_t k = static_cast<size_t>(i);
    const Vec moved = share * cross(axes[k], at.position - points[k]);
    a[0][i] = moved.x, a[1][i] = moved.y, a[2][i] = moved.z;
    a[3][i] = axes[k].x, a[4][i] = axes[k].y, a[5][i] = axes[k].z;
  }
  a[0][6] = share * move.x, a[1][6] = share * move.y, a[2][6] = share * move.z;
  a[3][6] = turn.x, a[4][6] = turn.y, a[5][6] = turn.z;
  Six step;
  solvePivoted(a, step);
  double most = 0;
  for (size_t i = 0; i < 6; ++i) most = std::max(most, std::abs(step[i])), q[i] += step[i];
  return most;
}

Result<SixColumns> sixAxisOf(const Model& model) {
  const std::vector<TaskTarget>& targets = model.task.targets();
  if (targets.size() != 1) return Fault{"a closed form needs one target"};
  const TaskTarget& target = targets[0];
  if (!target.oriented || target.partial())
    return Fault{"a closed form needs a target with a full orientation"};
  const Tree& tree = model.tree;
  const std::vector<int>& chain = tree.chainToEffector(target.effector);
  for (int joint : chain) {
    const Joint& j = tree.joints()[static_cast<size_t>(joint)];
    if (j.kind != JointKind::revolute)
      return Fault{concatenate({"joint \"", j.id, "\" is not revolute"})};
    if (j.follows) return Fault{concatenate({"joint \"", j.id, "\" mimics another"})};
  }
  if (chain.size() != 6)
    return Fault{concatenate(
        {"the chain has ", std::to_string(chain.size()), " joints; a closed form needs 6"})};
  SixColumns found;
  Pose pose(tree);
  forwardKinematics(tree, Vector::Zero(tree.columns()), pose);
  for (size_t i = 0; i < 6; ++i) {
    const size_t joint = static_cast<size_t>(chain[i]);
    found.column[i] = tree.joints()[joint].column;
    found.chain.axis[i] = load(pose.axis[joint]);
    found.chain.point[i] = load(pose.origin[joint]);
  }
  const size_t effector = static_cast<size_t>(target.effector);
  found.chain.tip = {load(pose.worldFromTip[effector]), load(pose.tip[effector])};
  double length = 0;
  for (size_t i = 0; i < 6; ++i)
    length +=
        norm((i < 5 ? found.chain.point[i + 1] : found.chain.tip.position) - found.chain.point[i]);
  if (!(length > 0)) return Fault{"the chain has no length"};
  found.chain.length = length;
  return found;
}

}  // namespace iklab::detail
