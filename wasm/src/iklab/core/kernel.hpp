// Forward kinematics and Jacobian of a tree, for one problem (double) or several side by side
// (lane.hpp). Both share this source, so that their sums have the same order.
//
// J is stored as strands, one per target. A strand has, for each column of J on the path from the
// root to the effector, three position entries and, with an orientation, three orientation entries.
// All other entries of J are zero.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "iklab/core/task.hpp"
#include "iklab/core/tree.hpp"
#include "iklab/math/three.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab {

// The frames of all joints and effectors, world frame.
template <class Real>
struct PoseOf {
  explicit PoseOf(const Tree& tree);
  detail::Array<Real, typename detail::Stored<Real>::Matrix> worldFromJoint;
  // Of the joint frame after its own motion, metres.
  detail::Array<Real, typename detail::Stored<Real>::Vector> origin;
  detail::Array<Real, typename detail::Stored<Real>::Vector> axis;  // Unit.
  detail::Array<Real, typename detail::Stored<Real>::Matrix> worldFromTip;
  detail::Array<Real, typename detail::Stored<Real>::Vector> tip;  // Effectors' origins, metres.
  // Per moving joint, by Joint::place; padded to an even number.
  detail::Array<Real> values, sines, cosines;
};

template <class Real>
PoseOf<Real>::PoseOf(const Tree& tree)
    : worldFromJoint(tree.joints().size(), detail::stored<Real>(detail::kIdentity)),
      origin(tree.joints().size(), detail::stored<Real>(detail::Three<double>{0, 0, 0})),
      axis(tree.joints().size(), detail::stored<Real>(detail::Three<double>{0, 0, 1})),
      worldFromTip(tree.effectors().size(), worldFromJoint[0]),
      tip(tree.effectors().size(), origin[0]),
      values(static_cast<size_t>(detail::padded(tree.places())), detail::all<Real>(0)),
      sines(values),
      cosines(values) {}

}  // namespace iklab

