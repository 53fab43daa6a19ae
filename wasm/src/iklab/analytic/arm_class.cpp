#include "iklab/analytic/arm_class.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "iklab/math/concatenate.hpp"

namespace iklab::detail {
namespace {

// Files state angles such as pi / 2 to 10 digits, and offsets to 5.
constexpr double kParallelAngle = 1e-5;  // Radians.
constexpr double kMeetShare = 1e-5;      // Share of the chain's length.

constexpr double kDegreesInRadian = 57.29577951308232;

using Axes = std::array<Vec, 6>;

double sineBetween(const Vec& a, const Vec& b) { return norm(cross(a, b)); }

// The point nearest to both lines, in the middle between them; they must not be parallel.
struct Nearest {
  Vec point;
  double distance;
};
Nearest nearestPoint(const Vec& h1, const Vec& o1, const Vec& h2, const Vec& o2) {
  const Vec between = o2 - o1;
  const double c = dot(h1, h2), a = dot(h1, between), b = dot(h2, between);
  const double s2 = 1 - c * c;
  const Vec one = o1 + ((a - c * b) / s2) * h1, two = o2 + ((c * a - b) / s2) * h2;
  return {0.5 * (one + two), norm(two - one)};
}

double distanceToLine(const Vec& h, const Vec& o, const Vec& p) { return norm(cross(h, p - o)); }

// Tests conditions on the axes of a chain (numbered from 1 as in the papers), and remembers the
// largest deviation that it accepted.
class Conditions {
 public:
  explicit Conditions(const SixAxis& chain) : chain_(chain), ideal_(chain) { sign_.fill(1); }

  bool parallel(int a, int b) {
    const double sine = sineBetween(axis(a), axis(b));
    if (sine > kParallelAngle) return false;
    removed_ = std::max(removed_, sine);
    const double sign = dot(axis(a), axis(b)) < 0 ? -1 : 1;
    sign_[at(b)] = sign * sign_[at(a)];
    ideal_.axis[at(b)] = ideal_.axis[at(a)];
    return true;
  }
  bool skew(int a, int b) const { return sineBetween(axis(a), axis(b)) > kParallelAngle; }
  // Axes a and b, which are not parallel, share a point; it becomes o_a and o_b.
  bool meet(int a, int b) {
    if (!skew(a, b)) return false;
    const Nearest nearest = nearestPoint(axis(a), point(a), axis(b), point(b));
    if (nearest.distance > kMeetShare * chain_.length) return false;
    removed_ = std::max(removed_, nearest.distance / chain_.length);
    ideal_.point[at(a)] = ideal_.point[at(b)] = nearest.point;
    return true;
  }
  // Axes a, a + 1 and a + 2 share a point, and neighbours are not parallel.
  bool meetAll(int a) {
    if (!skew(a + 1, a + 2) || !meet(a, a + 1)) return false;
    const Vec shared = ideal_.point[at(a)];
    const double distance = distanceToLine(axis(a + 2), point(a + 2), shared);
    if (distance > kMeetShare * chain_.length) return false;
    removed_ = std::max(removed_, distance / chain_.length);
    ideal_.point[at(a + 2)] = shared;
    return true;
  }
  ArmClass result(ArmKind kind, bool reversed) const {
    return {kind, reversed, ideal_, sign_, removed_};
  }

 private:
  static size_t at(int number) { return static_cast<size_t>(number - 1); }
  const Vec& axis(int a) const { return chain_.axis[at(a)]; }
  const Vec& point(int a) const { return chain_.point[at(a)]; }

