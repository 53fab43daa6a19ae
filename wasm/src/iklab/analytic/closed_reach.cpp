#include "iklab/analytic/closed_reach.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

constexpr double kPiReach = 3.141592653589793;
constexpr double kReachRounding = 1e-14;  // Share of the lengths, of each comparison.
constexpr double kAngleRounding = 2e-15;  // Radians, of the ends of an interval.
constexpr int kFirstCells = 20000;        // Intervals of the proof, and of each that lengthens it.
constexpr int kNextCells = 4000;

// All angles within `half` of `middle`.
struct Arc {
  double middle, half;
};
struct Arcs {
  int count = 0;
  Arc arc[2] = {};
};

// The angles with a cos t + b sin t within r of c.
Arcs arcsWithin(double a, double b, double c, double r) {
  const double radius = hypotenuse(a, b);
  if (std::abs(c) > radius + r) return {};
  const auto arccosine = [](double x) {
    return x >= 1 ? 0 : x <= -1 ? kPiReach : arctangent2(std::sqrt((1 - x) * (1 + x)), x);
  };
  if (!(radius > 0)) return {1, {{0, kPiReach}}};
  const double near = arccosine((c + r) / radius), far = arccosine((c - r) / radius);
  const double middle = arctangent2(b, a), half = 0.5 * (far - near) + kAngleRounding;
  if (near == 0) return {1, {{middle, far + kAngleRounding}}};
  if (far == kPiReach) return {1, {{middle + kPiReach, kPiReach - near + kAngleRounding}}};
  const double aside = 0.5 * (far + near);
  return {2, {{middle + aside, half}, {middle - aside, half}}};
}

// h . R(k, t) p within r of d.
Arcs arcsAtHeight(const Vec& h, const Vec& k, const Vec& p, double d, double r) {
  TwoAngleRow row;
  row.e = d;
  row.addFirst(h, k, p);
  return arcsWithin(row.a, row.b, row.e, r);
}

bool overlap(const Arc& a, const Arc& b) {
  return std::abs(std::remainder(a.middle - b.middle, 2 * kPiReach)) <=
         a.half + b.half + kAngleRounding;
}

Vec acrossOf(const Vec& k, const Vec& v) { return v - dot(v, k) * k; }

struct Interval {
  double low, high;
};

// The values of sqrt x for x in an interval that is widened by an error.
Interval rootOf(double low, double high, double error) {
  return {std::sqrt(std::max(0.0, low - error)), std::sqrt(std::max(0.0, high + error))};
}

// The values of h . R(k, t) p on an arc.
Interval heightsOn(const Arc& arc, const Vec& h, const Vec& k, const Vec& p) {
  TwoAngleRow row;
  row.addFirst(h, k, p);
  const double radius = hypotenuse(row.a, row.b);
  const double off = std::abs(std::remainder(arc.middle - arctangent2(row.b, row.a), 2 * kPiReach));
  const double near = std::max(0.0, off - arc.half), far = std::min(kPiReach, off + arc.half);
  return {radius * sineCosine(far).cosine - row.e, radius * sineCosine(near).cosine - row.e};
}

// The lengths of p + R(k, t) q.
Interval spanOfLinks(const Vec& k, const Vec& p, const Vec& q) {
  const double along = dot(k, p) + dot(k, q);
  const double a = norm(acrossOf(k, p)), b = norm(acrossOf(k, q));
  return {hypotenuse(along, a - b), hypotenuse(along, a + b)};
}

// One ball of goals, of the tip of an idealised arm.
class EmptyReach {
 public:
  EmptyReach(const ArmClass& arm, const Frame6& goal, double position, double rotation, int cells)
      : arm_(arm), cells_(cells) {
    const SixAxis& ideal = arm.ideal;
    const auto& o = ideal.point;
    for (size_t i = 0; i < 5; ++i) p_[i] = o[i + 1] - o[i];
    r06_ = product(goal.rotation, transposed(ideal.tip.rotation));
    const Vec tool = ideal.tip.position - o[5];
    d_ = goal.position - o[0] - r06_ * tool;
    last_ = r06_ * h(6);
    rotation_ = rotation;
    lengths_ = ideal.length + norm(goal.position) + norm(o[0]) + norm(ideal.tip.position);
    rounding_ = kReachRounding * lengths_;
    ball_ = position + (chord(rotation) + kReachRounding) * norm(tool) + rounding_;
  }