namespace iklab::detail {

// The 3 x 3 matrix a, column-major, times the vector b.
template <class Real, class Number>
inline void multiply(const Real* a, const Number* b, Real* product) {
  for (int i = 0; i < 3; ++i) product[i] = a[i] * b[0] + (a[3 + i] * b[1] + a[6 + i] * b[2]);
}
template <class Real, class Number>
__attribute__((noinline)) void multiply3(const Real* a, const Number* b, Real* product) {
  for (int k = 0; k < 9; k += 3) multiply(a, b + k, product + k);
}

// after = before, rotated about a unit vector of its own frame (Rodrigues).
template <class Real>
__attribute__((noinline)) void turnAbout(const double* axis, Real s, Real c, const Real* before,
                                         Real* after) {
  const double x = axis[0], y = axis[1], z = axis[2];
  const Real k = 1 - c;
  const Real turn[9] = {k * x * x + c,     k * x * y + s * z, k * x * z - s * y,
                        k * x * y - s * z, k * y * y + c,     k * y * z + s * x,
                        k * x * z + s * y, k * y * z - s * x, k * z * z + c};
  multiply3(before, turn, after);
}

// The numbers of a pose, column-major: nine per frame, three per origin and axis.
template <class Real>
struct Stand {
  explicit Stand(PoseOf<Real>& pose)
      : frames(numbers(pose.worldFromJoint[0])),
        origins(numbers(pose.origin[0])),
        axes(numbers(pose.axis[0])),
        values(pose.values.data()),
        sines(pose.sines.data()),
        cosines(pose.cosines.data()) {}
  Real *frames, *origins, *axes;
  const Real *values, *sines, *cosines;
};

// Computes the origin of a link's frame. Returns the frame before the link's own motion: `room`, or
// the parent's.
template <class Real>
__attribute__((always_inline)) inline const Real* carry(const Link& l, const Stand<Real>& pose,
                                                        Real* origin, Real* room) {
  const Real* before = room;
  if (l.parent < 0) {
    for (int i = 0; i < 3; ++i) origin[i] = all<Real>(l.offset[i]);
    for (int i = 0; i < 9; ++i) room[i] = all<Real>(l.frame[i]);
  } else {
    before = pose.frames + 9 * l.parent;
    const Real* start = pose.origins + 3 * l.parent;
    for (int i = 0; i < 3; ++i)
      origin[i] = start[i] + (before[i] * l.offset[0] +
                              (before[3 + i] * l.offset[1] + before[6 + i] * l.offset[2]));
    if (l.turned) {
      multiply3(before, l.frame, room);
      before = room;
    }
  }
  return before;
}

// after = before, rotated about its own x, y or z axis, which becomes `axis`; two columns change.
template <class Real>
__attribute__((always_inline)) inline void turnAbout(const Link& l, Real s, Real c,
                                                     const Real* before, Real* after, Real* axis) {
  const Real *u = before + l.first, *v = before + l.second, *w = before + l.kept;
  Real *x = after + l.first, *y = after + l.second, *z = after + l.kept;
  for (int i = 0; i < 3; ++i) {
    const Real a = u[i], b = v[i];
    x[i] = c * a + s * b;
    y[i] = c * b - s * a;
    axis[i] = z[i] = w[i];
  }
}

// Computes one joint's frame from its parent's, and from the joint's value, sine and cosine in
// `pose`.
template <class Real>
__attribute__((always_inline)) inline void place(const Link& l, const Stand<Real>& pose) {
  Real *frame = pose.frames + 9 * l.to, *origin = pose.origins + 3 * l.to;
  Real *axis = pose.axes + 3 * l.to, room[9];
  const Real* before = carry(l, pose, origin, room);
  if (l.kept >= 0 && l.turns) {
    turnAbout(l, pose.sines[l.place], pose.cosines[l.place], before, frame, axis);
  } else {
    multiply(before, l.axis, axis);
    if (l.turns)
      turnAbout(l.axis, pose.sines[l.place], pose.cosines[l.place], before, frame);
    else
      for (int i = 0; i < 9; ++i) frame[i] = before[i];
  }
  if (l.slides)
    for (int i = 0; i < 3; ++i) origin[i] += axis[i] * pose.values[l.place];
  else if (l.pitch != 0)
    for (int i = 0; i < 3; ++i) origin[i] += axis[i] * (l.pitch * pose.values[l.place]);
}

// theta: n values, in the order of the columns; with several lanes, each |value| below kReducible.
template <class Real>
void forwardKinematics(const Tree& tree, const Real* theta, PoseOf<Real>& pose) {
  std::copy_n(theta, tree.columns(), pose.values.data());
  for (const int i : tree.followers()) {
    const Joint& j = tree.joints()[static_cast<size_t>(i)];
    pose.values[static_cast<size_t>(j.place)] =
        all<Real>(j.ratio) * theta[j.column] + all<Real>(j.shift);
  }
  sinesCosines(pose.values.data(), static_cast<int>(pose.values.size()), pose.sines.data(),
               pose.cosines.data());
  const Stand<Real> stand(pose);
  for (const Link& l : tree.links()) place(l, stand);
  for (const Link& l : tree.tips()) {
    Real room[9];
    const Real* frame = carry(l, stand, numbers(pose.tip[static_cast<size_t>(l.to)]), room);
    std::copy_n(frame, 9, numbers(pose.worldFromTip[static_cast<size_t>(l.to)]));
  }
}

// Velocity of a point carried by a joint, per unit of the joint's own value:
// revolute z x (s - p), screw z x (s - p) + h z, prismatic z.
template <class Real>
Three<Real> pointVelocity(const Joint& j, const Three<Real>& axis, const Three<Real>& origin,
                          const Three<Real>& point) {
  if (j.slides()) return axis;
  const Three<Real> turning = cross(axis, point - origin);
  return j.pitch == 0 ? turning : turning + all<Real>(j.pitch) * axis;
}

template <class Real>
class Strands {
 public:
  Strands(const Tree& tree, const Task& task);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // The entries of a target, one per column of its strand.
  std::span<const int> columns(int target) const {
    const Strand& s = strands_[at(target)];
    return {column_.data() + s.first, at(s.last - s.first)};
  }
  std::span<Three<Real>> moves(int target) { return entries(moves_, target); }
  std::span<Three<Real>> turns(int target) { return entries(turns_, target); }
  std::span<const Three<Real>> moves(int target) const { return entries(moves_, target); }
  std::span<const Three<Real>> turns(int target) const { return entries(turns_, target); }