  const SixAxis& chain_;
  SixAxis ideal_;
  Six sign_;
  double removed_ = 0;
};

// The joints of the class can move the tip in all six directions in most poses.
bool satisfies(Conditions& c, ArmKind kind) {
  switch (kind) {
    case ArmKind::wristParallel:
      return c.meetAll(4) && c.parallel(2, 3) && c.skew(1, 2);
    case ArmKind::parallelMeet:
      return c.parallel(2, 3) && c.parallel(2, 4) && c.skew(1, 2) && c.skew(4, 5) && c.meet(5, 6);
    case ArmKind::wristShoulder:
      return c.meetAll(4) && c.meet(1, 2);
    case ArmKind::wristElbow:
      return c.meetAll(4) && c.meet(2, 3);
    case ArmKind::wrist:
      return c.meetAll(4) && (c.skew(1, 2) || c.skew(2, 3));
    case ArmKind::parallel:
      return c.parallel(2, 3) && c.parallel(2, 4) && c.skew(1, 2) && c.skew(4, 5) && c.skew(5, 6);
    case ArmKind::planarMeet:
      return c.parallel(1, 2) && c.parallel(1, 3) && c.skew(3, 4) && c.skew(4, 5) && c.meet(5, 6);
    case ArmKind::planarShifted:
      return c.parallel(1, 2) && c.parallel(1, 3) && c.skew(3, 4) && c.meet(4, 5) && c.skew(5, 6);
  }
  return false;
}

std::string_view words(ArmKind kind, bool reversed) {
  switch (kind) {
    case ArmKind::wristParallel:
      return reversed ? "axes 1, 2, 3 meet; axes 4, 5 are parallel"
                      : "axes 4, 5, 6 meet; axes 2, 3 are parallel";
    case ArmKind::parallelMeet:
      return reversed ? "axes 3, 4, 5 are parallel; axes 1, 2 meet"
                      : "axes 2, 3, 4 are parallel; axes 5, 6 meet";
    case ArmKind::wristShoulder:
      return reversed ? "axes 1, 2, 3 meet; axes 5, 6 meet" : "axes 4, 5, 6 meet; axes 1, 2 meet";
    case ArmKind::wristElbow:
      return reversed ? "axes 1, 2, 3 meet; axes 4, 5 meet" : "axes 4, 5, 6 meet; axes 2, 3 meet";
    case ArmKind::wrist:
      return reversed ? "axes 1, 2, 3 meet" : "axes 4, 5, 6 meet";
    case ArmKind::parallel:
      return reversed ? "axes 3, 4, 5 are parallel" : "axes 2, 3, 4 are parallel";
    case ArmKind::planarMeet:
      return reversed ? "axes 4, 5, 6 are parallel; axes 1, 2 meet"
                      : "axes 1, 2, 3 are parallel; axes 5, 6 meet";
    case ArmKind::planarShifted:
      return reversed ? "axes 4, 5, 6 are parallel; axes 2, 3 meet"
                      : "axes 1, 2, 3 are parallel; axes 4, 5 meet";
  }
  return {};
}

// The least distance (metres) by which three neighbouring axes miss a common point.
double missOfThree(const SixAxis& chain, size_t a) {
  double least = kInfinity;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = a + (i + 1) % 3, k = a + (i + 2) % 3, one = a + i;
    if (sineBetween(chain.axis[one], chain.axis[j]) <= kParallelAngle) continue;
    const Nearest nearest =
        nearestPoint(chain.axis[one], chain.point[one], chain.axis[j], chain.point[j]);
    least = std::min(least, std::max(nearest.distance,
                                     distanceToLine(chain.axis[k], chain.point[k], nearest.point)));
  }
  return least;
}

double angleOfThree(const SixAxis& chain, size_t a) {
  return std::asin(std::min(1.0, std::max(sineBetween(chain.axis[a], chain.axis[a + 1]),
                                          sineBetween(chain.axis[a], chain.axis[a + 2]))));
}

std::string axesFrom(size_t a) {
  return concatenate(
      {"axes ", std::to_string(a + 1), ", ", std::to_string(a + 2), ", ", std::to_string(a + 3)});
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

std::string ArmClass::text() const { return std::string(words(kind, reversed)); }

std::optional<ArmClass> classOf(const SixAxis& chain) {
  const SixAxis back = chain.reversed();
  for (const ArmKind kind :
       {ArmKind::wristParallel, ArmKind::parallelMeet, ArmKind::wristShoulder, ArmKind::wristElbow,
        ArmKind::wrist, ArmKind::planarMeet, ArmKind::planarShifted, ArmKind::parallel})
    for (const bool reversed : {false, true}) {
      Conditions conditions(reversed ? back : chain);
      if (satisfies(conditions, kind)) return conditions.result(kind, reversed);
    }
  return std::nullopt;
}

std::string nearestMisses(const SixAxis& chain) {
  const size_t meeting = missOfThree(chain, 0) < missOfThree(chain, 3) ? 0 : 3;
  const size_t parallel = angleOfThree(chain, 2) < angleOfThree(chain, 1) ? 2 : 1;
  return concatenate(
      {"axes 1, 2, 3 or 4, 5, 6 must meet in a point, or axes 2, 3, 4 or 3, 4, 5 be "
       "parallel; ",
       axesFrom(meeting), " miss a common point by ",
       shortNumber(1000 * missOfThree(chain, meeting)), " mm, ", axesFrom(parallel), " are ",
       shortNumber(kDegreesInRadian * angleOfThree(chain, parallel)), "° from parallel"});
}

}  // namespace iklab::detail
