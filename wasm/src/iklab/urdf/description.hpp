// A robot as its file describes it: links joined by joints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "iklab/core/tree.hpp"
#include "iklab/urdf/attributes.hpp"
#include "iklab/urdf/frames.hpp"
#include "iklab/urdf/xml.hpp"

namespace iklab::urdf {

enum class JointType {
  revolute,
  prismatic,
  screw,
  fixed,
  planar,  // slides in the plane normal to the axis, and turns about it
  floating,
  universal,  // about x, then about the y that it turned
  ball,
};
inline constexpr auto kJointTypes = words<JointType::ball>(
    "revolute", "prismatic", "screw", "fixed", "planar", "floating", "universal", "ball");
inline const char* word(JointType type) { return kJointTypes[static_cast<size_t>(type)]; }

// of these alone a value can follow another's
inline bool hasOneValue(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic || type == JointType::screw;
}

struct Limits {
  double lower, upper;
};

struct LinkRow {
  std::string name;
  int line = 0;
};

struct JointRow {
  std::string name;
  int line = 0;
  JointType type = JointType::fixed;
  std::string parent, child;  // links
  Placement place = {};       // of its frame in the parent link's
  Vec3 axis = {1, 0, 0};      // in its frame; of any length but 0
  std::optional<Limits> limits = {};
  std::optional<MimicSpec> mimic = {};
  double pitch = 0;  // of a screw, metres per radian
};

struct Description {
  std::string name;
  std::vector<LinkRow> links;
  std::vector<JointRow> joints;
};

// What is wrong with each element is told; how links hang together is not looked at here.
Description readDescription(const XmlElement& root, Notes& notes);

// null: it cannot be read
std::optional<JointRow> readJoint(const XmlElement& element, Attributes& attributes, Notes& notes);

// What floats moves, by slides along x, y and z, then hinges about them: of `base` the joints are
// `base_shift_x` … and `base_x` …
void freeFloating(Description& robot);

}  // namespace iklab::urdf
