#include "tests/scenes.hpp"

#include <array>
#include <fstream>

namespace iklab::test {
namespace {

Eigen::Vector3d triple(const Json& j, const char* key, const Eigen::Vector3d& otherwise) {
  if (!j.contains(key)) return otherwise;
  const auto x = j[key].get<std::array<double, 3>>();
  return {x[0], x[1], x[2]};
}

JointKind kindOf(const std::string& type) {
  if (type == "prismatic") return JointKind::prismatic;
  if (type == "screw") return JointKind::screw;
  return type == "fixed" ? JointKind::fixed : JointKind::revolute;
}

}  // namespace

Json preset(const std::string& file) {
  std::ifstream in(std::string(IKLAB_PRESET_DIR) + "/" + file);
  return Json::parse(in);
}

Tree treeFrom(const Json& document) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  TreeBuilder builder;
  for (const Json& j : document["joints"]) {
    JointSpec s;
    s.id = j["id"];
    s.parent = j.contains("parent") && !j["parent"].is_null() ? j["parent"] : Json("");
    s.kind = kindOf(j.value("type", "revolute"));
    s.xyz = triple(j, "xyz", zero);
    s.rpy = triple(j, "rpy", zero);
    s.axis = triple(j, "axis", Eigen::Vector3d::UnitZ());
    if (j.contains("limits")) {
      s.lower = j["limits"][0];
      s.upper = j["limits"][1];
    }
    s.rest = j.value("rest", 0.0);
    s.comfort = j.value("comfort", 0.0);
    s.weight = j.value("weight", 1.0);
    s.pitch = j.value("pitch", 0.0);
    if (j.contains("mimic"))
      s.mimic = {j["mimic"]["joint"], j["mimic"].value("multiplier", 1.0),
                 j["mimic"].value("offset", 0.0)};
    builder.joint(s);
  }
  for (const Json& e : document["effectors"])
    builder.effector({e["id"], e["parent"], triple(e, "xyz", zero), triple(e, "rpy", zero)});
  return builder.build().take();
}

std::vector<LabTarget> targetsFrom(const Json& document, const Tree& tree) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  std::vector<LabTarget> targets;
  for (const Json& t : document["targets"]) {
    LabTarget target;
    for (size_t k = 0; k < tree.effectors().size(); ++k)
      if (tree.effectors()[k].id == t["effector"]) target.effector = static_cast<int>(k);
    target.base.position = triple(t, "position", zero);
    if (t.contains("orientation")) {
      const auto q = t["orientation"].get<std::array<double, 4>>();
      target.oriented = true;
      target.base.orientation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized();
      target.orientationWeight = t.value("orientationWeight", 1.0);
    }
    if (t.contains("motion")) {
      target.motion.amplitude = triple(t["motion"], "amplitude", zero);
      target.motion.period = triple(t["motion"], "period", Eigen::Vector3d::Ones());
      target.motion.phase = triple(t["motion"], "phase", zero);
    }
    targets.push_back(target);
  }
  return targets;
}

}  // namespace iklab::test
