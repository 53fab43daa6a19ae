#include "iklab/core/coupling.hpp"

#include <algorithm>
#include <cmath>

#include "iklab/math/concatenate.hpp"
#include "iklab/math/decimal.hpp"

namespace iklab {

using namespace detail;

namespace {

constexpr double kLimitRounding = 1e-12;  // Relative: limits that cross by less meet in one value.

// Fault of one mimic by itself; empty if there is none.
std::string faultOf(const JointSpec& s, const std::vector<JointSpec>& specs) {
  const int leader = indexOf(specs, s.mimic.joint);
  std::string_view what;
  if (leader < 0)
    what = "which is unknown";
  else if (s.kind == JointKind::fixed)
    what = "but is fixed itself";
  else if (specs[leader].kind == JointKind::fixed)
    what = "which is fixed";
  else if (!(std::abs(s.mimic.multiplier) <= kMagnitude && std::abs(s.mimic.offset) <= kMagnitude))
    what = "multiplier and offset must be numbers, at most 1e15";
  else
    return {};
  return concatenate({"joint '", s.id, "': it mimics '", s.mimic.joint, "', ", what});
}

// Follows the mimics from `start`, and sets ratio and shift of `joint`. Returns the index of the
// joint at the end of the chain; -1 if the chain is a loop. All mimics must be valid.
int findLeader(const std::vector<JointSpec>& specs, Joint& joint, size_t start) {
  int at = indexOf(specs, specs[start].mimic.joint);
  joint.ratio = specs[start].mimic.multiplier;
  joint.shift = specs[start].mimic.offset;
  for (size_t steps = 0; specs[at].mimics(); ++steps) {
    if (steps > specs.size()) return -1;
    joint.shift += joint.ratio * specs[at].mimic.offset;
    joint.ratio *= specs[at].mimic.multiplier;
    at = indexOf(specs, specs[at].mimic.joint);
  }
  return at;
}

// Narrows the leader's limits to values that keep the follower within its own. Returns the fault;
// empty if there is none.
std::string narrowLimits(const Joint& follower, Joint& leader) {
  const auto fault = [&](std::initializer_list<std::string_view> what) {
    return concatenate({"joint '", follower.id, "' follows '", leader.id, "'", concatenate(what)});
  };
  if (!(std::abs(follower.ratio) <= kMagnitude && std::abs(follower.shift) <= kMagnitude))
    return fault({" by more than 1e15"});
  if (follower.ratio == 0) {
    if (follower.shift >= follower.lower && follower.shift <= follower.upper) return {};
    return fault({" and stays at ", decimal(follower.shift), ", beyond its limits"});
  }
  double low = (follower.lower - follower.shift) / follower.ratio;
  double high = (follower.upper - follower.shift) / follower.ratio;
  if (follower.ratio < 0) std::swap(low, high);
  low = std::max(low, leader.lower);
  high = std::min(high, leader.upper);
  if (low > high && low - high <= kLimitRounding * (1 + std::abs(low))) low = high;
  if (!(low <= high && low <= kMagnitude && high >= -kMagnitude))
    return fault({": no value of '", leader.id, "' keeps all that follow it within limits"});
  leader.lower = low;
  leader.upper = high;
  return {};
}

}  // namespace

int indexOf(const std::vector<JointSpec>& specs, const std::string& id) {
  for (size_t i = 0; i < specs.size(); ++i)
    if (specs[i].id == id) return static_cast<int>(i);
  return -1;
}

std::string coupleJoints(const std::vector<JointSpec>& specs, std::vector<Joint>& joints) {
  for (const JointSpec& s : specs)
    if (s.mimics())
      if (std::string fault = faultOf(s, specs); !fault.empty()) return fault;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!specs[i].mimics()) continue;
    const int leader = findLeader(specs, joints[i], i);
    if (leader < 0)
      return concatenate({"joint '", specs[i].id, "': what it mimics, '", specs[i].mimic.joint,
                          "', follows a loop of mimics"});
    joints[i].column = joints[leader].column;
    if (std::string fault = narrowLimits(joints[i], joints[leader]); !fault.empty()) return fault;
  }
  for (Joint& j : joints) j.rest = std::clamp(j.rest, j.lower, j.upper);
  return {};
}

}  // namespace iklab
