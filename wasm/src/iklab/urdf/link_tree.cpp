#include "iklab/urdf/link_tree.hpp"

#include <algorithm>

#include "iklab/urdf/phrases.hpp"

namespace iklab::urdf {
namespace {

constexpr size_t kMaxLinks = 4000;
constexpr const char* kWorld = "world";

template <class Row>
void checkNames(const std::vector<Row>& rows, const std::string& what, Notes& notes) {
  std::unordered_map<std::string, int> lines;
  for (const Row& row : rows) {
    const auto [other, first] = lines.emplace(row.name, row.line);
    if (!first)
      notes.addFault(
          row.line, what + " " + quote(row.name),
          "another " + what + " has this name (line " + std::to_string(other->second) + ")");
  }
}

class LinkTreeBuilder {
 public:
  LinkTreeBuilder(const Description& robot, Notes& notes) : joints_(robot.joints), notes_(notes) {
    for (const LinkRow& each : robot.links) add(each);
  }

  std::optional<LinkTree> make() {
    addWorld();
    checkParents();
    if (!notes_.faults.empty()) return std::nullopt;
    tree_.parentJoints.assign(tree_.links.size(), -1);
    tree_.childJoints.resize(tree_.links.size());
    for (size_t i = 0; i < joints_.size(); ++i) {
      const int parent = tree_.find(joints_[i].parent), child = tree_.find(joints_[i].child);
      tree_.parentLinks.push_back(parent);
      tree_.childLinks.push_back(child);
      tree_.parentJoints[static_cast<size_t>(child)] = static_cast<int>(i);
      tree_.childJoints[static_cast<size_t>(parent)].push_back(static_cast<int>(i));
    }
    findRoot();
    if (!notes_.faults.empty()) return std::nullopt;
    return std::move(tree_);
  }

 private:
  void add(const LinkRow& link) {
    if (tree_.linkIndices.emplace(link.name, static_cast<int>(tree_.links.size())).second)
      tree_.links.push_back(link);
  }

  // Many files use a `world` link as a parent without declaring it.
  void addWorld() {
    if (tree_.find(kWorld) >= 0) return;
    for (const JointRow& joint : joints_) {
      if (joint.parent != kWorld) continue;
      add({kWorld, joint.line});
      notes_.addChanged(joint.line, "link \"world\"",
                        "used as a parent but not declared; the link is added");
      return;
    }
  }

  // Checks that every child is below exactly one joint.
  void checkParents() {
    std::unordered_map<std::string, const JointRow*> above;
    for (const JointRow& joint : joints_) {
      checkLink(joint, "parent", joint.parent);
      checkLink(joint, "child", joint.child);
      const auto [other, first] = above.emplace(joint.child, &joint);
      if (first) continue;
      notes_.addFault(joint.line, "joint " + quote(joint.name) + ", child",
                      "a link must be the child of only one joint; " + quote(joint.child) +
                          " is also the child of " + quote(other->second->name) + " (line " +
                          std::to_string(other->second->line) + ")");
    }
  }

  void checkLink(const JointRow& joint, const char* end, const std::string& link) {
    if (tree_.find(link) >= 0 || notes_.full()) return;
    notes_.addFault(joint.line, "joint " + quote(joint.name) + ", " + end,
                    "unknown link " + quote(link) + didYouMean(link, tree_.names()));
  }

  void findRoot() {
    std::vector<int> roots;
    for (size_t i = 0; i < tree_.links.size(); ++i)
      if (tree_.parentJoints[i] < 0) roots.push_back(static_cast<int>(i));
    if (const std::vector<int> cycle = findCycle(); !cycle.empty())
      return reportCycle(cycle, roots);
    if (roots.empty()) return notes_.addFault(0, "<robot>", "must have at least one link");
    tree_.root = roots.front();
    if (roots.size() == 1) return;
    std::string names;
    for (size_t i = 0; i < std::min<size_t>(roots.size(), 6); ++i)
      names += (i > 0 ? ", " : "") + quote(linkAt(roots[i]).name);
    notes_.addFault(linkAt(roots[1]).line, "<robot>",
                    "must have one root link; got " + std::to_string(roots.size()) +
                        " links without a parent joint: " + names);
  }

  const LinkRow& linkAt(int place) const { return tree_.links[static_cast<size_t>(place)]; }

  // The joints of a cycle, from parent to child; empty if there is none.
  std::vector<int> findCycle() const {
    std::vector<bool> seen(tree_.links.size());
    for (size_t start = 0; start < seen.size(); ++start) {
      std::vector<int> path;
      size_t at = start;
      while (!seen[at]) {
        seen[at] = true;
        const int joint = tree_.parentJoints[at];
        if (joint < 0) break;
        path.push_back(joint);
        at = static_cast<size_t>(tree_.parentLinks[static_cast<size_t>(joint)]);
      }
      const auto closing = std::find_if(path.begin(), path.end(), [&](int joint) {
        return tree_.childLinks[static_cast<size_t>(joint)] == static_cast<int>(at);
      });
      if (closing != path.end()) return {path.rbegin(), std::make_reverse_iterator(closing)};
    }
    return {};
  }

  void reportCycle(const std::vector<int>& cycle, const std::vector<int>& roots) {
    std::vector<std::string> names;
    for (const int joint : cycle) names.push_back(joints_[static_cast<size_t>(joint)].parent);
    names.push_back(joints_[static_cast<size_t>(cycle.back())].child);
    const JointRow& first = joints_[static_cast<size_t>(cycle.front())];
    notes_.addFault(
        first.line, "joint " + quote(first.name),
        (roots.empty() ? "no root, because the links form a cycle: " : "the links form a cycle: ") +
            formatPath(names, "\"…\""));
  }

  const std::vector<JointRow>& joints_;
  Notes& notes_;
  LinkTree tree_;
};

}  // namespace

int LinkTree::find(const std::string& link) const {
  const auto found = linkIndices.find(link);
  return found == linkIndices.end() ? -1 : found->second;
}

std::vector<std::string> LinkTree::names() const {
  std::vector<std::string> all;
  for (const LinkRow& each : links) all.push_back(each.name);
  return all;
}

std::vector<std::string> LinkTree::leaves() const {
  std::vector<std::string> found;
  for (size_t i = 0; i < links.size(); ++i)
    if (childJoints[i].empty()) found.push_back(links[i].name);
  return found;
}

std::optional<LinkTree> buildLinkTree(const Description& robot, Notes& notes) {
  const auto& [name, links, joints] = robot;
  if (links.size() > kMaxLinks || joints.size() > kMaxLinks) {
    const int line = links.size() > kMaxLinks ? links[kMaxLinks].line : joints[kMaxLinks].line;
    notes.addFault(line, "<robot>",
                   std::to_string(links.size()) + " links and " + std::to_string(joints.size()) +
                       " joints; the maximum is " + std::to_string(kMaxLinks) + " each");
    return std::nullopt;
  }
  checkNames(links, "link", notes);
  checkNames(joints, "joint", notes);
  return LinkTreeBuilder(robot, notes).make();
}

}  // namespace iklab::urdf