  bool proven() {
    switch (arm_.kind) {
      case ArmKind::wristParallel:
        return wristParallel();
      case ArmKind::wristShoulder:
      case ArmKind::wristElbow:
      case ArmKind::wrist:
        return wrist();
      case ArmKind::parallelMeet:
        return parallelMeet();
      case ArmKind::planarMeet:
        return planarMeet();
      case ArmKind::parallel:
      case ArmKind::planarShifted:
        return false;  // Their two angles are those of a quartic.
    }
    return false;
  }

  // The conditions that failed.
  bool axis = false, far = false, near = false, other = false;

 private:
  const Vec& h(int i) const { return arm_.ideal.axis[static_cast<size_t>(i - 1)]; }
  const Vec& p(int i) const { return p_[static_cast<size_t>(i - 1)]; }

  // Without an angle of joint 1, d is too near to its axis, if the next axis is across it.
  void missesFirst(const Arcs& first) {
    if (first.count > 0) return;
    const bool across = std::abs(dot(h(1), h(2))) <= 1e-5;
    (across && arm_.kind != ArmKind::planarMeet ? axis : other) = true;
  }
  // True if two links cannot have a length of an interval within `room`.
  bool beyond(const Interval& links, const Interval& lengths, double room) {
    const bool tooFar = lengths.low - room > links.high, tooNear = lengths.high + room < links.low;
    far = far || tooFar;
    near = near || tooNear;
    return tooFar || tooNear;
  }

  // |R1^T d - p12| = |p23 + R3 p34|, where o2 is the point of axis 2 nearest to axis 1.
  bool wristParallel() {
    const double height = dot(h(2), p(1) + (p(2) + p(3)));
    const Arcs first = arcsAtHeight(h(2), -1.0 * h(1), d_, height, ball_);
    missesFirst(first);
    const Vec aside = acrossOf(h(1), h(2));
    const double shift = dot(p(1), aside) / dot(aside, aside);
    const Vec p12 = p(1) - shift * h(2), p23 = p(2) + shift * h(2);
    const Interval links = spanOfLinks(h(3), p23, p(3));
    for (int i = 0; i < first.count; ++i) {
      const Interval along = heightsOn(first.arc[i], d_, h(1), p12);
      const double squares = dot(d_, d_) + dot(p12, p12);
      const Interval lengths = rootOf(squares - 2 * along.high, squares - 2 * along.low,
                                      kReachRounding * lengths_ * lengths_);
      if (!beyond(links, lengths, ball_)) return false;
    }
    return true;
  }

  // |p12 + R2 x| = |d| and h1 . (p12 + R2 x) = h1 . d, for x = p23 + R3 p34, over arcs of q3.
  bool wrist() {
    const Interval links = spanOfLinks(h(3), p(2), p(3));
    if (beyond(links, {norm(d_), norm(d_)}, ball_ + norm(p(1)))) return true;
    constexpr int kParts = 8;
    for (int i = 0; i < kParts; ++i)
      if (!wristOn({(2 * i + 1) * kPiReach / kParts - kPiReach, kPiReach / kParts})) return false;
    other = true;
    return true;
  }
  bool wristOn(const Arc& q3) {
    if (--cells_ < 0) return false;
    const Vec x = p(2) + rotated(h(3), q3.middle, p(3));
    const double moved = norm(acrossOf(h(3), p(3))) * chord(q3.half), room = ball_ + moved;
    const double far = norm(d_);
    const double square = 0.5 * (dot(d_, d_) - dot(p(1), p(1)) - dot(x, x));
    const Arcs one =
        arcsAtHeight(p(1), h(2), x, square, room * (far + 0.5 * room) + rounding_ * lengths_);
    const Arcs two = arcsAtHeight(h(1), h(2), x, dot(h(1), d_) - dot(h(1), p(1)), room);
    bool common = false;
    for (int i = 0; i < one.count; ++i)
      for (int k = 0; k < two.count; ++k) common = common || overlap(one.arc[i], two.arc[k]);
    if (!common) return true;
    if (moved <= ball_) return false;
    const double half = 0.5 * q3.half;
    return wristOn({q3.middle - half, half}) && wristOn({q3.middle + half, half});
  }

