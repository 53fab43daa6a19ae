// A robot as described by its file: links connected by joints.
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
  planar,  // Translates in the plane normal to the axis, and rotates about it.
  floating,
  universal,  // Rotates about x, then about the rotated y.
  ball,
};
inline constexpr auto kJointTypes = words<JointType::ball>(
    "revolute", "prismatic", "screw", "fixed", "planar", "floating", "universal", "ball");
inline const char* word(JointType type) { return kJointTypes[static_cast<size_t>(type)]; }

// Only joints of these types can follow another joint.
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
  std::string parent, child;  // Names of links.
  Placement placement = {};   // Pose of its frame in the frame of the parent link.
  Vec3 axis = {1, 0, 0};      // In its frame; any length except 0.
  std::optional<Limits> limits = {};
  std::optional<MimicSpec> mimic = {};
  double pitch = 0;  // For a screw, metres per radian.
};

struct Description {
  std::string name;
  std::vector<LinkRow> links;
  std::vector<JointRow> joints;
};

// Reads each element and notes its faults. How the links are connected is not checked here.
Description readDescription(const XmlElement& root, Notes& notes);

// Null if the element cannot be read.
std::optional<JointRow> readJoint(const XmlElement& element, Attributes& attributes, Notes& notes);

// Replaces floating joints by slides along x, y and z, then hinges about them: for `base`, the
// joints `base_shift_x` ... and `base_x` ...
void expandFloatingJoints(Description& robot);

}  // namespace iklab::urdf
