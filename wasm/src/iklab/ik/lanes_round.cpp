// The arithmetic of a round, in the order of the kinematics, the normal equations and the workspace.
#include "iklab/ik/lanes.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab {

void Lanes::round() {
  objectiveBefore_ = objective_;
  solve();
  step();
  place();
  measure();
  differentiate();
}

void Lanes::place() {
  PairRotation frame, before;
  Pair3 origin;
  for (size_t c = 0; c < hinges_.size(); ++c) {
    Hinge& h = hinges_[c];
    const SineCosinePair turn = reducedSineCosine(h.theta);
    h.sine = turn.sine;
    h.cosine = turn.cosine;
    origin = c == 0 ? h.offset : origin + frame * h.offset;
    if (c == 0)
      before = h.fromBefore;
    else
      before = h.turned ? frame * h.fromBefore : frame;
    h.origin = origin;
    h.axis = h.principal >= 0 ? before.column[h.principal] : before * h.axisThere;
    this->turn(h, before, frame);
  }
  tipFrame_ = frame * tipFromLast_;
  tip_ = origin + frame * tipOffset_;
}

// as turnAbout and turnAboutPrincipal of the kinematics
void Lanes::turn(const Hinge& h, const PairRotation& before, PairRotation& frame) const {
  const Pair s = h.sine, c = h.cosine;
  if (h.principal < 0) {
    const Pair k = 1 - c;
    const auto [x, y, z] = h.axisThere;
    frame = before * PairRotation{{{k * x * x + c, k * x * y + s * z, k * x * z - s * y},
                                   {k * x * y - s * z, k * y * y + c, k * y * z + s * x},
                                   {k * x * z + s * y, k * y * z - s * x, k * z * z + c}}};
    return;
  }
  const int first = h.principal == 2 ? 0 : h.principal + 1;
  const int second = h.principal == 0 ? 2 : h.principal - 1;
  const Pair3 u = before.column[first], v = before.column[second];
  frame.column[h.principal] = before.column[h.principal];
  frame.column[first] = c * u + s * v;
  frame.column[second] = c * v - s * u;
}

void Lanes::measure() {
  off_ = goal_ - tip_;
  turn_ = both(weight_) * rotationError();
  error_ = root(dot(off_, off_));
  Pair square = off_.x * off_.x;
  for (const Pair x : {off_.y, off_.z, turn_.x, turn_.y, turn_.z}) square += x * x;
  objective_ = root(square);
}

// as rotationVector of the kinematics, by the way of most rotations where both go it
Pair3 Lanes::rotationError() const {
  Pair r[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) r[i][k] = dot(goalFrame_.row(i), tipFrame_.row(k));
  const Pair trace = r[0][0] + (r[1][1] + r[2][2]);
  Pair3 v;
  if (any(~(PairMask)(trace > 0))) {
    for (int lane = 0; lane < kCount; ++lane) {
      Eigen::Matrix3d turned;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) turned(i, k) = r[i][k][lane];
      const Eigen::Vector3d one = rotationVector(turned);
      v.x[lane] = one.x();
      v.y[lane] = one.y();
      v.z[lane] = one.z();
    }
    return v;
  }
  const Pair t = root(trace + 1.0), cosine = 0.5 * t, scale = 0.5 / t;
  v = {(r[2][1] - r[1][2]) * scale, (r[0][2] - r[2][0]) * scale, (r[1][0] - r[0][1]) * scale};
  const Pair sine = root(dot(v, v));
  Pair factor;
  for (int lane = 0; lane < kCount; ++lane)
    factor[lane] = sine[lane] == 0 ? 0 : 2 * std::atan2(sine[lane], cosine[lane]) / sine[lane];
  return {v.x * factor, v.y * factor, v.z * factor};
}

// J, its norm and J^T e
void Lanes::differentiate() {
  Pair square = both(0);
  for (Hinge& h : hinges_) {
    h.moves = cross(h.axis, tip_ - h.origin);
    h.turns = both(weight_) * h.axis;
    for (const Pair x : {h.moves.x, h.moves.y, h.moves.z, h.turns.x, h.turns.y, h.turns.z})
      square += x * x;
    h.gradient = (dot(h.moves, off_) + 0.0) + dot(h.turns, turn_);
  }
  jacobianNorm_ = root(square);
}

// a block of J J^T, both triangles
void Lanes::load(Pair3 Hinge::*left, Pair3 Hinge::*right, int row, int column) {
  Pair sum[3][3];
  for (auto& each : sum)
    for (Pair& x : each) x = both(0);
  for (const Hinge& h : hinges_) {
    const Pair3 &a = h.*left, &b = h.*right;
    const Pair u[3] = {a.x, a.y, a.z}, v[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) sum[i][k] += u[i] * v[k];
  }
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      system_[column + k][row + i] = system_[row + i][column + k] = sum[i][k];
}

// (J J^T + lambda^2 I) x = e as Ldlt solves it
void Lanes::solve() {
  load(&Hinge::moves, &Hinge::moves, 0, 0);
  load(&Hinge::turns, &Hinge::moves, 3, 0);
  load(&Hinge::turns, &Hinge::turns, 3, 3);
  for (int i = 0; i < kRows; ++i) system_[i][i] += mu_;
  Pair x[kRows] = {off_.x, off_.y, off_.z, turn_.x, turn_.y, turn_.z};
  for (int k = 0; k < kRows; ++k) {
    const Pair pivot = system_[k][k];
    lost_ |= ~begun_ & ~((PairMask)(pivot > 0) & (PairMask)(pivot < both(kInfinity)));
    const Pair inverse = 1 / pivot;
    for (int i = k + 1; i < kRows; ++i) {
      const Pair factor = system_[i][k] * inverse;
      x[i] -= factor * x[k];
      for (int at = k + 1; at < kRows; ++at) system_[i][at] -= factor * system_[k][at];
      system_[i][k] = factor;
    }
    x[k] *= inverse;
  }
  for (int k = kRows - 2; k >= 0; --k)
    for (int i = k + 1; i < kRows; ++i) x[k] -= system_[i][k] * x[i];
  for (int k = 0; k < kRows; ++k) right_[k] = x[k];
}

// J^T x, limited as a whole, then by the limits
void Lanes::step() {
  const Pair3 byOff = {right_[0], right_[1], right_[2]}, byTurn = {right_[3], right_[4], right_[5]};
  Pair most = both(0);
  for (Hinge& h : hinges_) {
    h.step = (dot(h.moves, byOff) + 0.0) + dot(h.turns, byTurn);
    const Pair size = magnitude(h.step);
    most = select((PairMask)(most < size), size, most);
  }
  const Pair share = select((PairMask)(most > maxStep_), maxStep_ / most, both(1));
  for (Hinge& h : hinges_)
    lost_ |= ~begun_ & ~(PairMask)(magnitude(h.theta + h.step * share) < both(kReducible));
  const PairMask held = begun_ | lost_;
  for (Hinge& h : hinges_) {
    h.step *= share;
    Pair next = h.theta + h.step;
    if (holds_) {
      next = select((PairMask)(next < h.lower), h.lower,
                    select((PairMask)(h.upper < next), h.upper, next));
      h.step = next - h.theta;
    }
    h.theta = select(held, h.theta, next);
  }
}

}  // namespace iklab
