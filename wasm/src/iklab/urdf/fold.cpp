#include "iklab/urdf/fold.hpp"

#include <algorithm>
#include <unordered_set>

#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/root_paths.hpp"

namespace iklab::urdf {
namespace {

Eigen::Vector3d eigen(const Vec3& v) { return {v[0], v[1], v[2]}; }

// One of the single joints that replace a joint with several degrees of freedom. The first is at
// the frame of the joint, each further one at the frame of the previous one.
struct SimpleJoint {
  const char* suffix;
  JointKind kind;
  Vec3 axis;
};

// Empty if the joint does not move, like a floating base.
std::vector<SimpleJoint> splitJoint(const JointRow& joint) {
  const SimpleJoint x{"_x", JointKind::revolute, {1, 0, 0}},
      y{"_y", JointKind::revolute, {0, 1, 0}};
  switch (joint.type) {
    case JointType::revolute:
      return {{"", JointKind::revolute, joint.axis}};
    case JointType::prismatic:
      return {{"", JointKind::prismatic, joint.axis}};
    case JointType::screw:
      return {{"", JointKind::screw, joint.axis}};
    case JointType::universal:
      return {x, y};
    case JointType::ball:
      return {x, y, {"_z", JointKind::revolute, {0, 0, 1}}};
    case JointType::planar: {
      const auto [first, second] = perpendicularAxes(joint.axis);
      return {{"_x", JointKind::prismatic, first},
              {"_y", JointKind::prismatic, second},
              {"_turn", JointKind::revolute, joint.axis}};
    }
    case JointType::fixed:
    case JointType::floating:
      break;
  }
  return {};
}

// The joint of the tree that carries a frame, and the placement relative to it.
struct Anchor {
  std::string joint;  // Empty: the world.
  Placement place;
};

class RobotFolder {
 public:
  RobotFolder(const Description& robot, const LinkTree& tree, const std::vector<Drive>& drives)
      : robot_(robot),
        tree_(tree),
        drives_(drives),
        kept_(robot.joints.size()),
        isEffector_(tree.links.size()) {}

  // Marks the joints above a link, the joints that these follow, and all their ancestors.
  void keepJointsTo(int link, const RootPaths& ways) {
    for (std::vector<int> pending = {link}; !pending.empty();) {
      int at = pending.back();
      pending.pop_back();
      while (ways.contains(at) && at != ways.links.front()) {
        const auto joint = static_cast<size_t>(tree_.parentJoints[static_cast<size_t>(at)]);
        if (kept_[joint]) break;
        kept_[joint] = true;
        if (drives_[joint].kind == Drive::follows)
          pending.push_back(findChildLink(drives_[joint].mimic.joint));
        at = tree_.parentLinks[joint];
      }
    }
  }
  void addEffectorLink(int link) { isEffector_[static_cast<size_t>(link)] = true; }

  // Parents first, in the order of the file. Iterative, so that long chains do not overflow the
  // stack.
  FoldedRobot walk(int root) {
    struct PendingJoint {
      size_t joint;
      Anchor parent;
      bool held;  // True on a branch that was dropped.
    };
    std::vector<PendingJoint> pending;
    const auto push = [&](int link, const Anchor& anchor, bool held) {
      const std::vector<int>& below = tree_.childJoints[static_cast<size_t>(link)];
      for (auto each = below.rbegin(); each != below.rend(); ++each)
        pending.push_back({static_cast<size_t>(*each), anchor, held});
    };
    visit(root, {});
    push(root, {}, false);
    while (!pending.empty()) {
      const auto [at, parent, held] = std::move(pending.back());
      pending.pop_back();
      const JointRow& joint = robot_.joints[at];
      const bool kept = !held && kept_[at];
      const std::vector<SimpleJoint> pieces = splitJoint(joint);
      const bool branch = held || (!kept && !pieces.empty());
      if (branch && !held) folded_.dropped.push_back(joint.name);
      const Anchor anchor =
          kept && !pieces.empty()
              ? addJoint(joint, drives_[at], pieces, parent)
              : Anchor{parent.joint, composePlacements(parent.place, joint.placement)};
      visit(tree_.childLinks[at], anchor);
      push(tree_.childLinks[at], anchor, branch);
    }
    return std::move(folded_);
  }

 private:
  int findChildLink(const std::string& name) const {
    for (size_t i = 0; i < robot_.joints.size(); ++i)
      if (robot_.joints[i].name == name) return tree_.childLinks[i];
    return tree_.root;
  }

  void visit(int link, const Anchor& anchor) {
    if (!isEffector_[static_cast<size_t>(link)]) return;
    const std::string parent = anchor.joint.empty() ? getBaseJoint() : anchor.joint;
    folded_.effectors.push_back({tree_.links[static_cast<size_t>(link)].name, parent,
                                 eigen(anchor.place.xyz), eigen(anchor.place.rpy)});
  }