  void clear() {
    std::fill(moves_.begin(), moves_.end(), all<Real>(Three<double>{0, 0, 0}));
    turns_ = moves_;
  }
  // Computes J with all components constrained.
  void compute(const PoseOf<Real>& pose);
  // Sets the entries to those of a lane of the same matrix.
  template <class Lanes>
  void copyLane(const Strands<Lanes>& from, int at) {
    const auto one = [at](const Three<Lanes>& v) {
      return Three<Real>{lane(v.x, at), lane(v.y, at), lane(v.z, at)};
    };
    std::transform(from.moves_.begin(), from.moves_.end(), moves_.begin(), one);
    std::transform(from.turns_.begin(), from.turns_.end(), turns_.begin(), one);
  }
  // Multiplies a target's position or orientation rows by a matrix: that of its constrained
  // components.
  void reducePosition(int target, const Rotation<Real>& by);
  void reduceTurn(int target, const Rotation<Real>& by);
  void zeroColumn(int column);

  void times(const Real* x, Real* y) const;           // y = J x
  void transposeTimes(const Real* e, Real* x) const;  // x = J^T e
  // J J^T and J^T J, on and above the diagonal, row-major. stride: from one row to the next.
  void outer(Real* product, int stride) const;
  void inner(Real* product, int stride) const;
  Real squareNorm() const;
  // The largest square norm of a column. squares: space for n numbers.
  Real largestColumn(Real* squares) const;

  // Calls row(first row, column, three entries) for every position and orientation block of J.
  template <class Row>
  void each(Row row) const {
    for (const Strand& s : strands_)
      for (int i = s.first; i < s.last; ++i) {
        row(s.row, column_[at(i)], moves_[at(i)]);
        if (s.oriented) row(s.row + 3, column_[at(i)], turns_[at(i)]);
      }
  }

 private:
  template <class Other>
  friend class Strands;
  static size_t at(int i) { return static_cast<size_t>(i); }
  struct Strand {
    int first, last;  // Range in column_; excludes `last`.
    int row;
    bool oriented;
    Real weight;
    size_t tip;
    std::span<const int> chain;  // Joints, root first.
  };

  template <class Entries>
  auto entries(Entries& all, int target) const {
    const Strand& s = strands_[at(target)];
    return std::span(all.data() + s.first, at(s.last - s.first));
  }
  int shared(const Strand& a, const Strand& b) const;
  static void addOuter(const Three<Real>* a, const Three<Real>* b, int count, Real* to, int stride);