  // For parallel axes k and an angle t before or after them, two conditions remain: v = d - R(k, s) e
  // is as long as two links across k can span, and axes 5 and 6 make their angle:
  // last . R(k, s) m = h5 . h6.
  struct AtAngle {
    Vec d, e, last, m;
  };

  bool parallelMeet() {
    const Vec back = -1.0 * h(1);
    const double height = dot(h(2), p(1) + (p(2) + (p(3) + p(4))));
    const Arcs first = arcsAtHeight(h(2), back, d_, height, ball_);
    const double lever = norm(acrossOf(h(1), d_)), turned = norm(acrossOf(h(1), last_));
    return overSum(first, h(2), p(2), p(3), lever, turned, [&](double t) {
      return AtAngle{rotated(back, t, d_) - p(1), p(4), rotated(back, t, last_), h(5)};
    });
  }
  bool planarMeet() {
    const double height = dot(h(1), d_ - (p(1) + (p(2) + p(3))));
    const Arcs first = arcsAtHeight(h(1), h(4), p(4), height, ball_);
    const double lever = norm(acrossOf(h(4), p(4))), turned = norm(acrossOf(h(4), h(5)));
    return overSum(first, h(1), p(1), p(2), lever, turned, [&](double t) {
      return AtAngle{d_, p(3) + rotated(h(4), t, p(4)), last_, rotated(h(4), t, h(5))};
    });
  }

  // lever, turned: by how much v and the directions change per chord of the angle.
  template <class At>
  bool overSum(const Arcs& first, const Vec& k, const Vec& one, const Vec& two, double lever,
               double turned, At at) {
    missesFirst(first);
    const double a = norm(acrossOf(k, one)), b = norm(acrossOf(k, two));
    const Interval links = {std::abs(a - b), a + b};
    for (int i = 0; i < first.count; ++i)
      if (!sumsOn(first.arc[i], k, links, lever, turned, at)) return false;
    return true;
  }
  template <class At>
  bool sumsOn(const Arc& t, const Vec& k, const Interval& links, double lever, double turned,
              At at) {
    if (--cells_ < 0) return false;
    const AtAngle now = at(t.middle);
    // By at most an angle of pi / 2 times its sine.
    const double moved = lever * chord(t.half);
    const double rotatedBy = std::min(t.half, 0.5 * kPiReach * turned * chord(t.half));
    const double off = rotation_ + rotatedBy + kReachRounding;
    const double between = arctangent2(norm(cross(h(5), h(6))), dot(h(5), h(6)));
    const double high = sineCosine(std::max(0.0, between - off)).cosine;
    const double low = sineCosine(std::min(kPiReach, between + off)).cosine;
    const Arcs sums =
        arcsAtHeight(now.last, k, now.m, 0.5 * (high + low), 0.5 * (high - low) + kReachRounding);
    other = other || sums.count == 0;
    bool all = true;
    for (int i = 0; all && i < sums.count; ++i) all = lengthsOn(sums.arc[i], k, links, moved, now);
    if (all) return true;
    if (std::max(moved, rotatedBy * lengths_) <= ball_) return false;
    const double half = 0.5 * t.half;
    return sumsOn({t.middle - half, half}, k, links, lever, turned, at) &&
           sumsOn({t.middle + half, half}, k, links, lever, turned, at);
  }
  bool lengthsOn(const Arc& s, const Vec& k, const Interval& links, double moved,
                 const AtAngle& now) {
    if (--cells_ < 0) return false;
    const Vec v = acrossOf(k, now.d - rotated(k, s.middle, now.e));
    const double bySum = norm(acrossOf(k, now.e)) * chord(s.half), length = norm(v);
    if (beyond(links, {length, length}, ball_ + moved + bySum)) return true;
    if (bySum <= std::max(ball_, moved)) return false;
    const double half = 0.5 * s.half;
    return lengthsOn({s.middle - half, half}, k, links, moved, now) &&
           lengthsOn({s.middle + half, half}, k, links, moved, now);
  }

