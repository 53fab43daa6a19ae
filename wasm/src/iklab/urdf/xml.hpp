// An XML document as plain data, with the line of every element.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iklab/urdf/notes.hpp"

namespace iklab::urdf {

// Children are in the order of the document; names keep their prefixes (`drake:joint`).
struct XmlElement {
  std::string name;
  int line = 0;
  std::map<std::string, std::string, std::less<>> attributes = {};
  std::vector<XmlElement> children = {};

  const std::string* attribute(std::string_view key) const;
  // The first such child; null if there is none.
  const XmlElement* child(std::string_view wanted) const;
};

// Returns the root element; null if the notes have a fault.
std::optional<XmlElement> readXml(std::string_view bytes, Notes& notes);

}  // namespace iklab::urdf
