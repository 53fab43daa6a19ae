// How the links of a robot are connected: one root, and every other link below one joint.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "iklab/urdf/description.hpp"

namespace iklab::urdf {

// Links and joints are identified by index, joints by their index in the description.
struct LinkTree {
  std::vector<LinkRow> links;  // Includes a world link that is only named as a parent.
  std::unordered_map<std::string, int> linkIndices;
  int root = 0;
  std::vector<int> parentJoints;              // The joint that carries a link; -1 for the root.
  std::vector<std::vector<int>> childJoints;  // The joints below a link, in the order of the file.
  std::vector<int> parentLinks, childLinks;   // Indices of links, per joint.

  int find(const std::string& link) const;  // -1 if there is no such link.
  std::vector<std::string> names() const;
  std::vector<std::string> leaves() const;  // Links without joints below them.
};

// Null if a fault was noted: invalid names, unknown links, several parents, not exactly one root.
std::optional<LinkTree> buildLinkTree(const Description& robot, Notes& notes);

}  // namespace iklab::urdf
