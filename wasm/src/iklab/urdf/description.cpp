#include "iklab/urdf/description.hpp"

#include <unordered_map>
#include <unordered_set>

#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

bool isJoint(const XmlElement& element) {
  return element.name == "joint" || element.name == "drake:joint";
}

// Extensions that close loops: `loop_joint` is from Isaac Sim, the others are from Drake.
bool closesLoop(const XmlElement& element) {
  return element.name == "loop_joint" || element.name == "drake:ball_constraint" ||
         element.name == "drake:linear_bushing_rpy";
}

// Notes closures of loops, and other elements that are not kinematics, once per kind.
void reportOtherElements(const XmlElement& root, Notes& notes) {
  std::vector<std::pair<const XmlElement*, int>> others;
  std::unordered_map<std::string, size_t> kinds;
  for (const XmlElement& each : root.children) {
    if (each.name == "link" || isJoint(each) || each.name == "material") continue;
    if (closesLoop(each)) {
      const std::string* name = each.attribute("name");
      notes.addLeftOut(each.line,
                       "<" + each.name + ">" + (name && !name->empty() ? " " + quote(*name) : ""),
                       "loop closures are not supported; the loop stays open", true);
      continue;
    }
    const auto [kind, first] = kinds.emplace(each.name, others.size());
    if (first)
      others.push_back({&each, 0});
    else
      ++others[kind->second].second;
  }
  for (const auto& [element, more] : others)
    notes.addLeftOut(element->line, "<" + element->name + ">",
                     "not part of the kinematics" +
                         (more > 0 ? " (and " + std::to_string(more) + " more)" : std::string()));
}

// Creates unused names: the wanted one, or else the wanted one with a number appended.
class NameGenerator {
 public:
  explicit NameGenerator(const std::vector<LinkRow>& links) {
    for (const LinkRow& each : links) taken_.insert(each.name);
  }
  std::string take(std::string_view wish) {
    constexpr size_t kLongest = 100;
    const std::string stem(takeHead(trim(wish), kLongest).text);
    std::string name = stem;
    for (int& i = next_.emplace(stem, 2).first->second; !taken_.insert(name).second; ++i)
      name = stem + "_" + std::to_string(i);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  // Next number to try, by wanted name.
};

}  // namespace

Description readDescription(const XmlElement& root, Notes& notes) {
  if (root.name != "robot") {
    notes.addFault(root.line, "<" + root.name + ">",
                   "not a robot description: its root element is <" + root.name +
                       ">; expected <robot> for URDF");
    return {};
  }
  Attributes attributes(notes);
  Description robot;
  if (const std::string* name = root.attribute("name")) robot.name = *name;
  for (const XmlElement& each : root.children) {
    if (isJoint(each)) {
      if (auto joint = readJoint(each, attributes, notes))
        robot.joints.push_back(std::move(*joint));
    } else if (each.name == "link") {
      const std::string* name = each.attribute("name");
      if (name && !name->empty())
        robot.links.push_back({*name, each.line});
      else
        notes.addFault(each.line, "<link>", "must have a name");
    }
  }
  reportOtherElements(root, notes);
  return robot;
}

void expandFloatingJoints(Description& robot) {
  NameGenerator names(robot.links);
  std::vector<JointRow> joints;
  for (JointRow& joint : robot.joints) {
    if (joint.type != JointType::floating) {
      joints.push_back(std::move(joint));
      continue;
    }
    JointRow from = joint;
    for (size_t i = 0; i < 3; ++i) {
      JointRow slide = from;
      slide.name = joint.name + "_shift_" + "xyz"[i];
      slide.type = JointType::prismatic;
      slide.axis = {};
      slide.axis[i] = 1;
      slide.child = names.take(slide.name);
      robot.links.push_back({slide.child, joint.line});
      from = joint;
      from.parent = slide.child;
      from.placement = {};
      joints.push_back(std::move(slide));
    }
    from.type = JointType::ball;
    joints.push_back(std::move(from));
  }
  robot.joints = std::move(joints);
}

}  // namespace iklab::urdf
