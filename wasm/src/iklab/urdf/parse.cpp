#include <algorithm>
#include <unordered_set>

#include "iklab/urdf/description.hpp"
#include "iklab/urdf/fold.hpp"
#include "iklab/urdf/link_tree.hpp"
#include "iklab/urdf/mimics.hpp"
#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/reading.hpp"
#include "iklab/urdf/root_paths.hpp"
#include "iklab/urdf/xml.hpp"

namespace iklab::urdf {
namespace {

bool isXacro(const XmlElement& element) { return element.name.compare(0, 6, "xacro:") == 0; }

const XmlElement* findXacro(const XmlElement& element) {
  if (isXacro(element)) return &element;
  for (const XmlElement& each : element.children)
    if (const XmlElement* found = findXacro(each)) return found;
  return nullptr;
}

// Removes calls of xacro macros that remain in an expanded file; any other xacro element is a
// fault.
void dropXacro(XmlElement& root, Notes& notes) {
  constexpr std::string_view kLanguage[] = {"arg",     "include", "macro", "property",
                                            "element", "if",      "unless"};
  const auto speaks = [&](const XmlElement& each) {
    const std::string_view own = std::string_view(each.name).substr(6);
    return std::find(std::begin(kLanguage), std::end(kLanguage), own) != std::end(kLanguage);
  };
  std::vector<XmlElement> children;
  for (XmlElement& each : root.children) {
    const XmlElement* found = findXacro(each);
    if (found && (found != &each || speaks(each)))
      return notes.addFault(found->line, "<" + found->name + ">",
                            "unexpanded xacro element; expand the file first");
    if (!found) {
      children.push_back(std::move(each));
      continue;
    }
    notes.addLeftOut(each.line, "<" + each.name + ">", "unexpanded xacro element; ignored", true);
  }
  root.children = std::move(children);
}

// Proposes at most as many as a tree can have, first the links that a joint moves.
std::vector<std::string> chooseEffectors(const Options& options, const LinkTree& tree,
                                         const Description& robot, const std::vector<Drive>& drives,
                                         Notes& notes) {
  std::vector<std::string> asked, proposed;
  std::unordered_set<std::string> known;
  const auto add = [&](std::vector<std::string>& to, const std::vector<std::string>& links) {
    for (const std::string& each : links)
      if (known.insert(each).second) to.push_back(each);
  };
  add(asked, options.effectors);
  if (options.leaves) add(proposed, tree.leaves());
  const int root = options.root.empty() ? tree.root : tree.find(options.root);
  if (asked.empty() && proposed.empty() && root >= 0)
    add(proposed, guessEffectors(tree, robot.joints, drives, root));
  if (asked.empty() && proposed.empty()) add(proposed, tree.leaves());

  constexpr size_t kMost = TreeBuilder::kMaxEffectors, kMostNamed = 12;
  const size_t room = kMost - std::min(kMost, asked.size());
  if (proposed.size() > room) {
    const RootPaths ways = root < 0 ? RootPaths{} : findRootPaths(root, tree, robot.joints, drives);
    const auto isMoved = [&](const std::string& link) {
      return root >= 0 && ways.paths[static_cast<size_t>(tree.find(link))].independent > 0;
    };
    std::vector<std::string> movedFirst = proposed, kept;
    std::stable_partition(movedFirst.begin(), movedFirst.end(), isMoved);
    const std::unordered_set<std::string> fitting(
        movedFirst.begin(), movedFirst.begin() + static_cast<std::ptrdiff_t>(room));
    std::string names;
    size_t named = 0;
    for (const std::string& each : proposed)
      if (fitting.count(each) > 0)
        kept.push_back(each);
      else if (named++ < kMostNamed)
        names += (names.empty() ? "" : ", ") + quote(each);
    notes.addLeftOut(0, "effectors",
                     "links beyond the maximum of " + std::to_string(kMost) +
                         " are left out: " + names + (named > kMostNamed ? ", …" : ""),
                     true);
    proposed = std::move(kept);
  }
  asked.insert(asked.end(), proposed.begin(), proposed.end());
  return asked;
}

Reading assembleRobot(const Description& robot, const Options& options, Notes& notes) {
  const auto tree = buildLinkTree(robot, notes);
  const std::vector<Drive> drives = resolveDrives(robot.joints, notes);
  if (!tree || !notes.faults.empty()) return notes.faults;
  const std::string& root =
      options.root.empty() ? tree->links[static_cast<size_t>(tree->root)].name : options.root;
  FoldedRobot folding =
      foldRobot(robot, *tree, drives, chooseEffectors(options, *tree, robot, drives, notes), root,
                options.allJoints, notes);
  for (const JointRow& each : robot.joints)
    if (each.type == JointType::floating)
      notes.addChanged(each.line, "joint \"" + each.name + "\"",
                       "a floating joint is fixed in place", true);
  if (!notes.faults.empty()) return notes.faults;
  removeInconsistentLimits(folding.joints, robot, notes);
  TreeBuilder builder;
  for (const JointSpec& each : folding.joints) builder.joint(each);
  for (const EffectorSpec& each : folding.effectors) builder.effector(each);
  Result<Tree> built = builder.build();
  if (!built) return std::vector<Note>{{NoteKind::fault, 0, "<robot>", built.reason()}};
  return Robot{robot.name,
               built.take(),
               std::move(folding.joints),
               std::move(folding.effectors),
               tree->leaves(),
               std::move(folding.dropped),
               std::move(notes.remarks)};
}

std::string textOf(const std::vector<Note>& faults) {
  std::string text;
  for (const Note& each : faults) (text += text.empty() ? "" : "\n") += each.text();
  return text;
}

}  // namespace

std::string Note::text() const {
  return (line > 0 ? std::to_string(line) : "robot") + ": " + element + ": " + reason;
}

Reading::Reading(std::vector<Note> faults)
    : Result(Fault{textOf(faults)}), faults_(std::move(faults)) {}

Reading parse(std::string_view text, const Options& options) {
  Notes notes;
  auto root = readXml(text, notes);
  if (root) dropXacro(*root, notes);
  if (!notes.faults.empty()) return notes.faults;
  Description robot = readDescription(*root, notes);
  if (!notes.faults.empty()) return notes.faults;
  if (options.freeRoot) expandFloatingJoints(robot);
  return assembleRobot(robot, options, notes);
}

}  // namespace iklab::urdf
