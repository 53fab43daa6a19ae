// Reads numbers from the attributes of an element.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "iklab/urdf/frames.hpp"
#include "iklab/urdf/xml.hpp"

namespace iklab::urdf {

// Notes an invalid attribute as a fault and returns `otherwise`, as for an absent one.
class Attributes {
 public:
  explicit Attributes(Notes& notes) : notes_(notes) {}

  // element: may be null. who: the owner of the attribute, as named in faults.
  Vec3 vector(const XmlElement* element, std::string_view key, const Vec3& otherwise,
              const std::string& who);
  double number(const XmlElement* element, std::string_view key, double otherwise,
                const std::string& who);

 private:
  std::optional<std::string> text(const XmlElement& element, std::string_view key,
                                  const std::string& who);
  std::optional<std::vector<double>> numbers(const XmlElement& element, const std::string& text,
                                             const std::string& who);

  Notes& notes_;
};

}  // namespace iklab::urdf