  const ArmClass& arm_;
  int cells_;
  std::array<Vec, 5> p_;
  Rotation<double> r06_;
  Vec d_, last_;
  double rotation_, ball_, rounding_, lengths_;
};

}  // namespace

std::optional<OutOfReach> outsideClosedForm(const SixAxis& chain, const ArmClass& arm,
                                            const GoalBall& ball) {
  if (arm.kind == ArmKind::parallel || arm.kind == ArmKind::planarShifted) return {};
  Frame6 goal = ball.goal;
  const SixAxis real = arm.reversed ? chain.reversed() : chain;
  if (arm.reversed) {
    const Rotation<double> back = transposed(goal.rotation);
    goal = {back, -1.0 * (back * goal.position)};
  }
  // By how much poses of the chain and of its class differ: a rotation about an axis and one about
  // another differ by at most twice the chord between them.
  double angle = 0, distance = 0, beyond = 0;
  for (size_t i = 6; i-- > 0;) {
    beyond += norm((i < 5 ? real.point[i + 1] : real.tip.position) - real.point[i]);
    const double tilt = 2 * norm(arm.sign[i] * real.axis[i] - arm.ideal.axis[i]);
    const Vec shift = arm.ideal.point[i] - real.point[i];
    angle += tilt;
    distance += tilt * (beyond + norm(shift)) + 2 * norm(cross(real.axis[i], shift));
  }
  const auto reach = [&](double position, double rotation, int cells) {
    const double moved = arm.reversed ? norm(goal.position) * chord(rotation) : 0;
    return EmptyReach(arm, goal, position + moved + distance, rotation + angle, cells);
  };

  if (!reach(ball.position, ball.rotation, kFirstCells).proven()) return {};
  const double most = 4 * (chain.length + norm(goal.position) + norm(chain.point[0]));
  const bool anywhere = reach(most, ball.rotation, kNextCells).proven();
  const auto proven = [&](double x) {
    return anywhere ? reach(ball.position, x, kNextCells).proven()
                    : reach(x, ball.rotation, kNextCells).proven();
  };
  // The largest error that is proven.
  double low = anywhere ? ball.rotation : ball.position, step = 1e-9 * (anywhere ? 1 : most);
  const double limit = anywhere ? kPiReach : most;
  while (low + step < limit && proven(low + step)) low += step, step *= 2;
  for (int i = 0; i < 12; ++i) {
    step *= 0.5;
    if (proven(low + step)) low += step;
  }
  OutOfReach found;
  found.method = OutOfReach::Method::closedForm;
  found.missing = low;
  // The condition that decides is the one that fails at this error.
  EmptyReach last =
      anywhere ? reach(ball.position, low, kFirstCells) : reach(low, ball.rotation, kFirstCells);
  last.proven();
  const int causes = last.axis + last.far + last.near + last.other;
  if (anywhere) {
    found.cause = OutOfReach::Cause::rotation;
  } else if (causes == 1 && !last.other) {
    const auto from = [&](int i) { return arm.reversed ? 6 - i : i; };
    const int one = arm.kind == ArmKind::planarMeet ? 1 : 2;
    found.cause = last.axis  ? OutOfReach::Cause::besideAxis
                  : last.far ? OutOfReach::Cause::tooFar
                             : OutOfReach::Cause::tooNear;
    if (last.axis)
      found.axis = arm.reversed ? 6 : 1;
    else
      found.links = {std::min(from(one), from(one + 1)), std::max(from(one), from(one + 1))};
  }
  return found;
}

}  // namespace iklab::detail