  // The fixed joint that carries effectors without any moving joint above them.
  const std::string& getBaseJoint() {
    if (!base_.empty()) return base_;
    std::unordered_set<std::string> taken;
    for (const JointRow& each : robot_.joints) taken.insert(each.name);
    base_ = tree_.links[static_cast<size_t>(tree_.root)].name;
    while (taken.count(base_)) base_ += "_base";
    JointSpec spec;
    spec.id = base_;
    spec.kind = JointKind::fixed;
    folded_.joints.insert(folded_.joints.begin(), spec);
    return base_;
  }

  Anchor addJoint(const JointRow& joint, const Drive& drive, const std::vector<SimpleJoint>& pieces,
                  const Anchor& anchor) {
    JointSpec spec;
    if (joint.limits) spec.lower = joint.limits->lower, spec.upper = joint.limits->upper;
    if (drive.kind == Drive::fixed) spec.lower = spec.upper = drive.value;
    if (drive.kind == Drive::follows) spec.mimic = drive.mimic;
    spec.pitch = joint.pitch;
    spec.parent = anchor.joint;
    const Placement place = composePlacements(anchor.place, joint.placement);
    spec.xyz = eigen(place.xyz);
    spec.rpy = eigen(place.rpy);
    for (const auto& [suffix, kind, axis] : pieces) {
      spec.id = joint.name + suffix;
      spec.kind = kind;
      spec.axis = eigen(axis);
      folded_.joints.push_back(spec);
      spec.parent = spec.id;
      spec.xyz = spec.rpy = Eigen::Vector3d::Zero();
    }
    return {folded_.joints.back().id, {}};
  }

  const Description& robot_;
  const LinkTree& tree_;
  const std::vector<Drive>& drives_;
  std::vector<bool> kept_;        // Per joint.
  std::vector<bool> isEffector_;  // Per link.
  std::string base_;
  FoldedRobot folded_;
};

void checkEffectors(const LinkTree& tree, const std::vector<std::string>& effectors,
                    const std::string& root, const RootPaths* ways, Notes& notes) {
  const auto fault = [&](const std::string& link, std::string reason) {
    notes.addFault(0, "link " + quote(link), std::move(reason));
  };
  const auto unknown = [&](const std::string& link) {
    if (tree.find(link) < 0 && !notes.full())
      fault(link, "unknown link" + didYouMean(link, tree.names()));
  };
  unknown(root);
  for (const std::string& link : effectors) unknown(link);
  if (!notes.faults.empty() || !ways) return;
  for (const std::string& link : effectors)
    if (!ways->contains(tree.find(link)))
      fault(link, "must be a descendant of the root " + quote(root));
  if (effectors.size() > TreeBuilder::kMaxEffectors)
    notes.addFault(0, "<robot>",
                   std::to_string(effectors.size()) + " effectors; the maximum is " +
                       std::to_string(TreeBuilder::kMaxEffectors));
}

// Why no joint moves an effector.
std::string explainNoMotion(const Description& robot) {
  const JointRow* free = nullptr;
  for (const JointRow& each : robot.joints) {
    if (each.type == JointType::floating)
      free = free ? free : &each;
    else if (each.type != JointType::fixed)
      return "no joint moves an effector";
  }
  return "must have a joint that moves; got " +
         (free ? "only the free joint " + quote(free->name) + ", which is held" : "none");
}

}  // namespace

FoldedRobot foldRobot(const Description& robot, const LinkTree& tree,
                      const std::vector<Drive>& drives, const std::vector<std::string>& effectors,
                      const std::string& rootName, bool allJoints, Notes& notes) {
  const int root = tree.find(rootName);
  const RootPaths ways = root < 0 ? RootPaths{} : findRootPaths(root, tree, robot.joints, drives);
  checkEffectors(tree, effectors, rootName, root < 0 ? nullptr : &ways, notes);
  if (!notes.faults.empty()) return {};
  RobotFolder folder(robot, tree, drives);
  for (size_t i = 0; allJoints && i < tree.links.size(); ++i)
    folder.keepJointsTo(static_cast<int>(i), ways);
  for (const std::string& link : effectors) {
    folder.addEffectorLink(tree.find(link));
    folder.keepJointsTo(tree.find(link), ways);
  }
  FoldedRobot made = folder.walk(root);
  const auto still = [](const JointSpec& each) { return each.kind == JointKind::fixed; };
  const int line = tree.links[static_cast<size_t>(root)].line;
  if (std::all_of(made.joints.begin(), made.joints.end(), still))
    notes.addFault(line, "<robot>", explainNoMotion(robot));
  else if (made.joints.size() > TreeBuilder::kMaxJoints)
    notes.addFault(line, "<robot>",
                   std::to_string(made.joints.size()) + " movable joints; the maximum is " +
                       std::to_string(TreeBuilder::kMaxJoints) + " (choose fewer effectors)");
  return made;
}

}  // namespace iklab::urdf
