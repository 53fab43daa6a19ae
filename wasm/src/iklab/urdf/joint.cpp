// Reads a joint of a URDF.
#include <algorithm>
#include <array>
#include <cmath>

#include "iklab/urdf/description.hpp"
#include "iklab/urdf/numerals.hpp"
#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/unicode.hpp"

namespace iklab::urdf {
namespace {

// The names in files; `spherical` is used by Bullet, `ball`, `universal` and `screw` by Drake.
constexpr std::array<std::pair<std::string_view, JointType>, 10> kTypeNames = {{
    {"revolute", JointType::revolute},
    {"continuous", JointType::revolute},
    {"prismatic", JointType::prismatic},
    {"fixed", JointType::fixed},
    {"floating", JointType::floating},
    {"planar", JointType::planar},
    {"screw", JointType::screw},
    {"universal", JointType::universal},
    {"ball", JointType::ball},
    {"spherical", JointType::ball},
}};

// Some programs write ±1e16 for infinity.
bool isEndless(std::string_view text) {
  text = trim(text);
  if (isNumeral(text)) return std::abs(numeralValue(text)) > kMagnitude;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return (text.size() == 3 && matchesAt(text, 0, "inf")) ||
         (text.size() == 8 && matchesAt(text, 0, "infinity"));
}

class JointReader {
 public:
  JointReader(const XmlElement& element, const std::string& name, Attributes& attributes,
              Notes& notes)
      : who_("joint " + quote(name)), element_(element), attributes_(attributes), notes_(notes) {}

  std::optional<JointRow> read(const std::string& name) {
    const std::optional<JointType> kind = type();
    const std::string parent = link("parent"), child = link("child");
    const XmlElement* origin = element_.child("origin");
    JointRow row{name, element_.line, kind.value_or(JointType::fixed), parent, child};
    row.placement.xyz = attributes_.vector(origin, "xyz", {}, who_);
    row.placement.rpy = attributes_.vector(origin, "rpy", {}, who_);
    if (kind && (hasOneValue(*kind) || kind == JointType::planar)) row.axis = axis();
    if (kind) row.limits = limits(*kind);
    row.mimic = mimic();
    if (kind == JointType::screw) row.pitch = pitch();
    if (!kind || parent.empty() || child.empty()) return std::nullopt;
    return row;
  }

 private:
  std::optional<JointType> type() {
    const std::string* written = element_.attribute("type");
    std::string known;
    for (const auto& [name, type] : kTypeNames) {
      if (written && *written == name) return type;
      (known += known.empty() ? "" : ", ") += name;
    }
    if (element_.name != "joint" && written && !written->empty()) {
      notes_.addLeftOut(element_.line, who_,
                        "joint type " + quote(*written) + " is not supported; the joint is fixed",
                        true);
      return JointType::fixed;
    }
    notes_.addFault(
        element_.line, who_ + ", type",
        "must be one of " + known + "; " + (written ? "got " + quote(*written) : "it is missing"));
    return std::nullopt;
  }

  std::string link(const std::string& end) {
    const XmlElement* element = element_.child(end);
    const std::string* link = element ? element->attribute("link") : nullptr;
    if (link && !link->empty()) return *link;
    notes_.addFault(element ? element->line : element_.line, who_,
                    element ? "must name a link" : "must have a <" + end + ">");
    return {};
  }

  Vec3 axis() {
    const XmlElement* element = element_.child("axis");
    const Vec3 axis = attributes_.vector(element, "xyz", {1, 0, 0}, who_);
    const double length = rigid::safeNorm(axis);
    const int line = element ? element->line : element_.line;
    if (length == 0) {
      notes_.addFault(line, who_ + ", axis", "must not have length 0");
    } else if (std::abs(length - 1) > 1e-3) {
      const std::string written =
          numberText(axis[0]) + " " + numberText(axis[1]) + " " + numberText(axis[2]);
      notes_.addChanged(line, who_ + ", axis",
                        quote(written) + " does not have length 1; only its direction is used");
    }
    return axis;
  }

