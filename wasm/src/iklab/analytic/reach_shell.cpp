#include "iklab/analytic/reach_shell.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/arctangent.hpp"

namespace iklab::detail {
namespace {

constexpr double kShellRounding = 64 * 2.220446049250313e-16;  // Per link.
constexpr int kSweeps = 12;

using Points = std::vector<Vec>;

// Shortest and longest length of a link.
struct LinkSpan {
  double least, most;
};

// The length of v + s1 a1 + s2 a2 + ...
LinkSpan spanOf(const Vec& v, const std::vector<Slide>& slides, const std::optional<Plane>& plane) {
  const auto flat = [&](const Vec& x) {
    return plane ? x - dot(x, plane->normal) * plane->normal : x;
  };
  const Vec base = flat(v);
  if (slides.empty()) return {norm(base), norm(base)};
  const auto at = [&](const Vec& axis, double s) { return norm(base + s * axis); };
  if (slides.size() == 1) {
    const Slide& one = slides[0];
    const Vec axis = flat(one.axis);
    const double square = dot(axis, axis);
    if (square == 0) return {norm(base), norm(base)};
    if (square < 1e-100) return {0, kInfinity};
    const double nearest = at(axis, std::clamp(-dot(base, axis) / square, one.low, one.high));
    const auto end = [&](double s) { return std::isfinite(s) ? at(axis, s) : kInfinity; };
    return {nearest, std::max(end(one.low), end(one.high))};
  }
  Vec middle = base;
  double half = 0;
  for (const Slide& each : slides) {
    const Vec axis = flat(each.axis);
    if (dot(axis, axis) == 0) continue;
    if (!std::isfinite(each.low) || !std::isfinite(each.high)) return {0, kInfinity};
    middle = middle + (0.5 * (each.low + each.high)) * axis;
    half += 0.5 * (each.high - each.low) * norm(axis);
  }
  return {std::max(0.0, norm(middle) - half), norm(middle) + half};
}

// Chooses points on the axes.
class AxisPoints {
 public:
  AxisPoints(const ZeroChain& chain, bool oriented) : chain_(chain), oriented_(oriented) {}

  // Shortens the links: each point in turn to the place between its neighbours where the sum of the
  // distances is least.
  Points shortened(Points points) const {
    const size_t n = points.size();
    for (int sweep = 0; sweep < kSweeps; ++sweep)
      for (size_t i = 0; i < n; ++i) {
        const Vec* before = i > 0 ? &points[i - 1] : nullptr;
        const Vec* after = i + 1 < n ? &points[i + 1] : oriented_ ? nullptr : &chain_.tip.position;
        if (before && after)
          points[i] = between(i, *before, *after);
        else if (before || after)
          points[i] = foot(i, before ? *before : *after);
      }
    return points;
  }
  // On the common normals of neighbouring axes.
  Points onNormals() const {
    Points points = chain_.points();
    for (size_t i = 0; i + 1 < points.size(); ++i) {
      const Hinge &a = chain_.hinges[i], &b = chain_.hinges[i + 1];
      const Vec across = cross(a.axis, b.axis);
      const double square = dot(across, across);
      if (square <= 1e-12) continue;
      const Vec way = b.point - a.point;
      points[i] = a.point + (dot(cross(way, b.axis), across) / square) * a.axis;
      points[i + 1] = b.point + (dot(cross(way, a.axis), across) / square) * b.axis;
    }
    return points;
  }

 private:
  Vec foot(size_t i, const Vec& x) const {
    const Hinge& h = chain_.hinges[i];
    return h.point + dot(x - h.point, h.axis) * h.axis;
  }
  // By the law of reflection.
  Vec between(size_t i, const Vec& a, const Vec& b) const {
    const Vec atA = foot(i, a), atB = foot(i, b);
    const double ra = norm(a - atA), rb = norm(b - atB);
    if (!(ra + rb > 0)) return atA;
    return atA + (ra / (ra + rb)) * (atB - atA);
  }