  const Tree* tree_;
  int rows_, columns_;
  Array<Real, Strand> strands_;  // One per target.
  std::vector<int> column_;      // Columns of all strands, concatenated.
  Array<Real, Three<Real>> moves_, turns_;
};

// If joints follow others, two strands may share any column, so each strand has all columns.
template <class Real>
Strands<Real>::Strands(const Tree& tree, const Task& task)
    : tree_(&tree), rows_(task.rows()), columns_(tree.columns()) {
  for (const TaskTarget& t : task.targets()) {
    const int first = static_cast<int>(column_.size());
    if (tree.coupled())
      for (int c = 0; c < columns_; ++c) column_.push_back(c);
    else
      for (const int c : tree.pathToEffector(t.effector)) column_.push_back(c);
    strands_.push_back({first, static_cast<int>(column_.size()), t.row, t.oriented,
                        all<Real>(t.orientationWeight), at(t.effector),
                        tree.chainToEffector(t.effector)});
  }
  moves_.assign(column_.size(), all<Real>(Three<double>{0, 0, 0}));
  turns_ = moves_;
}

template <class Real>
void Strands<Real>::compute(const PoseOf<Real>& pose) {
  const bool coupled = tree_->coupled();
  if (coupled) clear();
  for (const Strand& s : strands_) {
    const Three<Real> tip = load(pose.tip[s.tip]);
    size_t to = at(s.first);
    for (const int i : s.chain) {
      const Joint& j = tree_->joints()[at(i)];
      const Three<Real> axis = load(pose.axis[at(i)]);
      const Three<Real> move = pointVelocity(j, axis, load(pose.origin[at(i)]), tip);
      if (coupled) {
        const size_t c = at(s.first + j.column);
        moves_[c] = moves_[c] + all<Real>(j.ratio) * move;
        if (s.oriented && j.turns()) turns_[c] = turns_[c] + (all<Real>(j.ratio) * s.weight) * axis;
        continue;
      }
      moves_[to] = move;
      if (s.oriented && j.turns()) turns_[to] = s.weight * axis;
      ++to;
    }
  }
}

template <class Real>
void Strands<Real>::reducePosition(int target, const Rotation<Real>& by) {
  const Strand& s = strands_[at(target)];
  for (int i = s.first; i < s.last; ++i) moves_[at(i)] = by * moves_[at(i)];
}

template <class Real>
void Strands<Real>::reduceTurn(int target, const Rotation<Real>& by) {
  const Strand& s = strands_[at(target)];
  for (int i = s.first; i < s.last; ++i) turns_[at(i)] = by * turns_[at(i)];
}

template <class Real>
void Strands<Real>::zeroColumn(int column) {
  for (size_t i = 0; i < column_.size(); ++i)
    if (column_[i] == column) moves_[i] = turns_[i] = all<Real>(Three<double>{0, 0, 0});
}

template <class Real>
void Strands<Real>::times(const Real* x, Real* y) const {
  for (const Strand& s : strands_) {
    Three<Real> move = all<Real>(Three<double>{0, 0, 0}), turn = move;
    for (int i = s.first; i < s.last; ++i) move = move + x[column_[at(i)]] * moves_[at(i)];
    store(move, y + s.row);
    if (!s.oriented) continue;
    for (int i = s.first; i < s.last; ++i) turn = turn + x[column_[at(i)]] * turns_[at(i)];
    store(turn, y + s.row + 3);
  }
}

template <class Real>
void Strands<Real>::transposeTimes(const Real* e, Real* x) const {
  std::fill_n(x, columns_, all<Real>(0));
  for (const Strand& s : strands_) {
    const Three<Real> off = load(e + s.row);
    for (int i = s.first; i < s.last; ++i) x[column_[at(i)]] += dot(moves_[at(i)], off);
    if (!s.oriented) continue;
    const Three<Real> turn = load(e + s.row + 3);
    for (int i = s.first; i < s.last; ++i) x[column_[at(i)]] += dot(turns_[at(i)], turn);
  }
}

// Number of columns that two strands share: the first ones of both.
template <class Real>
int Strands<Real>::shared(const Strand& a, const Strand& b) const {
  const int most = std::min(a.last - a.first, b.last - b.first);
  int count = 0;
  while (count < most && column_[at(a.first + count)] == column_[at(b.first + count)]) ++count;
  return count;
}

// A block of J J^T. a: entries of the later rows, b: entries of the earlier ones.
template <class Real>
void Strands<Real>::addOuter(const Three<Real>* a, const Three<Real>* b, int count, Real* to,
                             int stride) {
  Three<Real> x = all<Real>(Three<double>{0, 0, 0}), y = x, z = x;
  for (int i = 0; i < count; ++i) {
    x = x + b[i].x * a[i];
    y = y + b[i].y * a[i];
    z = z + b[i].z * a[i];
  }
  store(x, to);
  store(y, to + stride);
  store(z, to + 2 * stride);
}

template <class Real>
void Strands<Real>::outer(Real* product, int stride) const {
  for (const Strand& a : strands_)
    for (const Strand& b : strands_) {
      if (b.row > a.row) break;
      const int count = shared(a, b);
      const Three<Real>*ma = moves_.data() + a.first, *mb = moves_.data() + b.first;
      const Three<Real>*ta = turns_.data() + a.first, *tb = turns_.data() + b.first;
      const auto to = [&](int left, int right) { return product + right * stride + left; };
      addOuter(ma, mb, count, to(a.row, b.row), stride);
      if (a.oriented) addOuter(ta, mb, count, to(a.row + 3, b.row), stride);
      if (b.oriented && a.row != b.row) addOuter(ma, tb, count, to(a.row, b.row + 3), stride);
      if (a.oriented && b.oriented) addOuter(ta, tb, count, to(a.row + 3, b.row + 3), stride);
    }
}

template <class Real>
void Strands<Real>::inner(Real* product, int stride) const {
  for (int c = 0; c < columns_; ++c) std::fill_n(product + c * stride, columns_, all<Real>(0));
  const auto add = [](const Three<Real>& a, const Three<Real>& b, Real& sum) {
    sum += a.x * b.x;
    sum += a.y * b.y;
    sum += a.z * b.z;
  };
  for (const Strand& s : strands_)
    for (int i = s.first; i < s.last; ++i)
      for (int k = s.first; k < s.last; ++k) {
        const int c = column_[at(i)], d = column_[at(k)];
        if (d < c) continue;
        Real& sum = product[c * stride + d];
        add(moves_[at(i)], moves_[at(k)], sum);
        if (s.oriented) add(turns_[at(i)], turns_[at(k)], sum);
      }
}

template <class Real>
Real Strands<Real>::squareNorm() const {
  // Three sums, so that an addition does not wait for the previous one.
  Three<Real> sum = all<Real>(Three<double>{0, 0, 0});
  each([&](int, int, const Three<Real>& v) {
    sum = {sum.x + v.x * v.x, sum.y + v.y * v.y, sum.z + v.z * v.z};
  });
  return sum.x + (sum.y + sum.z);
}

template <class Real>
Real Strands<Real>::largestColumn(Real* squares) const {
  std::fill_n(squares, columns_, all<Real>(0));
  each([&](int, int c, const Three<Real>& v) {
    squares[c] += v.x * v.x;
    squares[c] += v.y * v.y;
    squares[c] += v.z * v.z;
  });
  Real largest = all<Real>(0);
  for (int c = 0; c < columns_; ++c)
    largest = select(below(largest, squares[c]), squares[c], largest);
  return largest;
}

extern template class Strands<double>;

// Replaces the rows by those of the constrained components. goal(target, lane) returns a Goal.
// Returns the number of idle cones in the first lane.
template <class Real, class GoalAt>
int reduceRows(const Task& task, const PoseOf<Real>& pose, GoalAt goal, Strands<Real>& strands) {
  int idle = 0;
  for (int i = 0; i < static_cast<int>(task.targets().size()); ++i) {
    const TaskTarget& t = task.targets()[static_cast<size_t>(i)];
    Rotation<Real> position, turn;
    for (int k = 0; k < kLanes<Real>; ++k) {
      if (t.freedom.anyPosition()) setLane(position, k, positionRows(t.freedom, goal(i, k)));
      if (!t.oriented || !t.freedom.anyTurn()) continue;
      const auto frame = lane(pose.worldFromTip[static_cast<size_t>(t.effector)], k);
      const TurnRows rows(t.freedom, goal(i, k), frame);
      setLane(turn, k, rows.rows());
      if (k == 0) idle += rows.idle();
    }
    if (t.freedom.anyPosition()) strands.reducePosition(i, position);
    if (t.oriented && t.freedom.anyTurn()) strands.reduceTurn(i, turn);
  }
  return idle;
}

}  // namespace iklab::detail