  std::optional<Limits> limits(JointType type) {
    const std::string* written = element_.attribute("type");
    if (written && *written == "continuous") return std::nullopt;
    const XmlElement* element = element_.child("limit");
    if (!hasOneValue(type)) {
      if (element) tellUnlimited(type, *element);
      return std::nullopt;
    }
    if (!element) {
      if (!element_.child("mimic"))
        tellLimit(element_.line,
                  std::string("a ") + word(type) + " joint without <limit>; " + kFree);
      return std::nullopt;
    }
    for (const char* key : {"lower", "upper"}) {
      const std::string* text = element->attribute(key);
      if (!text || !isEndless(*text)) continue;
      tellLimit(element->line, std::string(key) + " is " + quote(*text) + "; " + kFree);
      return std::nullopt;
    }
    const double lower = attributes_.number(element, "lower", 0, who_);
    const double upper = attributes_.number(element, "upper", 0, who_);
    if (lower > upper) {
      tellLimit(element->line, "lower " + numberText(lower) + " is above upper " +
                                   numberText(upper) + "; " + kFree);
      return std::nullopt;
    }
    if (lower == upper)
      tellLimit(element->line,
                "lower and upper are both " + numberText(lower) + "; the joint cannot move");
    return softened({lower, upper});
  }

  void tellLimit(int line, std::string reason) {
    notes_.addChanged(line, who_ + ", limit", std::move(reason), true);
  }

  // Joints with several degrees of freedom become joints without limits.
  void tellUnlimited(JointType type, const XmlElement& element) {
    if (type == JointType::fixed || type == JointType::floating) return;
    std::string written;
    for (const char* key : {"lower", "upper", "twist"})
      if (element.attribute(key)) (written += written.empty() ? "" : ", ") += key;
    if (!written.empty())
      notes_.addLeftOut(
          element.line, who_ + ", limit",
          "limits (" + written + ") of a " + word(type) + " joint are not supported; " + kFree,
          true);
  }

  // Limits, narrowed to the soft limits of the joint's safety controller.
  Limits softened(Limits own) {
    const XmlElement* element = element_.child("safety_controller");
    const double lower = attributes_.number(element, "soft_lower_limit", own.lower, who_);
    const double upper = attributes_.number(element, "soft_upper_limit", own.upper, who_);
    const Limits soft = {std::max(own.lower, lower), std::min(own.upper, upper)};
    const bool same = soft.lower == own.lower && soft.upper == own.upper;
    if (!element || !(soft.lower < soft.upper) || same) return own;
    notes_.addChanged(element->line, who_ + ", safety_controller",
                      "limits " + numberText(own.lower) + " and " + numberText(own.upper) +
                          " narrowed to the soft limits " + numberText(soft.lower) + " and " +
                          numberText(soft.upper));
    return soft;
  }

  std::optional<MimicSpec> mimic() {
    const XmlElement* element = element_.child("mimic");
    if (!element) return std::nullopt;
    const std::string* leader = element->attribute("joint");
    const bool named = leader && !leader->empty();
    if (!named) notes_.addFault(element->line, who_ + ", mimic", "must name a joint");
    MimicSpec read{named ? *leader : std::string()};
    read.multiplier = attributes_.number(element, "multiplier", 1, who_);
    read.offset = attributes_.number(element, "offset", 0, who_);
    return read;
  }

  // Metres per radian; Drake specifies metres per full rotation.
  double pitch() {
    const XmlElement* element = element_.child("drake:screw_thread_pitch");
    if (!element) element = element_.child("screw_thread_pitch");
    if (element && element->attribute("value"))
      return attributes_.number(element, "value", 0, who_) / (2 * kPi);
    notes_.addFault(element ? element->line : element_.line, who_,
                    "a screw joint must have a <screw_thread_pitch> with a value");
    return 0;
  }

  static constexpr double kPi = 3.141592653589793;
  static constexpr const char* kFree = "treated as unlimited";

  const std::string who_;
  const XmlElement& element_;
  Attributes& attributes_;
  Notes& notes_;
};

}  // namespace

std::optional<JointRow> readJoint(const XmlElement& element, Attributes& attributes, Notes& notes) {
  const std::string* name = element.attribute("name");
  if (name && !name->empty()) return JointReader(element, *name, attributes, notes).read(*name);
  notes.addFault(element.line, "<joint>", "must have a name");
  return std::nullopt;
}

}  // namespace iklab::urdf