  const ZeroChain& chain_;
  bool oriented_;
};

struct ShellMiss {
  double missing = 0;  // In the plane, if there is one.
  bool far = false;
};

ShellMiss missFrom(const Points& points, const ZeroChain& chain, const GoalBall& ball,
                   const std::optional<Plane>& plane) {
  const size_t n = points.size();
  const bool known = ball.oriented && n > 0;  // The last axis.
  const Vec start = n > 0 ? points[0] : chain.tip.position;
  Vec end = ball.goal.position, lever = {};
  if (known) {
    lever = points[n - 1] - chain.tip.position;
    end = end + ball.goal.rotation * (transposed(chain.tip.rotation) * lever);
  }
  Vec way = end - start;
  if (plane) way = way - dot(way, plane->normal) * plane->normal;
  const double far = norm(way);
  double most = 0;
  std::vector<LinkSpan> spans;
  for (size_t i = 0; i <= n; ++i) {
    const Vec link = i == n && known ? Vec{} : chain.link(i, points);
    spans.push_back(spanOf(link, chain.slides[i], plane));
    most += spans.back().most;
  }
  // The longest link, with all others folded back along it.
  double least = 0;
  for (size_t i = 0; i <= n; ++i) {
    double others = 0;
    for (size_t k = 0; k <= n; ++k) others += k == i ? 0 : spans[k].most;
    least = std::max(least, spans[i].least - others);
  }
  const double moved = norm(lever) * chord(ball.rotation);
  return {std::max(far - most, least - far) - moved, far - most > least - far};
}

// Metres from the goal to the heights over the plane that the tip can have.
double missOfHeight(const ZeroChain& chain, const Plane& plane, const Vec& goal) {
  double low = 0, high = 0;
  for (const auto& group : chain.slides)
    for (const Slide& each : group) {
      const double rise = dot(each.axis, plane.normal);
      if (rise == 0) continue;
      const auto [least, most] = std::minmax({rise * each.low, rise * each.high});
      low += least, high += most;
    }
  const double height = dot(goal - chain.tip.position, plane.normal);
  return std::max({0.0, height - high, low - height});
}

}  // namespace

std::optional<OutOfReach> outsideShell(const ZeroChain& chain, const GoalBall& ball) {
  const std::optional<Plane> plane = planeOf(chain);
  const double rounding = kShellRounding * static_cast<double>(chain.slides.size() + 4) *
                          (chain.scale + norm(ball.goal.position));
  OutOfReach found;
  found.method = OutOfReach::Method::shell;

  if (plane && ball.oriented) {
    const Vec tool = transposed(chain.tip.rotation) * plane->normal;
    const Vec tilted = ball.goal.rotation * tool;
    const double tilt = arctangent2(norm(cross(tilted, plane->normal)), dot(tilted, plane->normal));
    found.missing = tilt - plane->angle - 1e-14;
    found.cause = OutOfReach::Cause::tilted;
    if (found.missing > ball.rotation) return found;
  }

  ShellMiss best{-kInfinity, false};
  const auto consider = [&](const Points& points) {
    const ShellMiss now = missFrom(points, chain, ball, plane);
    if (now.missing > best.missing) best = now;
  };
  const Points given = chain.points();
  consider(given);
  if (!plane && !given.empty()) {
    const AxisPoints choice(chain, ball.oriented);
    consider(choice.shortened(given));
    const Points normals = choice.onNormals();
    consider(normals);
    consider(choice.shortened(normals));
  }
  const double beside = plane ? missOfHeight(chain, *plane, ball.goal.position) : 0;
  const double within = std::max(0.0, best.missing);
  found.missing = hypotenuse(beside, within) - rounding - (plane ? plane->distance : 0);
  found.cause = beside > within ? OutOfReach::Cause::offPlane
                : best.far      ? OutOfReach::Cause::tooFar
                                : OutOfReach::Cause::tooNear;
  if (found.missing > ball.position) return found;
  return {};
}

}  // namespace iklab::detail
