#include "iklab/urdf/mimics.hpp"

#include <algorithm>
#include <unordered_map>

#include "iklab/urdf/phrases.hpp"

namespace iklab::urdf {
namespace {

std::string mimicOf(const JointRow& joint) { return "joint " + quote(joint.name) + ", mimic"; }

class Drives {
 public:
  Drives(const std::vector<JointRow>& joints, Notes& notes)
      : joints_(joints), notes_(notes), drives_(joints.size()), known_(joints.size()) {
    for (size_t i = 0; i < joints.size(); ++i) places_[joints[i].name] = i;
  }

  std::vector<Drive> all() {
    for (size_t i = 0; i < joints_.size(); ++i) {
      // If several joints have one name, the first counts.
      if (known_[named(joints_[i].name)]) continue;
      std::vector<size_t> chain = unknownFrom(i);
      for (; !chain.empty(); chain.pop_back()) know(chain.back(), driveOf(chain.back()));
    }
    return std::move(drives_);
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  void know(size_t joint, Drive drive) {
    known_[joint] = known_[named(joints_[joint].name)] = true;
    drives_[joint] = std::move(drive);
  }

  size_t named(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? kNone : found->second;
  }

  // The joint that this joint follows; kNone if the joint moves independently.
  size_t leaderOf(const JointRow& joint) const {
    if (!joint.mimic || !hasOneValue(joint.type)) return kNone;
    const size_t leader = named(joint.mimic->joint);
    if (leader == kNone) return kNone;
    const JointType type = joints_[leader].type;
    return hasOneValue(type) || type == JointType::fixed ? leader : kNone;
  }

  // A joint and the joints it follows, up to one whose drive is known; stops at a cycle.
  std::vector<size_t> unknownFrom(size_t joint) {
    std::vector<size_t> chain;
    std::vector<bool> seen(joints_.size());
    for (size_t at = joint; at != kNone && !known_[at]; at = leaderOf(joints_[at])) {
      if (seen[at]) {
        const auto first = std::find(chain.begin(), chain.end(), at);
        tellCircle({first, chain.end()});
        know(at, {});
        chain.erase(first);
        break;
      }
      seen[at] = true;
      chain.push_back(at);
    }
    return chain;
  }

  void tellCircle(const std::vector<size_t>& circle) {
    std::vector<std::string> names;
    for (const size_t each : circle) names.push_back(joints_[each].name);
    const JointRow& first = joints_[circle.front()];
    names.push_back(first.name);
    notes_.fault(first.line, mimicOf(first),
                 "the joints mimic each other in a cycle: " + wayText(names, "…"));
  }

  // Call only when the drive of the leader is known.
  Drive driveOf(size_t place) {
    const JointRow& joint = joints_[place];
    if (!joint.mimic || !hasOneValue(joint.type)) return {};
    const size_t leader = leaderOf(joint);
    if (leader == kNone) {
      tellUnled(joint);
      return {};
    }
    const auto& [name, multiplier, offset] = *joint.mimic;
    const Drive& drive = drives_[leader];
    const bool fixed = joints_[leader].type == JointType::fixed;
    if (fixed || drive.kind == Drive::held) {
      const double value = drive.kind == Drive::held ? multiplier * drive.value + offset : offset;
      notes_.changed(joint.line, mimicOf(joint),
                     quote(joints_[leader].name) + " does not move; this joint is fixed at " +
                         numberText(value));
      return {Drive::held, {}, value};
    }
    const MimicSpec end =
        drive.kind == Drive::follows ? drive.mimic : MimicSpec{joints_[leader].name};
    const double ratio = multiplier * end.multiplier, shift = multiplier * end.offset + offset;
    if (ratio == 0) return {Drive::held, {}, shift};
    return {Drive::follows, {end.joint, ratio, shift}};
  }

  void tellUnled(const JointRow& joint) {
    const size_t other = named(joint.mimic->joint);
    const std::string why = other == kNone ? "unknown joint " + quote(joint.mimic->joint)
                                           : quote(joints_[other].name) + " is a " +
                                                 word(joints_[other].type) +
                                                 " joint, which cannot be mimicked";
    notes_.changed(joint.line, mimicOf(joint), why + "; this joint moves independently", true);
  }

  const std::vector<JointRow>& joints_;
  Notes& notes_;
  std::vector<Drive> drives_;
  std::vector<bool> known_;
  std::unordered_map<std::string, size_t> places_;
};

}  // namespace

std::vector<Drive> drivesOf(const std::vector<JointRow>& joints, Notes& notes) {
  return Drives(joints, notes).all();
}

}  // namespace iklab::urdf
