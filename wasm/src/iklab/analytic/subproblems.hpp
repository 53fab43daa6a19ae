// Angles of one and of two axes in closed form: the subproblems to which the inverse kinematics of
// six revolute axes reduces.
//
//   1  R(k, t) p = q
//   2  R(k1, t1) p1 = R(k2, t2) p2
//   3  |R(k, t) p1 - p2| = d
//   4  h . R(k, t) p = d
//   5  p0 + R(k1, t1) p1 = R(k2, t2) (p2 + R(k3, t3) p3)
//   6  h1 . R(k1, t1) p1 + h2 . R(k2, t2) p2 = d1,  h3 . R(k1, t1) p3 + h4 . R(k2, t2) p4 = d2
//
// R(k, t): rotation by t radians about the unit vector k. Paden 1986 (1 to 3); Elias & Wen 2025 (4 to
// 6). All are intersections of a line, or of a conic, with the unit circle of (cos t, sin t).
// Lengths are in metres. Nothing allocates, and every build has the same bits.
#pragma once

#include "iklab/math/three.hpp"
#include "iklab/math/trigonometry.hpp"

namespace iklab::detail {

using Vec = Three<double>;

// R(k, t) v
inline Vec rotated(const Vec& k, const SineCosine& t, const Vec& v) {
  return t.cosine * v + (t.sine * cross(k, v) + (dot(k, v) * (1 - t.cosine)) * k);
}
inline Vec rotated(const Vec& k, double angle, const Vec& v) {
  return rotated(k, sineCosine(angle), v);
}

// Angles in (-pi, pi]. If `any`, all angles are solutions within rounding and none is listed; if
// `weak`, all are within about 1e-7 of the terms.
struct Angles {
  int count = 0;
  bool any = false, weak = false;
  double angle[2] = {};
};

// An equation that misses a solution by at most this share of its terms counts as touching it: the
// double root is listed on both sides, because rounding or an idealised axis may have moved the
// equation past it. The polish decides.
struct Slack {
  double share = 1e-9;
};

// a cos t + b sin t = c. scale: the magnitude of the terms that a, b and c were summed from.
Angles circleAngles(double a, double b, double c, double scale, Slack slack);

// Subproblem 1, least squares: the angle that brings p nearest to q. `any` if p or q lies on the
// axis.
Angles angleTo(const Vec& k, const Vec& p, const Vec& q);
// Subproblem 3.
Angles anglesAtDistance(const Vec& k, const Vec& p1, const Vec& p2, double squareDistance,
                        Slack slack);
// Subproblem 4.
Angles anglesAtHeight(const Vec& h, const Vec& k, const Vec& p, double d, Slack slack);
// Subproblem 4 for d = h . q, where h, p and q have unit length: also accurate where q is almost
// along h, as in a stretched wrist.
Angles anglesAtHeightOf(const Vec& h, const Vec& k, const Vec& p, const Vec& q, Slack slack);

struct AnglePair {
  double first, second;
};
struct AnglePairs {
  static constexpr int kMost = 16;  // 4 solutions; double roots are listed on both sides.
  int count = 0;
  bool firstAny = false, secondAny = false;    // This angle is undetermined, and listed as 0.
  bool firstWeak = false, secondWeak = false;  // As in Angles, or undetermined.
  AnglePair pair[kMost] = {};
  void add(double first, double second) {
    if (count < kMost) pair[count++] = {first, second};
  }
};

// Subproblem 2.
AnglePairs anglesToMeet(const Vec& k1, const Vec& p1, const Vec& k2, const Vec& p2, Slack slack);

// One row of subproblem 6: a cos t1 + b sin t1 + c cos t2 + d sin t2 = e.
struct TwoAngleRow {
  double a = 0, b = 0, c = 0, d = 0, e = 0;
  // Adds h . R(k, t1) p or h . R(k, t2) p to the left side.
  void addFirst(const Vec& h, const Vec& k, const Vec& p);
  void addSecond(const Vec& h, const Vec& k, const Vec& p);
};
// Subproblem 6.
AnglePairs anglesOfTwo(const TwoAngleRow& one, const TwoAngleRow& two, Slack slack);
// Subproblem 5 for t1 and t3; t2 follows from `angleTo`.
AnglePairs outerAngles(const Vec& p0, const Vec& k1, const Vec& p1, const Vec& k2, const Vec& p2,
                       const Vec& k3, const Vec& p3, Slack slack);

// The real roots in [-1, 1] of c[0] + c[1] x + ... + c[4] x^4. Extrema whose value is below slack
// times the sum of |c| count as double roots and are listed on both sides. At most 12.
int quarticRoots(const double (&c)[5], Slack slack, double (&roots)[12]);

}  // namespace iklab::detail
