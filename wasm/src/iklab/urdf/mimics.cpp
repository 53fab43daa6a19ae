#include "iklab/urdf/mimics.hpp"

#include <algorithm>
#include <unordered_map>

#include "iklab/urdf/phrases.hpp"

namespace iklab::urdf {
namespace {

std::string mimicElement(const JointRow& joint) { return "joint " + quote(joint.name) + ", mimic"; }

class DriveResolver {
 public:
  DriveResolver(const std::vector<JointRow>& joints, Notes& notes)
      : joints_(joints), notes_(notes), drives_(joints.size()), resolved_(joints.size()) {
    for (size_t i = 0; i < joints.size(); ++i) indices_[joints[i].name] = i;
  }

  std::vector<Drive> resolve() {
    for (size_t i = 0; i < joints_.size(); ++i) {
      // If several joints have one name, the first counts.
      if (resolved_[findJoint(joints_[i].name)]) continue;
      std::vector<size_t> chain = findUnresolvedChain(i);
      for (; !chain.empty(); chain.pop_back()) setDrive(chain.back(), computeDrive(chain.back()));
    }
    return std::move(drives_);
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  void setDrive(size_t joint, Drive drive) {
    resolved_[joint] = resolved_[findJoint(joints_[joint].name)] = true;
    drives_[joint] = std::move(drive);
  }

  size_t findJoint(const std::string& name) const {
    const auto found = indices_.find(name);
    return found == indices_.end() ? kNone : found->second;
  }

  // The joint that this joint follows; kNone if the joint moves independently.
  size_t findLeader(const JointRow& joint) const {
    if (!joint.mimic || !hasOneValue(joint.type)) return kNone;
    const size_t leader = findJoint(joint.mimic->joint);
    if (leader == kNone) return kNone;
    const JointType type = joints_[leader].type;
    return hasOneValue(type) || type == JointType::fixed ? leader : kNone;
  }

  // A joint and the joints it follows, up to one whose drive is known; stops at a cycle.
  std::vector<size_t> findUnresolvedChain(size_t joint) {
    std::vector<size_t> chain;
    std::vector<bool> seen(joints_.size());
    for (size_t at = joint; at != kNone && !resolved_[at]; at = findLeader(joints_[at])) {
      if (seen[at]) {
        const auto first = std::find(chain.begin(), chain.end(), at);
        reportCycle({first, chain.end()});
        setDrive(at, {});
        chain.erase(first);
        break;
      }
      seen[at] = true;
      chain.push_back(at);
    }
    return chain;
  }

  void reportCycle(const std::vector<size_t>& circle) {
    std::vector<std::string> names;
    for (const size_t each : circle) names.push_back(joints_[each].name);
    const JointRow& first = joints_[circle.front()];
    names.push_back(first.name);
    notes_.addFault(first.line, mimicElement(first),
                    "the joints mimic each other in a cycle: " + formatPath(names, "…"));
  }

  // Call only when the drive of the leader is known.
  Drive computeDrive(size_t place) {
    const JointRow& joint = joints_[place];
    if (!joint.mimic || !hasOneValue(joint.type)) return {};
    const size_t leader = findLeader(joint);
    if (leader == kNone) {
      reportInvalidMimic(joint);
      return {};
    }
    const auto& [name, multiplier, offset] = *joint.mimic;
    const Drive& drive = drives_[leader];
    const bool fixed = joints_[leader].type == JointType::fixed;
    if (fixed || drive.kind == Drive::fixed) {
      const double value = drive.kind == Drive::fixed ? multiplier * drive.value + offset : offset;
      notes_.addChanged(joint.line, mimicElement(joint),
                        quote(joints_[leader].name) + " does not move; this joint is fixed at " +
                            numberText(value));
      return {Drive::fixed, {}, value};
    }
    const MimicSpec end =
        drive.kind == Drive::follows ? drive.mimic : MimicSpec{joints_[leader].name};
    const double ratio = multiplier * end.multiplier, shift = multiplier * end.offset + offset;
    if (ratio == 0) return {Drive::fixed, {}, shift};
    return {Drive::follows, {end.joint, ratio, shift}};
  }

  void reportInvalidMimic(const JointRow& joint) {
    const size_t other = findJoint(joint.mimic->joint);
    const std::string why = other == kNone ? "unknown joint " + quote(joint.mimic->joint)
                                           : quote(joints_[other].name) + " is a " +
                                                 word(joints_[other].type) +
                                                 " joint, which cannot be mimicked";
    notes_.addChanged(joint.line, mimicElement(joint), why + "; this joint moves independently",
                      true);
  }

  const std::vector<JointRow>& joints_;
  Notes& notes_;
  std::vector<Drive> drives_;
  std::vector<bool> resolved_;
  std::unordered_map<std::string, size_t> indices_;
};

}  // namespace

std::vector<Drive> resolveDrives(const std::vector<JointRow>& joints, Notes& notes) {
  return DriveResolver(joints, notes).resolve();
}

}  // namespace iklab::urdf
