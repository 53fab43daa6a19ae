#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "iklab/urdf/fold.hpp"
#include "iklab/urdf/phrases.hpp"

namespace iklab::urdf {
namespace {

constexpr double kLimitRounding = 1e-12;  // Relative: limits that cross by less meet in one value.

bool isLimited(const JointSpec& joint) { return std::isfinite(joint.lower); }
bool isStuck(const JointSpec& joint) { return joint.lower >= joint.upper; }

// The leader's limits that keep the follower within its own; null if no value is left.
std::optional<Limits> narrowLimits(const JointSpec& leader, const JointSpec& follower) {
  const auto& [name, ratio, shift] = follower.mimic;
  double low = (follower.lower - shift) / ratio, high = (follower.upper - shift) / ratio;
  if (ratio < 0) std::swap(low, high);
  low = std::max(low, isLimited(leader) ? leader.lower : -kMagnitude);
  high = std::min(high, isLimited(leader) ? leader.upper : kMagnitude);
  if (low <= high) return Limits{low, high};
  if (low - high <= kLimitRounding * (1 + std::abs(low))) return Limits{high, high};
  return std::nullopt;
}

int lineOfJoint(const Description& robot, const std::string& name) {
  for (const JointRow& each : robot.joints)
    if (each.name == name) return each.line;
  return 0;
}

}  // namespace

void removeInconsistentLimits(std::vector<JointSpec>& joints, const Description& robot,
                              Notes& notes) {
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < joints.size(); ++i) places.emplace(joints[i].id, i);
  std::vector<JointSpec> bounds = joints;  // Leaders narrowed by the limits of their followers.
  for (JointSpec& follower : joints) {
    const auto found =
        follower.mimics() && isLimited(follower) ? places.find(follower.mimic.joint) : places.end();
    if (found == places.end()) continue;
    JointSpec& leader = bounds[found->second];
    const auto left = narrowLimits(leader, follower);
    if (left && (left->lower < left->upper || isStuck(leader) || isStuck(follower))) {
      leader.lower = left->lower, leader.upper = left->upper;
      continue;
    }
    notes.addChanged(lineOfJoint(robot, follower.id), "joint " + quote(follower.id) + ", limit",
                     "its limits " + numberText(follower.lower) + " and " +
                         numberText(follower.upper) + " leave " + quote(leader.id) +
                         ", which it mimics, no range of motion; these limits are ignored",
                     true);
    follower.lower = -kInfinity, follower.upper = kInfinity;
  }
}

}  // namespace iklab::urdf
