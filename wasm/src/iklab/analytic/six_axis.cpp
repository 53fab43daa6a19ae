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

template <size_t N>
Frame6 AxisChain<N>::pose(const JointValues<N>& q, std::array<Vec, N>* axes,
                          std::array<Vec, N>* points) const {
  Frame6 at{kIdentity, point[0]};
  for (size_t i = 0; i < N; ++i) {
    if (axes) (*axes)[i] = at.rotation * axis[i];
    if (points) (*points)[i] = at.position;
    at.rotation = product(at.rotation, rotationAbout(axis[i], sineCosine(q[i])));
    at.position =
        at.position + at.rotation * ((i < N - 1 ? point[i + 1] : tip.position) - point[i]);
  }
  at.rotation = product(at.rotation, tip.rotation);
  return at;
}

template <size_t N>
AxisChain<N> AxisChain<N>::reversed() const {
  AxisChain back;
  back.length = length;
  const Rotation<double> tipFromWorld = transposed(tip.rotation);
  for (size_t i = 0; i < N; ++i) {
    back.axis[i] = -1.0 * (tipFromWorld * axis[N - 1 - i]);
    back.point[i] = tipFromWorld * (point[N - 1 - i] - tip.position);
  }
  back.tip = {tipFromWorld, -1.0 * (tipFromWorld * tip.position)};
  return back;
}

SixAxis heldChain(const SevenAxis& chain, size_t held, double value) {
  SixAxis six;
  six.length = chain.length;
  const Rotation<double> turn = rotationAbout(chain.axis[held], sineCosine(value));
  const Vec& fixed = chain.point[held];
  const auto moved = [&](const Vec& point) { return fixed + turn * (point - fixed); };
  for (size_t i = 0, k = 0; i < 7; ++i) {
    if (i == held) continue;
    six.axis[k] = i < held ? chain.axis[i] : turn * chain.axis[i];
    six.point[k] = i < held ? chain.point[i] : moved(chain.point[i]);
    ++k;
  }
  six.tip = {product(turn, chain.tip.rotation), moved(chain.tip.position)};
  return six;
}

template <size_t N>
StepRows<N>::StepRows(const AxisChain<N>& chain, const Frame6& goal, const JointValues<N>& q) {
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
  for (size_t k = 0; k < N; ++k) {
    const Vec moved = share * cross(axes[k], at.position - points[k]);
    row[0][k] = moved.x, row[1][k] = moved.y, row[2][k] = moved.z;
    row[3][k] = axes[k].x, row[4][k] = axes[k].y, row[5][k] = axes[k].z;
  }
  row[0][N] = share * move.x, row[1][N] = share * move.y, row[2][N] = share * move.z;
  row[3][N] = turn.x, row[4][N] = turn.y, row[5][N] = turn.z;
}

// Gaussian elimination with complete pivoting; variables whose pivots are below 1e-9 of the first
// are 0.
template <size_t N>
double StepRows<N>::solve(JointValues<N>& q) {
  constexpr double kLeast = 1e-9;
  size_t columns[N], rank = 0;
  for (size_t i = 0; i < N; ++i) columns[i] = i;
  double first = 0;
  for (; rank < N; ++rank) {
    size_t down = rank, across = rank;
    for (size_t i = rank; i < N; ++i)
      for (size_t k = rank; k < N; ++k)
        if (std::abs(row[i][k]) > std::abs(row[down][across])) down = i, across = k;
    const double pivot = std::abs(row[down][across]);
    if (rank == 0) first = pivot;
    if (!(pivot > kLeast * first)) break;
    if (down != rank) std::swap_ranges(row[down], row[down] + N + 1, row[rank]);
    if (across != rank) {
      for (auto& each : row) std::swap(each[across], each[rank]);
      std::swap(columns[across], columns[rank]);
    }
    for (size_t i = rank + 1; i < N; ++i) {
      const double factor = row[i][rank] / row[rank][rank];
      for (size_t k = rank + 1; k <= N; ++k) row[i][k] -= factor * row[rank][k];
    }
  }
  JointValues<N> step = {};
  for (size_t i = rank; i-- > 0;) {
    double sum = row[i][N];
    for (size_t k = i + 1; k < rank; ++k) sum -= row[i][k] * step[columns[k]];
    step[columns[i]] = sum / row[i][i];
  }
  double most = 0;
  for (size_t i = 0; i < N; ++i) most = std::max(most, std::abs(step[i])), q[i] += step[i];
  return most;
}

template <size_t N>
Result<AxisColumns<N>> axisChainOf(const Model& model) {
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
  if (chain.size() != N)
    return Fault{concatenate({"the chain has ", std::to_string(chain.size()),
                              " joints; a closed form needs ", std::to_string(N)})};
  AxisColumns<N> found;
  Pose pose(tree);
  forwardKinematics(tree, Vector::Zero(tree.columns()), pose);
  for (size_t i = 0; i < N; ++i) {
    const size_t joint = static_cast<size_t>(chain[i]);
    found.column[i] = tree.joints()[joint].column;
    found.chain.axis[i] = load(pose.axis[joint]);
    found.chain.point[i] = load(pose.origin[joint]);
  }
  const size_t effector = static_cast<size_t>(target.effector);
  found.chain.tip = {load(pose.worldFromTip[effector]), load(pose.tip[effector])};
  double length = 0;
  for (size_t i = 0; i < N; ++i)
    length += norm((i < N - 1 ? found.chain.point[i + 1] : found.chain.tip.position) -
                   found.chain.point[i]);
  if (!(length > 0)) return Fault{"the chain has no length"};
  found.chain.length = length;
  return found;
}

template struct AxisChain<6>;
template struct AxisChain<7>;
template struct StepRows<6>;
template struct StepRows<7>;
template Result<AxisColumns<6>> axisChainOf(const Model&);
template Result<AxisColumns<7>> axisChainOf(const Model&);

}  // namespace iklab::detail
