#include "iklab/analytic/arm_class.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "iklab/analytic/axis_conditions.hpp"
#include "iklab/math/concatenate.hpp"

namespace iklab::detail {
namespace {

constexpr double kDegreesInRadian = 57.29577951308232;

// The joints of the class can move the tip in all six directions in most poses.
bool satisfies(AxisConditions<6>& c, ArmKind kind) {
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
      AxisConditions<6> conditions(reversed ? back : chain);
      if (!satisfies(conditions, kind)) continue;
      return ArmClass{kind, reversed, conditions.ideal(), conditions.sign(), conditions.removed()};
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

std::string nearestMisses(const SevenAxis& chain) {
  return concatenate(
      {"axes 1, 2, 3 must meet in a point and axes 5, 6, 7 in another, or the chain without one of "
       "its joints must have a closed form; axes 1, 2, 3 miss a common point by ",
       shortNumber(1000 * missOfThree(chain, 0)), " mm, axes 5, 6, 7 by ",
       shortNumber(1000 * missOfThree(chain, 4)), " mm"});
}

}  // namespace iklab::detail
