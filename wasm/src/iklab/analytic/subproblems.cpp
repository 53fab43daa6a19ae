#include "iklab/analytic/subproblems.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

// Below this share of its terms, a coefficient is rounding.
constexpr double kTermRounding = 1e-13;
// Below this share, it may be the rounding of a file.
constexpr double kFileRounding = 1e-7;
// Below this ratio of determinant to squared norm, a 2 x 2 matrix has rank 1.
constexpr double kRankOneShare = 1e-11;

constexpr double kHalfTurn = 3.141592653589793;

double wrapped(double angle) {
  if (angle > kHalfTurn) return angle - 2 * kHalfTurn;
  return angle <= -kHalfTurn ? angle + 2 * kHalfTurn : angle;
}

// Horner, for degree n.
double valueOf(const double* c, int n, double x) {
  double sum = c[n];
  for (int i = n - 1; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

// The root between a and b, where the polynomial has opposite signs: Newton's method, with
// bisection wherever it leaves the bracket or does not halve it.
double bracketedRoot(const double* c, const double* slope, int n, double a, double b, double fa) {
  double low = fa < 0 ? a : b, high = fa < 0 ? b : a;
  double x = 0.5 * (a + b), step = std::abs(b - a), before = step;
  for (int i = 0; i < 80; ++i) {
    const double f = valueOf(c, n, x), df = valueOf(slope, n - 1, x);
    if (f == 0) return x;
    (f < 0 ? low : high) = x;
    const double newton = df != 0 ? x - f / df : low;
    const bool inside = (newton - low) * (newton - high) < 0;
    double next = newton;
    if (!inside || std::abs(newton - x) > 0.5 * before) next = 0.5 * (low + high);
    before = step;
    step = std::abs(next - x);
    if (next == x || step <= 1e-16) return next;
    x = next;
  }
  return x;
}

struct Roots {
  int count = 0;
  double root[12] = {};
  void add(double x) {
    if (count < 12 && x >= -1 && x <= 1) root[count++] = x;
  }
};

// The roots in [-1, 1] of a polynomial of degree n, ascending, from those of its derivative.
Roots rootsWithin(const double* c, int n, double slack) {
  Roots found;
  if (n < 1) return found;
  if (n == 1) {
    if (c[1] != 0) found.add(-c[0] / c[1]);
    return found;
  }
  double slope[4] = {}, curve[3] = {};
  for (int i = 1; i <= n; ++i) slope[i - 1] = i * c[i];
  for (int i = 1; i < n; ++i) curve[i - 1] = i * slope[i];
  const Roots extrema = rootsWithin(slope, n - 1, 0);
  double from = -1, fFrom = valueOf(c, n, -1);
  if (fFrom == 0) found.add(-1);
  for (int i = 0; i <= extrema.count; ++i) {
    const bool last = i == extrema.count;
    const double to = last ? 1 : extrema.root[i], fTo = valueOf(c, n, to);
    if (fFrom != 0 && fTo != 0 && (fFrom < 0) != (fTo < 0))
      found.add(bracketedRoot(c, slope, n, from, to, fFrom));
    if (!last && slack > 0 && std::abs(fTo) <= slack) {
      const double bend = std::abs(valueOf(curve, n - 2, to));
      const double aside = bend > 0 ? std::min(0.1, std::sqrt(2 * std::abs(fTo) / bend)) : 0;
      found.add(to - aside);
      if (aside > 0) found.add(to + aside);
    } else if (fTo == 0) {
      found.add(to);
    }
    from = to, fFrom = fTo;
  }
  return found;
}

}  // namespace

int quarticRoots(const double (&c)[5], Slack slack, double (&roots)[12]) {
  double sum = 0;
  for (double each : c) sum += std::abs(each);
  if (sum == 0) return 0;
  const Roots found = rootsWithin(c, 4, std::max(slack.share, kTermRounding) * sum);
  std::copy(found.root, found.root + found.count, roots);
  return found.count;
}

Angles circleAngles(double a, double b, double c, double scale, Slack slack) {
  const double radius = std::sqrt(a * a + b * b);
  const double tolerated = slack.share * scale;
  if (radius <= kTermRounding * scale) return {0, std::abs(c) <= tolerated, true};
  const bool weak = std::max(radius, std::abs(c)) <= kFileRounding * scale;
  const double middle = arctangent2(b, a);
  const double excess = std::abs(c) - radius;
  if (excess > tolerated) return {};
  const double x = std::clamp(c / radius, -1.0, 1.0);
  double aside = arctangent2(std::sqrt((1 - x) * (1 + x)), x);
  if (excess > 0) {  // Both sides of the double root.
    const double beyond = std::sqrt(2 * excess / radius);
    aside = c > 0 ? beyond : kHalfTurn - beyond;
  }
  return {2, false, weak, {wrapped(middle + aside), wrapped(middle - aside)}};
}

namespace {

// a . b - (a . k) (b . k), without cancellation where a or b is almost along k.
double dotAcross(const Vec& k, const Vec& a, const Vec& b) { return dot(cross(k, a), cross(k, b)); }

}  // namespace

Angles angleTo(const Vec& k, const Vec& p, const Vec& q) {
  const double pp = dotAcross(k, p, p), qq = dotAcross(k, q, q);
  const auto onAxis = [&](double share) {
    return pp <= share * share * dot(p, p) || qq <= share * share * dot(q, q);
  };
  if (onAxis(kTermRounding)) return {0, true, true};
  return {1, false, onAxis(kFileRounding), {arctangent2(dot(k, cross(p, q)), dotAcross(k, p, q))}};
}

Angles anglesAtDistance(const Vec& k, const Vec& p1, const Vec& p2, double squareDistance,
                        Slack slack) {
  const double d = 0.5 * (dot(p1, p1) + dot(p2, p2) - squareDistance);
  return circleAngles(dotAcross(k, p2, p1), dot(p2, cross(k, p1)), d - dot(p2, k) * dot(k, p1),
                      dot(p1, p1) + dot(p2, p2) + squareDistance, slack);
}

Angles anglesAtHeight(const Vec& h, const Vec& k, const Vec& p, double d, Slack slack) {
  return circleAngles(dotAcross(k, h, p), dot(h, cross(k, p)), d - dot(h, k) * dot(k, p),
                      norm(h) * norm(p) + std::abs(d), slack);
}

Angles anglesAtHeightOf(const Vec& h, const Vec& k, const Vec& p, const Vec& q, Slack slack) {
  // The rotated p is d h + u e2 + v e3, where e2 is k across h, and e3 = h x e2.
  const double c = dot(h, k), s2 = 1 - c * c, d = dot(h, q);
  if (s2 <= kTermRounding) return anglesAtHeight(h, k, p, d, slack);
  const double s = std::sqrt(s2), u = (dot(k, p) - c * d) / s;
  const Vec across = cross(h, q);
  const double square = dot(across, across) - u * u;
  if (square < -slack.share) return {};
  const double v = std::sqrt(std::abs(square));
  const Vec e2 = (1 / s) * (k - c * h), in = d * h + u * e2, out = v * cross(h, e2);
  const Angles one = angleTo(k, p, in + out), other = angleTo(k, p, in - out);
  if (one.any || other.any) return {0, true, true};
  return {2, false, one.weak || other.weak, {one.angle[0], other.angle[0]}};
}

AnglePairs anglesToMeet(const Vec& k1, const Vec& p1, const Vec& k2, const Vec& p2, Slack slack) {
  // The common vector z = alpha k1 + beta k2 +- gamma k1 x k2.
  AnglePairs found;
  const double c = dot(k1, k2), a1 = dot(k1, p1), a2 = dot(k2, p2);
  const Vec across = cross(k1, k2);
  const double s2 = dot(across, across);
  const double square = 0.5 * (dot(p1, p1) + dot(p2, p2));
  if (s2 <= kTermRounding) return found;
  const double alpha = (a1 - c * a2) / s2, beta = (a2 - c * a1) / s2;
  const double height = (square - (alpha * alpha + (beta * beta + 2 * alpha * beta * c)));
  if (height < -slack.share * square) return found;
  const double gamma = std::sqrt(std::abs(height) / s2);
  for (const double side : {gamma, -gamma}) {
    const Vec z = alpha * k1 + (beta * k2 + side * across);
    const Angles first = angleTo(k1, p1, z), second = angleTo(k2, p2, z);
    found.firstAny = found.firstAny || first.any;
    found.secondAny = found.secondAny || second.any;
    found.firstWeak = found.firstWeak || first.weak;
    found.secondWeak = found.secondWeak || second.weak;
    found.add(first.angle[0], second.angle[0]);
  }
  return found;
}

void TwoAngleRow::addFirst(const Vec& h, const Vec& k, const Vec& p) {
  a += dotAcross(k, h, p);
  b += dot(h, cross(k, p));
  e -= dot(h, k) * dot(k, p);
}

void TwoAngleRow::addSecond(const Vec& h, const Vec& k, const Vec& p) {
  c += dotAcross(k, h, p);
  d += dot(h, cross(k, p));
  e -= dot(h, k) * dot(k, p);
}

namespace {

TwoAngleRow swappedAngles(const TwoAngleRow& r) { return {r.c, r.d, r.a, r.b, r.e}; }

// The share of rank 2 in the coefficients of the second angle, 0 to 0.5.
double secondRank(const TwoAngleRow& one, const TwoAngleRow& two) {
  const double square = one.c * one.c + one.d * one.d + two.c * two.c + two.d * two.d;
  return square > 0 ? std::abs(one.c * two.d - one.d * two.c) / square : 0;
}

TwoAngleRow scaledToOne(const TwoAngleRow& r) {
  const double size = std::abs(r.a) + std::abs(r.b) + std::abs(r.c) + std::abs(r.d) + std::abs(r.e);
  if (size == 0) return r;
  return {r.a / size, r.b / size, r.c / size, r.d / size, r.e / size};
}

TwoAngleRow combined(double s, const TwoAngleRow& one, double t, const TwoAngleRow& two) {
  return {s * one.a + t * two.a, s * one.b + t * two.b, s * one.c + t * two.c,
          s * one.d + t * two.d, s * one.e + t * two.e};
}

// (cos t2, sin t2) is an affine function of (cos t1, sin t1), and lies on the unit circle: a quartic
// in tan(t1 / 2), or in its inverse where that is above 1.
void eliminateSecond(const TwoAngleRow& one, const TwoAngleRow& two, bool swap, Slack slack,
                     AnglePairs& found) {
  const double det = one.c * two.d - one.d * two.c;
  const auto solved = [&](double x, double y, double& cosine, double& sine) {
    cosine = (x * two.d - one.d * y) / det;
    sine = (one.c * y - x * two.c) / det;
  };
  double f0, f1, a0, a1, b0, b1;
  solved(one.e, two.e, f0, f1);
  solved(-one.a, -two.a, a0, a1);
  solved(-one.b, -two.b, b0, b1);
  const double aa = a0 * a0 + a1 * a1, ab = a0 * b0 + a1 * b1, bb = b0 * b0 + b1 * b1;
  const double fa = a0 * f0 + a1 * f1, fb = b0 * f0 + b1 * f1, ff = f0 * f0 + f1 * f1 - 1;
  // Without the first angle in the rows, it is free if the second fits.
  const double size = f0 * f0 + f1 * f1 + 1;
  if (aa + bb <= kTermRounding * kTermRounding * size) {
    if (std::abs(ff) > slack.share * size) return;
    (swap ? found.secondAny : found.firstAny) = true;
    const double only = arctangent2(f1, f0);
    if (swap)
      found.add(only, 0);
    else
      found.add(0, only);
    return;
  }
  const double low[5] = {aa + 2 * fa + ff, 4 * (ab + fb), 4 * bb - 2 * aa + 2 * ff, 4 * (fb - ab),
                         aa - 2 * fa + ff};
  const double high[5] = {low[4], low[3], low[2], low[1], low[0]};
  for (const bool inverse : {false, true}) {
    double roots[12];
    const int count = quarticRoots(inverse ? high : low, slack, roots);
    for (int i = 0; i < count; ++i) {
      const double x = roots[i];
      const double t1 =
          inverse ? 2 * arctangent2(x < 0 ? -1 : 1, std::abs(x)) : 2 * arctangent2(x, 1);
      const SineCosine turn = sineCosine(t1);
      const double t2 = arctangent2(f1 + (a1 * turn.cosine + b1 * turn.sine),
                                    f0 + (a0 * turn.cosine + b0 * turn.sine));
      if (swap)
        found.add(t2, t1);
      else
        found.add(t1, t2);
    }
  }
}

// Both angles have rank 1: one combination of the rows contains the first angle alone.
void oneAfterTheOther(const TwoAngleRow& one, const TwoAngleRow& two, Slack slack,
                      AnglePairs& found) {
  const bool byC = std::abs(one.c) + std::abs(two.c) >= std::abs(one.d) + std::abs(two.d);
  const double s = byC ? two.c : two.d, t = byC ? -one.c : -one.d;
  const bool none = s == 0 && t == 0;
  const TwoAngleRow first = none ? one : combined(s, one, t, two);
  const TwoAngleRow second = none ? two : combined(-t, one, s, two);
  Angles outer = circleAngles(first.a, first.b, first.e, 1, slack);
  if (outer.any) outer.count = 1, found.firstAny = true;
  for (int i = 0; i < outer.count; ++i) {
    const SineCosine turn = sineCosine(outer.angle[i]);
    Angles inner = circleAngles(
        second.c, second.d, second.e - (second.a * turn.cosine + second.b * turn.sine), 1, slack);
    if (inner.any) inner.count = 1, found.secondAny = true;
    for (int k = 0; k < inner.count; ++k) found.add(outer.angle[i], inner.angle[k]);
  }
}

}  // namespace

AnglePairs anglesOfTwo(const TwoAngleRow& first, const TwoAngleRow& second, Slack slack) {
  AnglePairs found;
  const TwoAngleRow one = scaledToOne(first), two = scaledToOne(second);
  const TwoAngleRow swappedOne = swappedAngles(one), swappedTwo = swappedAngles(two);
  const double ofSecond = secondRank(one, two), ofFirst = secondRank(swappedOne, swappedTwo);
  if (std::max(ofFirst, ofSecond) < kRankOneShare)
    oneAfterTheOther(one, two, slack, found);
  else if (ofSecond >= ofFirst)
    eliminateSecond(one, two, false, slack, found);
  else
    eliminateSecond(swappedOne, swappedTwo, true, slack, found);
  return found;
}

AnglePairs outerAngles(const Vec& p0, const Vec& k1, const Vec& p1, const Vec& k2, const Vec& p2,
                       const Vec& k3, const Vec& p3, Slack slack) {
  // Both sides have the same component along k2, and the same length.
  const Vec back = -1.0 * k2, p2Back = -1.0 * p2;
  TwoAngleRow along, length;
  along.e = dot(k2, p2) - dot(k2, p0);
  along.addFirst(k2, k1, p1);
  along.addSecond(back, k3, p3);
  length.e = 0.5 * ((dot(p2, p2) + dot(p3, p3)) - (dot(p0, p0) + dot(p1, p1)));
  length.addFirst(p0, k1, p1);
  length.addSecond(p2Back, k3, p3);
  return anglesOfTwo(along, length, slack);
}

}  // namespace iklab::detail
