// How the links of a robot hang together: one root, every other link below one joint.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "iklab/urdf/description.hpp"

namespace iklab::urdf {

// Links and joints by their places: those of joints as in the description.
struct LinkTree {
  std::vector<LinkRow> links;  // with a world that is named as a parent alone
  std::unordered_map<std::string, int> places;
  int root = 0;
  std::vector<int> above;               // the joint that carries a link, -1: the root
  std::vector<std::vector<int>> below;  // the joints below a link, in the order of the file
  std::vector<int> parents, children;   // links, of a joint

  int find(const std::string& link) const;  // -1: there is none
  std::vector<std::string> names() const;
  std::vector<std::string> leaves() const;  // links from which no joint leads on
};

// null where the notes have got a fault: of names, unknown links, several parents, no one root
std::optional<LinkTree> linkTree(const Description& robot, Notes& notes);

}  // namespace iklab::urdf
